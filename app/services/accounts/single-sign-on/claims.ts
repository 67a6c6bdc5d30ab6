import type { ClaimedIdentity } from '~/auth/login/single-sign-on-cookies';
import { Login, Profile } from '~/fields';
import type { SingleSignOn } from '~/setting-groups';
import { readRole } from './role-by-provider';

/** The claims of OpenID Connect Core 1.0, section 5.1. */
interface Claims {
  sub: string;
  email?: unknown;
  email_verified?: unknown;
  given_name?: unknown;
  family_name?: unknown;
  name?: unknown;
}

/** Reads the identity that a provider describes; undefined when it names no address that an account may have. */
export function readIdentity(provider: SingleSignOn, claims: Claims): ClaimedIdentity | undefined {
  const email = Login.shape.email.safeParse(claims.email);
  if (!email.success) return undefined;
  const [first = '', ...rest] = readText(claims.name).split(/\s+/);
  return {
    issuer: provider.issuer,
    role: readRole(provider, claims),
    subject: claims.sub,
    email: email.data,
    // An address with other characters is stored in a normalized form (NFKC), which the provider did not verify.
    emailVerified: isTrue(claims.email_verified) && isAscii(claims.email),
    firstName: readName(claims.given_name) || readName(first),
    lastName: readName(claims.family_name) || readName(rest.join(' ')),
  };
}

/** Accepts text too, as some providers write the claim as text. */
function isTrue(claim: unknown): boolean {
  return claim === true || claim === 'true';
}

function isAscii(text: unknown): boolean {
  return typeof text === 'string' && /^\p{ASCII}*$/u.test(text);
}

function readText(claim: unknown): string {
  return typeof claim === 'string' ? claim.trim() : '';
}

/** Returns a name that an account may have; an empty one for any other claim. */
function readName(claim: unknown): string {
  const name = Profile.shape.firstName.safeParse(claim);
  return name.success ? name.data : '';
}
