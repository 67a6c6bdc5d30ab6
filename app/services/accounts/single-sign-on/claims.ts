import type { ClaimedIdentity } from '~/auth/login/single-sign-on-cookies';
import { Login, Profile } from '~/fields';
import type { SingleSignOn } from '~/setting-groups';
import { findClaim, readRole } from './role-by-provider';

/** The claims of OpenID Connect Core 1.0, section 5.1. */
interface Claims {
  sub: string;
  email?: unknown;
  email_verified?: unknown;
  given_name?: unknown;
  family_name?: unknown;
  name?: unknown;
}

/** Checks whether the user info endpoint has to be asked: the ID token may leave out what that endpoint says. */
export function lacksClaims(provider: SingleSignOn, claims: Claims): boolean {
  return lacksEmail(claims) || lacksRole(provider, claims);
}

function lacksEmail({ email }: Partial<Claims>): boolean {
  return email === undefined;
}

function lacksRole({ roles }: SingleSignOn, claims: Claims): boolean {
  return roles !== undefined && findClaim(claims, roles.claim) === undefined;
}

/**
 * Reads the identity that a provider describes in its ID token and, as `more`, at its user info endpoint; undefined when it
 * names no address that an account may have. `email_verified` is about the address beside it, so both are from the same place.
 */
export function readIdentity(
  provider: SingleSignOn,
  claims: Claims,
  more: Partial<Claims> = {},
): ClaimedIdentity | undefined {
  const named = lacksEmail(claims) ? more : claims;
  const email = Login.shape.email.safeParse(named.email);
  if (!email.success) return undefined;
  const { name, given_name: given, family_name: family } = { ...more, ...claims };
  const [first = '', ...rest] = readText(name).split(/\s+/);
  return {
    issuer: provider.issuer,
    role: readRole(provider, lacksRole(provider, claims) ? more : claims),
    subject: claims.sub,
    email: email.data,
    // An address with other characters is stored in a normalized form (NFKC), which the provider did not verify.
    emailVerified: isTrue(named.email_verified) && isAscii(named.email),
    firstName: readName(given) || readName(first),
    lastName: readName(family) || readName(rest.join(' ')),
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
