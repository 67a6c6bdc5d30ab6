import type { SubmissionResult } from '@conform-to/react';
import { useLocation } from '@remix-run/react';
import { ProofForm } from '~/components/proof/proof-form';
import type { ShownProof } from '~/components/proof/proof-field';
import { Dialog } from '~/components/ui/dialog';
import { roleNameOf } from '~/components/user/role-name';
import type { Granting } from './granting.server';
import { membersUrl } from './members-url';

interface GrantDialogProps {
  granting: Granting;
  proof: ShownProof;
  /** The email of the person who gives the role. */
  email: string;
  response: { result: SubmissionResult<string[]>; failure: string | null } | undefined;
}

/** Asks the person who gives power over the organization to prove who they are. */
export function GrantDialog({ granting, proof, email, response }: GrantDialogProps) {
  const { search } = useLocation();
  const { userId } = granting;
  const role = roleNameOf(granting.role).toLowerCase();
  const grant: Record<string, string> = {
    role: granting.role,
    ...(userId === null ? { invite: granting.email } : { member: userId }),
  };
  const back = membersUrl(search, userId === null ? { invite: granting.email } : {});
  const text = userId === null ? 'is invited as' : 'becomes';
  return (
    <Dialog
      title={userId === null ? `Invite an ${role}` : `New ${role}`}
      text={`${granting.email} ${text} an ${role} of this organization. Owners and admins manage its members, API tokens, connections and secret values. A mail tells all owners.`}
      closeTo={back}
    >
      <ProofForm
        id="grant"
        intent="grant"
        hidden={grant}
        failureTitle="Error"
        response={response && { result: response.result, failure: response.failure ?? undefined }}
        proof={proof}
        email={email}
        proveFrom={membersUrl(search, { grant })}
        cancelTo={back}
        button={
          userId === null
            ? { label: 'Invite', pendingText: 'Inviting...', variant: 'primary' }
            : { label: `Make ${role}`, pendingText: 'Changing...', variant: 'primary' }
        }
      />
    </Dialog>
  );
}
