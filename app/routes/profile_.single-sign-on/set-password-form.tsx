import { Form, useNavigation } from '@remix-run/react';
import { Button } from '~/components/ui/button';

/** For an account that came in by single sign-on: what asks for a password is out of its reach until it has one. */
export function SetPasswordForm({ passwordLogin }: { passwordLogin: boolean }) {
  const pending = useNavigation().formData?.get('intent') === 'set-password';
  return (
    <section aria-labelledby="set-password-title" className="border-t border-line pt-6">
      <h2 id="set-password-title" className="font-medium">
        Set a password
      </h2>
      <p className="mt-1 text-ink-muted">
        Your account has none. It confirms what only you may do, such as deleting the account
        {passwordLogin ? ', and logs you in when single sign-on does not.' : '; it logs nobody in here.'}
      </p>
      <Form method="post" className="mt-4 flex flex-col">
        <input type="hidden" name="intent" value="set-password" />
        <Button type="submit" pending={pending} pendingText="Sending...">
          Mail me a link
        </Button>
      </Form>
    </section>
  );
}
