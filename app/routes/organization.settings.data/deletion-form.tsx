import { Form, useActionData, useNavigation } from '@remix-run/react';
import { FormKey } from '~/components/network/form-key';
import { useTypedWord } from '~/components/dialog-form/use-typed-word';
import { useWrongFocus } from '~/components/typed-form/use-wrong-focus';
import { needsProof, ProofField, type ShownProof } from '~/components/proof/proof-field';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { describeField } from '~/components/ui/fields/field';
import { TextLink } from '~/components/ui/link';
import { TextField } from '~/components/ui/fields/text-field';
import { failures } from '~/failures';

interface DeletionFormProps {
  organizationId: string;
  organizationName: string;
  /** Whether the user belongs to no other organization. */
  isOnlyOne: boolean;
  proof: ShownProof;
  /** The email of the person who deletes. */
  email: string;
  errors: Partial<Record<string, string[]>> | undefined;
  failure: string | null | undefined;
}

export function DeletionForm({
  organizationId,
  organizationName,
  isOnlyOne,
  proof,
  email,
  errors,
  failure,
}: DeletionFormProps) {
  const form = useWrongFocus(useActionData<unknown>());
  const name = useTypedWord({ word: organizationName, errors: errors?.confirmation });
  const pending = useNavigation().formMethod === 'POST';
  return (
    <Form ref={form} method="post" onKeyDown={name.onKeyDown} className="flex flex-col items-start gap-field">
      <FormKey />
      <input type="hidden" name="organizationId" value={organizationId} />
      <div className="flex flex-col gap-3">
        <p>
          Everything in it stops immediately: webhooks are rejected, schedules end and executions are stopped.
          Its integrations, executions, logs, samples, connections, values, stores, API tokens, alert
          channels, invitations and billing details are deleted, and all members are removed and get a mail.
          Only the audit log is kept.
        </p>
        {isOnlyOne && (
          <p>
            You belong to no other organization. To leave altogether, you can{' '}
            <TextLink to="?dialog=delete-account" preventScrollReset>
              delete your account
            </TextLink>{' '}
            instead; an organization with no other member is deleted with it.
          </p>
        )}
      </div>
      {failure && (
        <div className="self-stretch">
          <Banner tone="bad" title={failures.organizationDeletion.title} live>
            {failure}
          </Banner>
        </div>
      )}
      <div className="w-full sm:max-w-md">
        <TextField
          field={describeField('confirmation', { required: true, errors: name.errors })}
          label={name.label}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => name.type(event.target.value)}
        />
      </div>
      {!proof.isFresh && (
        <div className="flex w-full flex-col gap-field sm:max-w-md">
          <ProofField
            {...{ proof, email }}
            field={describeField('currentPassword', { required: true, errors: errors?.currentPassword })}
            proveFrom="/organization/settings/data"
          />
        </div>
      )}
      {!needsProof(proof) && (
        <Button
          type="submit"
          variant="danger"
          disabled={name.isMissing}
          pending={pending}
          pendingText="Deleting..."
        >
          Delete organization
        </Button>
      )}
    </Form>
  );
}
