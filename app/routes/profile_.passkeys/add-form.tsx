import { getFormProps, useForm } from '@conform-to/react';
import { Form, type SubmitFunction, useNavigation, useSubmit } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { createPasskey, endCeremony } from '~/components/passkeys/ceremony';
import { needsProof, ProofField, type ShownProof } from '~/components/proof/proof-field';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { TextField } from '~/components/ui/fields/text-field';
import { failures } from '~/failures';
import type { PasskeyResponse } from './passkey-action.server';

interface AddFormProps {
  email: string;
  proof: ShownProof;
  suggestedName: string;
  response: PasskeyResponse | undefined;
}

/** Asks for the password, then the browser creates the passkey, then script sends it. This works only with script. */
export function AddForm({ email, proof, suggestedName, response }: AddFormProps) {
  const { said, isAsking } = useCreation(response?.offered, useSubmit());
  const isSending = useNavigation().formData !== undefined;
  const pending = isAsking || isSending;
  const [form, fields] = useForm<{ name: string; currentPassword: string }>({
    id: 'passkey-add',
    lastResult: response?.result,
    defaultValue: { name: suggestedName },
    constraint: { name: { required: true }, currentPassword: { required: true } },
  });
  const failure = said ?? response?.failure;
  return (
    <section aria-labelledby="passkey-add-title">
      <h2 id="passkey-add-title" className="font-medium">
        Add a passkey
      </h2>
      <noscript>
        <p className="mt-1 text-ink-muted">
          Passkeys need JavaScript, which is off in this browser. Those you have can be renamed and removed
          without it.
        </p>
      </noscript>
      <Form method="post" {...getFormProps(form)} className="mt-4 flex flex-col gap-field noscript:hidden">
        <input type="hidden" name="intent" value="offer" />
        {failure && !pending && (
          <Banner tone="bad" title={failures.passkeys.title} live>
            {failure}
          </Banner>
        )}
        <TextField
          field={fields.name}
          label="Name"
          hint="A name by which you recognize the device or key."
          autoComplete="off"
        />
        <ProofField {...{ proof, email }} proveFrom="/profile/passkeys" field={fields.currentPassword} />
        <p className="text-ink-muted">Your other sessions end.</p>
        {!needsProof(proof) && (
          <Button
            type="submit"
            variant="primary"
            size="lg"
            pending={pending}
            pendingText="Waiting for your passkey..."
          >
            Add a passkey
          </Button>
        )}
      </Form>
    </section>
  );
}

/** Makes the browser create the offered passkey, once, and sends it. */
function useCreation(
  offered: PasskeyResponse['offered'],
  submit: SubmitFunction,
): { said: string | undefined; isAsking: boolean } {
  /** The offer that has ended, and the message about it. */
  const [ended, setEnded] = useState<{ offered: unknown; said: string | undefined }>();

  useEffect(() => {
    if (!offered) return;
    let isOver = false;
    const create = async () => {
      const outcome = await createPasskey(offered.options);
      if (isOver) return;
      if ('response' in outcome) {
        const answer = JSON.stringify(outcome.response);
        submit({ intent: 'add', name: offered.name, response: answer }, { method: 'post' });
      }
      setEnded({ offered, said: 'failure' in outcome ? outcome.failure : undefined });
    };
    void create();
    return () => {
      isOver = true;
      void endCeremony();
    };
  }, [offered, submit]);

  const isEnded = offered !== undefined && ended?.offered === offered;
  return { said: isEnded ? ended?.said : undefined, isAsking: offered !== undefined && !isEnded };
}
