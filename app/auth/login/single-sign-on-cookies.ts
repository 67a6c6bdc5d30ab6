// What a browser keeps of a single sign-on that is under way.
import { z } from 'zod';
import { defineSealedCookie } from '../sealed-cookie';

const SingleSignOnAttempt = z.object({
  state: z.string(),
  nonce: z.string(),
  /** Of PKCE (RFC 7636). */
  verifier: z.string(),
  /** The screen that a login leads to. */
  returnTo: z.string(),
  /** The signed-in user who connects their account; null for a login. */
  connectTo: z.string().nullable(),
  /** The signed-in user who proves once more who they are. */
  proves: z
    .object({
      userId: z.string(),
      /** Milliseconds since 1970: who logged in at the provider before is to do it again. */
      since: z.number(),
    })
    .optional(),
});
/** From leaving for the provider until the return. */
export type SingleSignOnAttempt = z.infer<typeof SingleSignOnAttempt>;

/**
 * The way back to `path` as these cookies keep it: browsers drop a cookie of more than 4096 bytes (RFC 6265bis, section 5.7), and
 * with it the login.
 */
export function cutReturnPath(path: string): string {
  return path.length > maxReturnPathLength ? '/' : path;
}

/** Leaves room for the longest names, address and subject, in base64 twice. */
const maxReturnPathLength = 750;

/** The state in it binds the return to the browser that left: nobody is logged in by a link that somebody else prepared. */
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
  /** Whether the provider says that it made sure of the address. */
  emailVerified: z.boolean(),
  /** In the organization that newcomers join, where the provider says it. */
  role: RoleByProvider,
  firstName: z.string(),
  lastName: z.string(),
});
/** A person as their provider describes them; of them only issuer and subject are the provider's own matter. */
export type ClaimedIdentity = z.infer<typeof ClaimedIdentity>;

const UnprovenIdentity = z.object({ identity: ClaimedIdentity, code: z.string(), returnTo: z.string() });
/** A person who has yet to type the code that was mailed to the address that their provider named. */
export type UnprovenIdentity = z.infer<typeof UnprovenIdentity>;

export const unprovenIdentityCookie = defineSealedCookie({
  name: 'single_sign_on_code',
  path: '/login/sso',
  lifetimeSeconds: 15 * 60,
  schema: UnprovenIdentity,
});
