import { Form, useNavigation } from '@remix-run/react';
import { Button } from '../ui/button';
import { LinkButton } from '../ui/link';

interface NewLinkProps {
  /** The screen that mails another link. */
  to: string;
  /** The expired token whose owner gets another link in one press; without it, the screen asks for the address. */
  token?: string | undefined;
  /** The text of the way to the log-in. */
  back: string;
}

/** The ways on from a mailed link that does not work. */
export function NewLink({ to, token, back }: NewLinkProps) {
  const isSending = useNavigation().formAction === to;
  return (
    <div className="flex flex-col gap-3">
      {token === undefined ? (
        <LinkButton to={to} variant="primary" size="lg">
          Request a new link
        </LinkButton>
      ) : (
        <Form method="post" action={to}>
          <input type="hidden" name="token" value={token} />
          <Button
            type="submit"
            variant="primary"
            size="lg"
            className="w-full"
            pending={isSending}
            pendingText="Sending..."
          >
            Send a new link
          </Button>
        </Form>
      )}
      <LinkButton to="/login" size="lg">
        {back}
      </LinkButton>
    </div>
  );
}
