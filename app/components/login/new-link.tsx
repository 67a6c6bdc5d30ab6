import { LinkButton } from '../ui/link';
import { TokenForm } from './token-form';

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
  return (
    <div className="flex flex-col gap-3">
      {token === undefined ? (
        <LinkButton to={to} variant="primary" size="lg">
          Request a new link
        </LinkButton>
      ) : (
        <TokenForm token={token} action={to} pendingText="Sending...">
          Send a new link
        </TokenForm>
      )}
      <LinkButton to="/login" size="lg">
        {back}
      </LinkButton>
    </div>
  );
}
