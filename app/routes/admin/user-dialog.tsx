// Asks before an administrator removes a user's second factor, or gives or takes the office: what is done cannot be undone by
// the same button, and a second press would land on the button that takes its place.
import { useSearchParams } from '@remix-run/react';
import { ConfirmDialog } from '~/components/dialog-form/confirm-dialog';

interface AskedUser {
  id: string;
  email: string;
  hasTwoFactor: boolean;
  hasPasskeys: boolean;
}

const intents = ['remove-two-factor', 'make-administrator', 'remove-administrator'] as const;
type AskedIntent = (typeof intents)[number];

/** Returns the query that opens the dialog over the list which `query` shows. */
export function askAbout(query: URLSearchParams, intent: AskedIntent, userId: string): string {
  return `?${new URLSearchParams({ ...Object.fromEntries(query), ask: intent, user: userId })}`;
}

/** Shows the dialog that the address names; nothing where the page has no such user. */
export function UserDialog({ users }: { users: AskedUser[] }) {
  const [query] = useSearchParams();
  const user = users.find(({ id }) => id === query.get('user'));
  const intent = intents.find((each) => each === query.get('ask'));
  if (!user || !intent) return null;
  const list = new URLSearchParams(query);
  list.delete('ask');
  list.delete('user');
  return (
    <ConfirmDialog
      {...wordsOf(intent, user)}
      action={`/admin?${list}`}
      intent={intent}
      fields={{ userId: user.id, search: query.get('search') ?? '' }}
    />
  );
}

function wordsOf(intent: AskedIntent, { email, hasTwoFactor, hasPasskeys }: AskedUser) {
  switch (intent) {
    case 'remove-two-factor': {
      const lost = [...(hasTwoFactor ? ['recovery codes'] : []), ...(hasPasskeys ? ['passkeys'] : [])];
      return {
        title: hasTwoFactor ? 'Remove two-factor authentication' : 'Remove passkeys',
        text: `${email} logs in with the password alone, and their ${lost.join(' and ')} stop working. A mail tells them. Be sure that the request came from them.`,
        confirm: 'Remove',
        pendingText: 'Removing...',
      };
    }
    case 'make-administrator':
      return {
        title: 'New administrator',
        text: `${email} can do everything that you can do here: pause the installation, help people into their accounts, and name administrators.`,
        confirm: 'Make administrator',
        pendingText: 'Changing...',
        variant: 'primary' as const,
      };
    case 'remove-administrator':
      return {
        title: 'Remove administrator',
        text: `${email} can no longer open this page. Another administrator can change that back.`,
        confirm: 'Remove',
        pendingText: 'Removing...',
      };
  }
}
