import type { FieldMeta } from '../ui/fields/field';
import { PasswordField } from '../ui/fields/password-field';
import { LinkButton, TextLink } from '../ui/link';

/** The ways in which the person can prove who they are, and whether a recent proof still counts. */
export interface ShownProof {
  isFresh: boolean;
  hasPassword: boolean;
  hasSingleSignOn: boolean;
  hasPasskeys: boolean;
}

/** Checks whether the person must prove on another screen who they are, since there is nothing to type here. */
export function needsProof({ isFresh, hasPassword }: ShownProof): boolean {
  return !isFresh && !hasPassword;
}

interface ProofFieldProps {
  proof: ShownProof;
  email: string;
  field: FieldMeta;
  /** The path, with its query, of the screen that holds the form. */
  proveFrom: string;
  isFocused?: boolean;
}

/** The field for the current password, or another proof instead. */
export function ProofField({ proof, email, field, proveFrom, isFocused }: ProofFieldProps) {
  const way = `/profile/proof?${new URLSearchParams({ returnTo: proveFrom }).toString()}`;
  // A proof may have become too old since the screen was loaded.
  if (proof.isFresh && !field.errors?.length) {
    return <p className="text-ink-muted">You have just confirmed that it is you.</p>;
  }
  if (!proof.hasPassword) {
    return (
      <div className="flex flex-col items-start gap-3">
        <p>Your account has no password. Confirm first that it is you.</p>
        <LinkButton to={way} data-autofocus={isFocused || undefined}>
          Confirm that it is you
        </LinkButton>
      </div>
    );
  }
  return (
    <>
      {/* Tells a password manager whose password this is. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        data-autofocus={isFocused || undefined}
        field={field}
        label="Current password"
        autoComplete="current-password"
      />
      {(proof.hasSingleSignOn || proof.hasPasskeys) && (
        <TextLink to={way}>Confirm without the password</TextLink>
      )}
    </>
  );
}
