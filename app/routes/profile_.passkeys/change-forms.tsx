import { getFormProps, useForm } from '@conform-to/react';
import { Form, useNavigation } from '@remix-run/react';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { PasswordField } from '~/components/ui/fields/password-field';
import { TextField } from '~/components/ui/fields/text-field';
import { failures } from '~/failures';
import type { PasskeyResponse } from './passkey-action.server';
import { PasskeyTimes, type ShownPasskey } from './passkey-list';

interface ChangeFormsProps {
  email: string;
  passkey: ShownPasskey;
  response: PasskeyResponse | undefined;
}

export function ChangeForms({ email, passkey, response }: ChangeFormsProps) {
  return (
    <div className="flex flex-col gap-6">
      <PasskeyTimes {...passkey} />
      <RenameForm passkey={passkey} response={response?.intent === 'rename' ? response : undefined} />
      <RemoveForm
        email={email}
        passkey={passkey}
        response={response?.intent === 'remove' ? response : undefined}
      />
    </div>
  );
}

function Failure({ response, pending }: { response: PasskeyResponse | undefined; pending: boolean }) {
  if (!response?.failure || pending) return null;
  return (
    <Banner tone="bad" title={failures.passkeys.title} live>
      {response.failure}
    </Banner>
  );
}

function RenameForm({ passkey, response }: Omit<ChangeFormsProps, 'email'>) {
  const pending = useNavigation().formData?.get('intent') === 'rename';
  const [form, fields] = useForm<{ name: string }>({
    id: 'passkey-rename',
    lastResult: response?.result,
    defaultValue: { name: passkey.name },
    constraint: { name: { required: true } },
  });
  return (
    <Form method="post" {...getFormProps(form)} className="flex flex-col gap-field">
      <input type="hidden" name="intent" value="rename" />
      <input type="hidden" name="id" value={passkey.id} />
      <Failure {...{ response, pending }} />
      <TextField field={fields.name} label="Name" autoComplete="off" />
      <Button type="submit" pending={pending} pendingText="Saving...">
        Rename
      </Button>
    </Form>
  );
}

function RemoveForm({ email, passkey, response }: ChangeFormsProps) {
  const pending = useNavigation().formData?.get('intent') === 'remove';
  const [form, fields] = useForm<{ currentPassword: string }>({
    id: 'passkey-remove',
    lastResult: response?.result,
    constraint: { currentPassword: { required: true } },
  });
  return (
    <section aria-labelledby="passkey-remove-title" className="border-t border-line pt-6">
      <h2 id="passkey-remove-title" className="font-medium">
        Remove
      </h2>
      <p className="mt-1 text-ink-muted">
        It no longer logs in to your account, and your other sessions end. Delete it on your device or key,
        too: this server cannot reach it there.
      </p>
      <Form method="post" {...getFormProps(form)} className="mt-4 flex flex-col gap-field">
        <input type="hidden" name="intent" value="remove" />
        <input type="hidden" name="id" value={passkey.id} />
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <Failure {...{ response, pending }} />
        <PasswordField
          field={fields.currentPassword}
          label="Current password"
          autoComplete="current-password"
        />
        <Button type="submit" variant="danger" pending={pending} pendingText="Removing...">
          Remove passkey
        </Button>
      </Form>
    </section>
  );
}
