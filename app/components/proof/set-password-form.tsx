import { Form, useNavigation } from '@remix-run/react';
import { FormKey } from '../network/form-key';
import { Button } from '../ui/button';

/** A form for an account without a password: a mailed link sets one. `returnTo`: the path of the screen. */
export function SetPasswordForm({ returnTo }: { returnTo: string }) {
  const pending = useNavigation().formAction === '/profile/proof';
  return (
    <section aria-labelledby="set-password-title" className="border-t border-line pt-6">
      <h2 id="set-password-title" className="font-medium">
        Set a password
      </h2>
      <p className="mt-1 text-ink-muted">
        Your account has none. With one you need nothing else to confirm that it is you.
      </p>
      <Form method="post" action="/profile/proof" className="mt-4 flex flex-col">
        <FormKey />
        <input type="hidden" name="returnTo" value={returnTo} />
        <Button type="submit" pending={pending} pendingText="Sending...">
          Mail me a link
        </Button>
      </Form>
    </section>
  );
}
