import type { ShownProof } from '~/components/proof/proof-field';
import { ProofForm } from '~/components/proof/proof-form';
import { RelativeTime } from '~/components/time/relative-time';
import { Banner } from '~/components/ui/banner';
import { failures } from '~/failures';
import type { TwoFactorResponse } from './two-factor-action.server';

/** The number of remaining codes at which the user should get new ones. */
const fewCodes = 3;

interface ChangeFormsProps {
  email: string;
  proof: ShownProof;
  /** The path and query of the screen, to return to after the proof. */
  proveFrom: string;
  state: { since: number | null; recoveryCodesLeft: number; hasApp: boolean };
  response: TwoFactorResponse | undefined;
}

const newPhoneText = ' For a new phone, turn it off, and on again with the new phone.';

/** The forms that change two-factor authentication while it is on. */
export function ChangeForms({ email, proof, proveFrom, state, response }: ChangeFormsProps) {
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
      <ChangeForm
        intent="renew"
        title="New recovery codes"
        text="The former ones stop working."
        button={{ label: 'Get new codes', pendingText: 'Getting new codes...' }}
        {...{ email, proof, proveFrom, response }}
      />
      <ChangeForm
        intent="disable"
        title="Turn off"
        text={`You log in without a second step then.${hasApp ? newPhoneText : ''}`}
        button={{ label: 'Turn off', pendingText: 'Turning off...', variant: 'danger' }}
        {...{ email, proof, proveFrom, response }}
      />
    </>
  );
}

/** Turns two-factor authentication on for a user with passkeys, which replace an app. */
export function PasskeysForm({ email, proof, proveFrom, response }: Omit<ChangeFormsProps, 'state'>) {
  return (
    <ChangeForm
      intent="passkeys"
      title="With your passkeys"
      text="The password alone no longer logs in: it takes one of your passkeys, too, or a recovery code. Your other sessions end."
      button={{ label: 'Turn on with passkeys', pendingText: 'Turning on...' }}
      {...{ email, proof, proveFrom, response }}
    />
  );
}

interface ChangeFormProps extends Omit<ChangeFormsProps, 'state'> {
  intent: 'renew' | 'disable' | 'passkeys';
  title: string;
  text: string;
  button: { label: string; pendingText: string; variant?: 'danger' };
}

function ChangeForm({ intent, title, text, button, response, ...owner }: ChangeFormProps) {
  const id = `two-factor-${intent}`;
  const titleId = `${id}-title`;
  const look = intent === 'passkeys' ? undefined : 'border-t border-line pt-6';
  return (
    <section aria-labelledby={titleId} className={look}>
      <h2 id={titleId} className="font-medium">
        {title}
      </h2>
      <p className="mt-1 text-ink-muted">{text}</p>
      <ProofForm
        {...{ id, intent, button }}
        {...owner}
        failureTitle={failures.twoFactor.title}
        response={response?.intent === intent ? response : undefined}
        className="mt-4"
      />
    </section>
  );
}
