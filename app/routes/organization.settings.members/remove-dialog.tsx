import type { SubmissionResult } from '@conform-to/react';
import { useLocation } from '@remix-run/react';
import { ConfirmDialog } from '~/components/dialog-form/confirm-dialog';
import { ProofForm } from '~/components/proof/proof-form';
import type { ShownProof } from '~/components/proof/proof-field';
import { Dialog } from '~/components/ui/dialog';
import { displayNameOf } from '~/components/user/user-name';
import { failures } from '~/failures';
import type { ShownMember } from './member-list';
import { membersUrl } from './members-url';

interface RemoveDialogProps {
  member: ShownMember;
  leaves: boolean;
  proof: ShownProof;
  /** The email of the person who removes the member. */
  email: string;
  response: { result: SubmissionResult<string[]>; failure: string | null } | undefined;
}

/** Asks before a member is removed. Who removes an owner or admin proves who they are, unless they just have. */
export function RemoveDialog({ member, leaves, proof, email, response }: RemoveDialogProps) {
  const { search } = useLocation();
  const back = membersUrl(search);
  const title = leaves ? 'Leave organization' : 'Remove member';
  const isOfPower = !leaves && member.role !== 'MEMBER';
  const told = isOfPower ? ' A mail tells them and all owners.' : '';
  const text = leaves
    ? 'You lose access to its integrations until someone invites you again, and your API tokens for it stop working.'
    : `${displayNameOf(member)} (${member.email}) loses access to this organization, and their API tokens for it stop working.${told}`;
  if (isOfPower && !proof.isFresh) {
    return (
      <Dialog title={title} text={text} closeTo={back}>
        <ProofForm
          id="remove"
          intent="remove"
          hidden={{ userId: member.userId }}
          failureTitle={failures.removeMember.title}
          response={response && { result: response.result, failure: response.failure ?? undefined }}
          proof={proof}
          email={email}
          proveFrom={membersUrl(search, { remove: member.userId })}
          cancelTo={back}
          button={{ label: 'Remove', pendingText: 'Removing...', variant: 'danger' }}
        />
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      title={title}
      text={text}
      action={back}
      intent="remove"
      fields={{ userId: member.userId }}
      confirm={leaves ? 'Leave' : 'Remove'}
      pendingText={leaves ? 'Leaving...' : 'Removing...'}
    />
  );
}
