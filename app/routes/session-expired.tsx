import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLocation } from '@remix-run/react';
import { redirectSignedIn } from '~/auth/guards';
import { hasKeptTyping } from '~/components/network/kept-typing-key';
import { AuthShell } from '~/components/shell/auth-shell';
import { LogoutForm } from '~/components/shell/logout-form';
import { Button } from '~/components/ui/button';
import { useBrowserValue } from '~/components/ui/use-hydrated';

export const meta: MetaFunction = () => [
  { title: 'Session Expired · Wicked Integrations' },
  { name: 'description', content: 'Your session has expired. Log in again to continue where you were.' },
];

/** Leads a user on who has logged in again, perhaps in another tab. */
export async function loader({ request, context: { app } }: LoaderFunctionArgs) {
  await redirectSignedIn(app, request);
  return null;
}

/** The page after a session has ended. Its button clears the rest of the session, on the server and in the browser. */
export default function SessionExpiredPage() {
  const returnTo = new URLSearchParams(useLocation().search).get('returnTo');
  // The id of a kept form: `unsent` on most pages, `kept` in the editor and on /unsent.
  const isKept = useBrowserValue(hasKeptTyping) || /[?&](?:unsent|kept)=/.test(returnTo ?? '');
  const goToLogin = (
    <Button type="submit" variant="primary" size="lg" className="w-full">
      Go to Login
    </Button>
  );
  return (
    <AuthShell
      title="Session Expired"
      text={`Your session has expired. Please login again.${isKept ? ' What you typed is kept, and waits for you there.' : ''}`}
    >
      {returnTo === null ? (
        <LogoutForm keepsTyping>{goToLogin}</LogoutForm>
      ) : (
        <form method="post" action={logoutUrl(returnTo)}>
          {goToLogin}
        </form>
      )}
    </AuthShell>
  );
}

/** Returns the URL that logs out and redirects to the log-in, which returns to `returnTo`. */
function logoutUrl(returnTo: string): string {
  const login = `/login?${new URLSearchParams({ returnTo }).toString()}`;
  return `/logout?${new URLSearchParams({ returnTo: login }).toString()}`;
}
