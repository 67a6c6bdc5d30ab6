// Accounts and the ways in which their users sign in; see `Tables`.
import type { Defaulted } from './defaulted';
import type { Access, Role } from './organizations';

export type TokenPurpose =
  | 'verify-email'
  | 'reset-password'
  | 'change-email'
  | 'restore-email'
  | 'invitation';

export interface AccountTables {
  users: {
    id: string;
    email: string;
    first_name: string;
    last_name: string;
    /** A PHC string; empty for an account without a password. */
    password_hash: string;
    profile_image_url: string | null;
    email_verified_at: number | null;
    /** Unchanged when the address changes. */
    first_verified_at: Defaulted<number | null>;
    created_at: number;
    updated_at: number;
  };
  sessions: {
    /** SHA-256 of the cookie's value, in hex. */
    id_hash: string;
    user_id: string;
    user_agent: string | null;
    address: string | null;
    created_at: number;
    last_seen_at: number;
    expires_at: number;
  };
  tokens: {
    /** SHA-256 of the link's token, in hex. */
    token_hash: string;
    purpose: TokenPurpose;
    user_id: string | null;
    organization_id: string | null;
    email: string;
    role: Role | null;
    /** Of an invitation; null in an invitation of a former version, which is for a member who edits. */
    access: Defaulted<Access | null>;
    created_at: number;
    expires_at: number;
    used_at: number | null;
  };
  api_tokens: {
    id: string;
    /** SHA-256 of the token, in hex. */
    token_hash: string;
    organization_id: string;
    user_id: string;
    name: string;
    role: Role;
    access: Defaulted<Access>;
    last_four: string;
    created_at: number;
    last_used_at: Defaulted<number | null>;
  };
  two_factor: {
    user_id: string;
    /** The authenticator app's key in Base32, sealed; null where passkeys are the second factor. */
    secret: string | null;
    /** The time step (30 s since 1970) of the newest code that was accepted. */
    last_step: number;
    created_at: number;
  };
  recovery_codes: {
    /** SHA-256 of the code, in hex. */
    code_hash: string;
    user_id: string;
    created_at: number;
  };
  identities: {
    issuer: string;
    subject: string;
    user_id: string;
    /** The address that the provider gave when the account was connected to it. */
    email: string;
    created_at: number;
    last_used_at: number;
  };
  passkeys: {
    id: string;
    user_id: string;
    /** The authenticator's id of the passkey, in base64url. */
    credential_id: string;
    /** A COSE key (RFC 9052) in base64url. */
    public_key: string;
    /** The counter of the newest signature; 0 where the authenticator does not count. */
    sign_counter: number;
    /** A JSON list, as the browser sent it. */
    transports: string;
    name: string;
    /** Whether the passkey may be copied to other devices; fixed when it is created. */
    is_backup_eligible: number;
    is_backed_up: number;
    created_at: number;
    last_used_at: Defaulted<number | null>;
    /** The host that the passkey belongs to; null for a passkey older than this column, until it is used. */
    relying_party_id: Defaulted<string | null>;
  };
  used_challenges: {
    /** SHA-256, in hex. */
    challenge_hash: string;
    /** The time from which the challenge itself is no longer valid. */
    expires_at: number;
  };
  early_access: { email: string; created_at: number };
}
