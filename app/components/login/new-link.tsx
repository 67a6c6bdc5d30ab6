import { LinkButton } from '../ui/link';

interface NewLinkProps {
  /** Where a person asks for another link. */
  to: string;
  /** The text of the way to the log-in. */
  back: string;
}

/** The ways on from a mailed link that does not work. */
export function NewLink({ to, back }: NewLinkProps) {
  return (
    <div className="flex flex-col gap-3">
      <LinkButton to={to} variant="primary" size="lg">
        Request a new link
      </LinkButton>
      <LinkButton to="/login" size="lg">
        {back}
      </LinkButton>
    </div>
  );
}
