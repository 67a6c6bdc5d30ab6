import type { MetaFunction } from '@remix-run/node';
import { AuthShell } from '~/components/shell/auth-shell';
import { LogoutForm } from '~/components/shell/logout-form';
import { Button } from '~/components/ui/button';

export const meta: MetaFunction = () => [
  { title: 'Session Expired · Wicked Integrations' },
  { name: 'description', content: 'Your session has expired. Log in again to continue where you were.' },
];

/** The way to the login ends what is left of the session, on the server and in the browser. */
export default function SessionExpiredPage() {
  return (
    <AuthShell title="Session Expired" text="Your session has expired. Please login again.">
      <LogoutForm>
        <Button type="submit" variant="primary" size="lg" className="w-full">
          Go to Login
        </Button>
      </LogoutForm>
    </AuthShell>
  );
}
