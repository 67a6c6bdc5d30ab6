// The cookies of a single sign-on that is under way.
import { z } from 'zod';
import { defineSealedCookie } from '../sealed-cookie';

const SingleSignOnAttempt = z.object({
  state: z.string(),
  nonce: z.string(),
  /** The code verifier of PKCE (RFC 7636). */
  verifier: z.string(),
  /** The path of the screen that follows the login. */
  returnTo: z.string(),
  /** The id of a signed-in user who connects their account; null for a login. */
  connectTo: z.string().nullable(),
  /** Set when a signed-in user proves their identity again. */
  proves: z
    .object({
      userId: z.string(),
      /** Only a login at the provider after this time counts; milliseconds since 1970. */
      since: z.number(),
    })
    .optional(),
});
/** The state of an attempt, from leaving for the provider until the return. */
export type SingleSignOnAttempt = z.infer<typeof SingleSignOnAttempt>;

/**
 * Returns `path` for these cookies, or '/' when it is too long: browsers drop a cookie of more than 4096 bytes (RFC 6265bis,
 * section 5.7), and with it the login.
 */
export function cutReturnPath(path: string): string {
  return path.length > maxReturnPathLength ? '/' : path;
}

/** Leaves room for the longest names, address and subject, in base64 twice. */
const maxReturnPathLength = 750;

/** Its `state` ties the return to the browser that left, so that nobody is logged in by a link that somebody else prepared. */
export const attemptCookie = defineSealedCookie({
  name: 'single_sign_on',
  path: '/login/sso',
  lifetimeSeconds: 15 * 60,
  schema: SingleSignOnAttempt,
});

export const RoleByProvider = z.enum(['OWNER', 'ADMIN', 'MEMBER']).optional();

const ClaimedIdentity = z.object({
  issuer: z.string(),
  subject: z.string(),
  email: z.string(),
  /** Whether the provider says that it verified the email. */
  emailVerified: z.boolean(),
  /** The role in the organization that newcomers join, if the provider names one. */
  role: RoleByProvider,
  firstName: z.string(),
  lastName: z.string(),
});
/** A person as their provider describes them. Only issuer and subject are proven by the provider alone. */
export type ClaimedIdentity = z.infer<typeof ClaimedIdentity>;

const UnprovenIdentity = z.object({ identity: ClaimedIdentity, code: z.string(), returnTo: z.string() });
/** A person who still has to type the code that was mailed to the email which their provider named. */
export type UnprovenIdentity = z.infer<typeof UnprovenIdentity>;

export const unprovenIdentityCookie = defineSealedCookie({
  name: 'single_sign_on_code',
  path: '/login/sso',
  lifetimeSeconds: 15 * 60,
  schema: UnprovenIdentity,
});
