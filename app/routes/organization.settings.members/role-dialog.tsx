import type { SubmissionResult } from '@conform-to/react';
import { useLocation } from '@remix-run/react';
import { ProofForm } from '~/components/proof/proof-form';
import type { ShownProof } from '~/components/proof/proof-field';
import { Dialog } from '~/components/ui/dialog';
import { roleNameOf } from '~/components/user/role-name';
import type { RoleQuestion } from './role-question.server';
import { membersUrl } from './members-url';

interface RoleDialogProps {
  asked: RoleQuestion;
  proof: ShownProof;
  /** The email of the person who changes the role. */
  email: string;
  response: { result: SubmissionResult<string[]>; failure: string | null } | undefined;
}

/** Asks the person who gives or takes power over the organization to prove who they are. */
export function RoleDialog({ asked, proof, email, response }: RoleDialogProps) {
  const { search } = useLocation();
  const { userId } = asked;
  const ask: Record<string, string> = {
    role: asked.role,
    ...(asked.role === 'MEMBER' && { access: asked.access }),
    ...(userId === null ? { invite: asked.email } : { member: userId }),
  };
  const back = membersUrl(search, userId === null ? { invite: asked } : {});
  const { title, text, button } = wordsOf(asked);
  return (
    <Dialog title={title} text={text} closeTo={back}>
      <ProofForm
        id="role"
        intent="proven-role"
        hidden={ask}
        failureTitle="Error"
        response={response && { result: response.result, failure: response.failure ?? undefined }}
        proof={proof}
        email={email}
        proveFrom={membersUrl(search, { ask })}
        cancelTo={back}
        button={button}
      />
    </Dialog>
  );
}

const clauses = { edit: '', run: ' who runs integrations', read: ' who only looks' };

function wordsOf({ userId, person, former, role, access, isLower }: RoleQuestion) {
  const name = roleNameOf(role).toLowerCase();
  const named = role === 'MEMBER' ? `a ${name}${clauses[access]}` : `an ${name}`;
  if (isLower) {
    return {
      title: 'Lower role',
      text: `${person} becomes ${named} of this organization, and is no longer an ${roleNameOf(former ?? '').toLowerCase()}. A mail tells them and all owners.`,
      button: { label: `Make ${name}`, pendingText: 'Changing...', variant: 'danger' as const },
    };
  }
  const power =
    'Owners and admins manage its members, API tokens, connections and secret values. A mail tells all owners.';
  return userId === null
    ? {
        title: `Invite ${named}`,
        text: `${person} is invited as ${named} of this organization. ${power}`,
        button: { label: 'Invite', pendingText: 'Inviting...', variant: 'primary' as const },
      }
    : {
        title: `New ${name}`,
        text: `${person} becomes ${named} of this organization. ${power}`,
        button: { label: `Make ${name}`, pendingText: 'Changing...', variant: 'primary' as const },
      };
}
