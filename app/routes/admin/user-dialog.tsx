// Asks an administrator who they are before they remove a user's second factor, or give or take the office: that outlives a
// stolen session. And a second press would land on the button that takes the place of the first.
import type { SubmissionResult } from '@conform-to/react';
import { useSearchParams } from '@remix-run/react';
import { ProofForm } from '~/components/proof/proof-form';
import type { ShownProof } from '~/components/proof/proof-field';
import { Dialog } from '~/components/ui/dialog';
import type { ProvenAction } from '~/services/administration/account-actions';
import { askAbout } from './ask-about';

interface AskedUser {
  id: string;
  email: string;
  hasTwoFactor: boolean;
  hasPasskeys: boolean;
}

/** What the dialog needs to ask for a proof. */
export interface Asking {
  proof: ShownProof;
  /** The email of the administrator who acts. */
  email: string;
  response: { result?: SubmissionResult<string[]>; failure: string | null } | undefined;
}

const asked: ProvenAction[] = ['remove-two-factor', 'make-administrator', 'remove-administrator'];

/** Shows the dialog that the address names; nothing where the page has no such user. */
export function UserDialog({ users, asking }: { users: AskedUser[]; asking: Asking }) {
  const [query] = useSearchParams();
  const user = users.find(({ id }) => id === query.get('user'));
  const action = asked.find((each) => each === query.get('ask'));
  if (!user || !action) return null;
  const list = new URLSearchParams(query);
  list.delete('ask');
  list.delete('user');
  const back = `/admin?${list}`;
  const { title, text, button } = wordsOf(action, user);
  const { proof, email, response } = asking;
  return (
    <Dialog title={title} text={text} closeTo={back}>
      <ProofForm
        id="account-action"
        intent={action}
        hidden={{ userId: user.id, search: query.get('search') ?? '', before: query.get('before') ?? '' }}
        failureTitle="Error"
        response={response && { ...response, failure: response.failure ?? undefined }}
        proof={proof}
        email={email}
        proveFrom={`/admin${askAbout(query, action, user.id)}`}
        cancelTo={back}
        button={button}
      />
    </Dialog>
  );
}

function wordsOf(action: ProvenAction, { email, hasTwoFactor, hasPasskeys }: AskedUser) {
  switch (action) {
    case 'remove-two-factor': {
      const lost = [...(hasTwoFactor ? ['recovery codes'] : []), ...(hasPasskeys ? ['passkeys'] : [])];
      return {
        title: hasTwoFactor ? 'Remove two-factor authentication' : 'Remove passkeys',
        text: `${email} logs in without a second factor, and their ${lost.join(' and ')} stop working. A mail tells them. Be sure that the request came from them.`,
        button: { label: 'Remove', pendingText: 'Removing...', variant: 'danger' as const },
      };
    }
    case 'make-administrator':
      return {
        title: 'New administrator',
        text: `${email} can do everything that you can do here: pause the installation, help people into their accounts, and name administrators.`,
        button: { label: 'Make administrator', pendingText: 'Changing...', variant: 'primary' as const },
      };
    case 'remove-administrator':
      return {
        title: 'Remove administrator',
        text: `${email} can no longer open this page. Another administrator can change that back.`,
        button: { label: 'Remove', pendingText: 'Removing...', variant: 'danger' as const },
      };
  }
}
