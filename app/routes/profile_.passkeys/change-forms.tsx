import { getFormProps, useForm } from '@conform-to/react';
import { Form, useNavigation } from '@remix-run/react';
import type { ShownProof } from '~/components/proof/proof-field';
import { ProofForm } from '~/components/proof/proof-form';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { TextField } from '~/components/ui/fields/text-field';
import { failures } from '~/failures';
import type { PasskeyResponse } from './passkey-action.server';
import { PasskeyTimes, type ShownPasskey } from './passkey-list';

interface ChangeFormsProps {
  email: string;
  proof: ShownProof;
  passkey: ShownPasskey;
  response: PasskeyResponse | undefined;
}

export function ChangeForms({ email, proof, passkey, response }: ChangeFormsProps) {
  return (
    <div className="flex flex-col gap-6">
      <PasskeyTimes {...passkey} />
      <RenameForm passkey={passkey} response={response?.intent === 'rename' ? response : undefined} />
      <RemoveForm
        {...{ email, proof }}
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

function RenameForm({ passkey, response }: Omit<ChangeFormsProps, 'email' | 'proof'>) {
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

function RemoveForm({ email, proof, passkey, response }: ChangeFormsProps) {
  return (
    <section aria-labelledby="passkey-remove-title" className="border-t border-line pt-6">
      <h2 id="passkey-remove-title" className="font-medium">
        Remove
      </h2>
      <p className="mt-1 text-ink-muted">
        It no longer logs in to your account, and your other sessions end. Delete it on your device or key,
        too: this server cannot reach it there.
      </p>
      <ProofForm
        {...{ email, proof, response }}
        id="passkey-remove"
        intent="remove"
        hidden={{ id: passkey.id }}
        failureTitle={failures.passkeys.title}
        proveFrom={`/profile/passkeys?passkey=${passkey.id}`}
        button={{ label: 'Remove passkey', pendingText: 'Removing...', variant: 'danger' }}
        className="mt-4"
      />
    </section>
  );
}
