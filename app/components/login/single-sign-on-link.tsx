import { LinkButton } from '../ui/link';

interface SingleSignOnLinkProps {
  /** The name of the provider. */
  name: string;
  /** The path, with its query, that the login leads to. */
  returnTo: string | null;
  /** Whether there is no other way to log in. */
  isOnly: boolean;
}

/** A link to the provider. Below it stands the form for a password, if there is one. */
export function SingleSignOnLink({ name, returnTo, isOnly }: SingleSignOnLinkProps) {
  const query = returnTo === null ? '' : `?${new URLSearchParams({ returnTo }).toString()}`;
  return (
    <div className="flex flex-col gap-6">
      <LinkButton
        to={`/login/sso${query}`}
        reloadDocument
        variant={isOnly ? 'primary' : undefined}
        size="lg"
        className="w-full"
      >
        Continue with {name}
      </LinkButton>
      {!isOnly && (
        <p className="flex items-center gap-3 text-ink-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          or
        </p>
      )}
    </div>
  );
}
