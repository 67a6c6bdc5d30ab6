import type { ClaimedIdentity } from '~/auth/login/single-sign-on-cookies';
import { Login, Profile } from '~/fields';
import type { SingleSignOn } from '~/setting-groups';
import { readRole } from './role-by-provider';

/** OpenID Connect Core 1.0, section 5.1. */
interface Claims {
  sub: string;
  email?: unknown;
  email_verified?: unknown;
  given_name?: unknown;
  family_name?: unknown;
  name?: unknown;
}

/** Whom a provider describes; undefined when it names no address that an account may have. */
export function readIdentity(provider: SingleSignOn, claims: Claims): ClaimedIdentity | undefined {
  const email = Login.shape.email.safeParse(claims.email);
  if (!email.success) return undefined;
  const [first = '', ...rest] = readText(claims.name).split(/\s+/);
  return {
    issuer: provider.issuer,
    role: readRole(provider, claims),
    subject: claims.sub,
    email: email.data,
    // Where letters are stored as others (NFKC), the provider made sure of another address.
    emailVerified: isTrue(claims.email_verified) && isAscii(claims.email),
    firstName: readName(claims.given_name) || readName(first),
    lastName: readName(claims.family_name) || readName(rest.join(' ')),
  };
}

/** Some providers write it as text. */
function isTrue(claim: unknown): boolean {
  return claim === true || claim === 'true';
}

function isAscii(text: unknown): boolean {
  return typeof text === 'string' && /^\p{ASCII}*$/u.test(text);
}

function readText(claim: unknown): string {
  return typeof claim === 'string' ? claim.trim() : '';
}

/** A name that an account may have; empty for any other. */
function readName(claim: unknown): string {
  const name = Profile.shape.firstName.safeParse(claim);
  return name.success ? name.data : '';
}
