import { Form, useNavigation } from '@remix-run/react';
import { Button } from '~/components/ui/button';

interface TokenFormProps {
  /** The token of the mailed link. */
  token: string;
  /** Whether script sends the form by itself. */
  isPosting?: boolean;
  pendingText: string;
  /** The text of the button. */
  children: string;
}

/** One button that sends the token of a mailed link to the page that the link opened. */
export function TokenForm({ token, isPosting = false, pendingText, children }: TokenFormProps) {
  const isSending = useNavigation().state !== 'idle';
  return (
    <Form method="post" replace>
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
