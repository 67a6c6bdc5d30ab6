import { Form, useNavigation } from '@remix-run/react';
import { FormKey } from '~/components/network/form-key';
import { Button } from '~/components/ui/button';

interface TokenFormProps {
  /** The token of the mailed link. */
  token: string;
  /** Where the token goes; without it, to the page that the link opened. */
  action?: string;
  /** Whether script sends the form by itself. */
  isPosting?: boolean;
  pendingText: string;
  /** The text of the button. */
  children: string;
}

/** One button that sends the token of a mailed link. */
export function TokenForm({ token, action, isPosting = false, pendingText, children }: TokenFormProps) {
  const isSending = useNavigation().formAction !== undefined;
  return (
    <Form method="post" action={action} replace>
      <FormKey />
      <input type="hidden" name="token" value={token} />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        className="w-full"
        pending={isPosting || isSending}
        pendingText={pendingText}
      >
        {children}
      </Button>
    </Form>
  );
}
