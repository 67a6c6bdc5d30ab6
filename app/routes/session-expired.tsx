import type { MetaFunction } from '@remix-run/node';
import { Form } from '@remix-run/react';
import { AuthShell } from '~/components/auth-shell';
import { Button } from '~/components/ui/button';

export const meta: MetaFunction = () => [{ title: 'Session Expired · Wicked Integrations' }];

/** The way to the login ends what is left of the session, on the server and in the browser. */
export default function SessionExpiredPage() {
  return (
    <AuthShell title="Session Expired" text="Your session has expired. Please login again.">
      <Form method="post" action="/logout">
        <Button type="submit" variant="primary" size="lg" className="w-full">
          Go to Login
        </Button>
      </Form>
    </AuthShell>
  );
}
