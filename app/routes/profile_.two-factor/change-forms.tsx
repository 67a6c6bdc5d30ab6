import { getFormProps, useForm } from '@conform-to/react';
import { Form, useNavigation } from '@remix-run/react';
import { RelativeTime } from '~/components/time/relative-time';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { PasswordField } from '~/components/ui/fields/password-field';
import { failures } from '~/failures';
import type { TwoFactorResponse } from './two-factor-action.server';

/** So few are left that one should get new ones. */
const fewCodes = 3;

interface ChangeFormsProps {
  email: string;
  state: { since: number | null; recoveryCodesLeft: number; hasApp: boolean };
  response: TwoFactorResponse | undefined;
}

const newPhoneText = ' A new phone needs this, too: turn it off, and on again with the new one.';

/** What there is to change while it is on. */
export function ChangeForms({ email, state, response }: ChangeFormsProps) {
  const { since, recoveryCodesLeft: left, hasApp } = state;
  return (
    <>
      <p className="text-ink-muted">
        {since !== null && (
          <>
            On since <RelativeTime at={since} />.{' '}
          </>
        )}
        {left === 1 ? '1 recovery code is left.' : `${left} recovery codes are left.`}
      </p>
      {left <= fewCodes && (
        <Banner tone="warn" title="Few recovery codes are left">
          Without the app or a passkey, and without a code, only an administrator can let you in again.
        </Banner>
      )}
      <PasswordForm
        intent="renew"
        title="New recovery codes"
        text="The former ones stop working."
        button={{ label: 'Get new codes', pendingText: 'Getting new codes...' }}
        {...{ email, response }}
      />
      <PasswordForm
        intent="disable"
        title="Turn off"
        text={`Your password alone logs you in then.${hasApp ? newPhoneText : ''}`}
        button={{ label: 'Turn off', pendingText: 'Turning off...', isDangerous: true }}
        {...{ email, response }}
      />
    </>
  );
}

/** Turns it on for a person who has passkeys, which take the place of an app. */
export function PasskeysForm({ email, response }: Omit<ChangeFormsProps, 'state'>) {
  return (
    <PasswordForm
      intent="passkeys"
      title="With your passkeys"
      text="The password alone no longer logs in: it takes one of your passkeys, too, or a recovery code. Your other sessions end."
      button={{ label: 'Turn on with passkeys', pendingText: 'Turning on...' }}
      {...{ email, response }}
    />
  );
}

interface PasswordFormProps {
  intent: 'renew' | 'disable' | 'passkeys';
  title: string;
  text: string;
  button: { label: string; pendingText: string; isDangerous?: boolean };
  email: string;
  response: TwoFactorResponse | undefined;
}

function PasswordForm({ intent, title, text, button, email, response }: PasswordFormProps) {
  const pending = useNavigation().formData?.get('intent') === intent;
  const own = response?.intent === intent ? response : undefined;
  const [form, fields] = useForm<{ currentPassword: string }>({
    id: `two-factor-${intent}`,
    lastResult: own?.result,
    constraint: { currentPassword: { required: true } },
  });
  const titleId = `${form.id}-title`;
  const look = intent === 'passkeys' ? undefined : 'border-t border-line pt-6';
  return (
    <section aria-labelledby={titleId} className={look}>
      <h2 id={titleId} className="font-medium">
        {title}
      </h2>
      <p className="mt-1 text-ink-muted">{text}</p>
      <Form method="post" {...getFormProps(form)} className="mt-4 flex flex-col gap-field">
        <input type="hidden" name="intent" value={intent} />
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        {own?.failure && !pending && (
          <Banner tone="bad" title={failures.twoFactor.title} live>
            {own.failure}
          </Banner>
        )}
        <PasswordField
          field={fields.currentPassword}
          label="Current password"
          autoComplete="current-password"
        />
        <Button
          type="submit"
          variant={button.isDangerous ? 'danger' : undefined}
          pending={pending}
          pendingText={button.pendingText}
        >
          {button.label}
        </Button>
      </Form>
    </section>
  );
}
