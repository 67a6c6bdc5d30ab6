import { getFormProps, useForm } from '@conform-to/react';
import { Form, useNavigation } from '@remix-run/react';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { PasswordField } from '~/components/ui/fields/password-field';
import { failures } from '~/failures';
import type { SingleSignOnResponse } from './single-sign-on-action.server';

interface ProofFormProps {
  intent: string;
  label: string;
  pendingText: string;
  email: string;
  response: SingleSignOnResponse | undefined;
}

/** Connects or disconnects, for who knows the password. */
export function ProofForm({ intent, label, pendingText, email, response }: ProofFormProps) {
  const pending = useNavigation().formData?.get('intent') === intent;
  const [form, fields] = useForm<{ currentPassword: string }>({
    id: 'single-sign-on',
    lastResult: response?.result,
    constraint: { currentPassword: { required: true } },
  });
  return (
    <Form method="post" {...getFormProps(form)} className="flex flex-col gap-field">
      <input type="hidden" name="intent" value={intent} />
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      {response?.failure && !pending && (
        <Banner tone="bad" title={failures.singleSignOn.title} live>
          {response.failure}
        </Banner>
      )}
      <PasswordField
        field={fields.currentPassword}
        label="Current password"
        autoComplete="current-password"
      />
      <Button
        type="submit"
        variant={intent === 'disconnect' ? 'danger' : 'primary'}
        pending={pending}
        pendingText={pendingText}
      >
        {label}
      </Button>
    </Form>
  );
}
