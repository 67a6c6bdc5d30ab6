import type { FieldMeta } from '../ui/fields/field';
import { PasswordField } from '../ui/fields/password-field';
import { LinkButton, TextLink } from '../ui/link';

/** By what the person can prove who they are, and whether they just have. */
export interface ShownProof {
  isFresh: boolean;
  hasPassword: boolean;
  hasSingleSignOn: boolean;
  hasPasskeys: boolean;
}

/** There is nothing to type: the person has to prove on another screen who they are before the form can be sent. */
export function needsProof({ isFresh, hasPassword }: ShownProof): boolean {
  return !isFresh && !hasPassword;
}

interface ProofFieldProps {
  proof: ShownProof;
  email: string;
  field: FieldMeta;
  /** The path, with its query, of the screen that the form stands on. */
  proveFrom: string;
  isFocused?: boolean;
}

/** The current password, or what takes its place. */
export function ProofField({ proof, email, field, proveFrom, isFocused }: ProofFieldProps) {
  const way = `/profile/proof?${new URLSearchParams({ returnTo: proveFrom }).toString()}`;
  // It may have got too old since the screen was read.
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
