import { redirect } from '@remix-run/node';
import type { AppContext } from '~/context';
import { type Membership, listMemberships } from '~/db/organizations/memberships';
import { lacksDemandedFactor } from '~/db/organizations/demanded-second-factor';
import type { User } from '~/db/accounts/users';
import type { Problem } from '~/problem';
import type { Actor } from '~/services/actor';
import { findTokenGrant, readBearerToken, type ApiTokenGrant } from './api-token';
import { readFormOrganization } from './form-key';
import { readSelectedOrganization } from './organization-cookie';
import { addReturnPath, findScreenPath, readReturnPath } from './return-path';
import { can, describeRefusal, type Permission } from './role-permissions';
import { findSessionUser, resumeSession, readSessionToken } from './session';
import { redirectWithToast } from './toast-cookie';
import { hashToken } from './token';

/** Finds the user of the request's session, whether or not their email is verified. */
export async function findUserOf(app: AppContext, request: Request): Promise<User | undefined> {
  const token = await readSessionToken(app.config, request);
  return token === undefined ? undefined : await resumeSession(app, token, app.now());
}

/**
 * Returns the signed-in user of a protected screen. Throws a redirect for everybody else: guests to /login and users whose
 * session ended to /session-expired, both with the way back; users without a verified email to /email-not-verified.
 */
export async function requireUser(app: AppContext, request: Request): Promise<User> {
  const token = await readSessionToken(app.config, request);
  const screen = findScreenPath(app.config, request);
  if (token === undefined) throw redirect(addReturnPath('/login', screen));
  const user = await resumeSession(app, token, app.now());
  if (!user) throw await redirectExpired(app, addReturnPath('/session-expired', screen));
  if (!user.emailVerified) throw redirect('/email-not-verified');
  return user;
}

/**
 * Returns a redirect to `url` that tells the person that the session ended. Its cookie stays until the log-in: what other tabs
 * send without script is kept for its user, too.
 */
export async function redirectExpired(app: AppContext, url: string): Promise<Response> {
  const toast = { title: 'Unauthorized', description: 'Your session has expired. Please login again.' };
  return redirectWithToast(app, url, { tone: 'destructive', ...toast });
}

/** Says that a form was filled in for an organization that the user has left or lost since. */
export const formerOrganization =
  'You no longer belong to the organization of that form. Nothing was changed.';

export interface MemberSession {
  user: User;
  /** The selected organization, or the first one when none or a foreign one is selected. */
  membership: Membership;
  memberships: Membership[];
}

/**
 * Like `requireUser`, and also requires an organization and the second factor that it demands. Throws a 403 without one. Throws
 * a redirect, with a toast, for a form of an organization that the user no longer belongs to: the first of the others is
 * not the one that the form was filled in for. A form that was drawn for another of the user's organizations leads to /unsent.
 */
export async function requireMembership(app: AppContext, request: Request): Promise<MemberSession> {
  const user = await requireUser(app, request);
  const { membership, memberships } = await findMembershipOf(app, request, user);
  if (!membership) throw new Response('No Organization Found', { status: 403 });
  if (request.method !== 'GET' && (await selectsAnother(app, request, membership))) {
    throw await redirectWithToast(app, '/', {
      tone: 'destructive',
      title: 'Error',
      description: formerOrganization,
    });
  }
  if (isDrawnForAnother(request, membership)) throw redirectToUnsent(app, request);
  await requireDemandedFactor(app, request, { userId: user.id, ...membership });
  return { user, membership, memberships };
}

/** Checks whether the form of the request was drawn for another organization: another tab has switched meanwhile. */
export function isDrawnForAnother(request: Request, { organizationId }: Membership): boolean {
  const drawnFor = request.method === 'GET' ? undefined : readFormOrganization(request);
  return drawnFor !== undefined && drawnFor !== organizationId;
}

/** Returns a redirect to the page that says why nothing was done, and leads back to the screen. */
function redirectToUnsent(app: AppContext, request: Request): Response {
  return redirect(`/unsent?${new URLSearchParams({ returnTo: findScreenPath(app.config, request) })}`);
}

/** Throws a redirect to /profile/two-factor when the organization demands a second factor that the person lacks. */
export async function requireDemandedFactor(
  app: AppContext,
  request: Request,
  who: { userId: string; organizationId: string },
): Promise<void> {
  const { passwordLogin } = app.config;
  if (!(await lacksDemandedFactor(app.db, { ...who, passwordLogin }))) return;
  throw redirect(addReturnPath('/profile/two-factor', findScreenPath(app.config, request)));
}

/**
 * Like `requireMembership`, for a part of the organization's settings. Throws a redirect to the settings' first page, with a
 * toast, for a member without the permission.
 */
export async function requirePermission(
  app: AppContext,
  request: Request,
  permission: Permission,
): Promise<MemberSession> {
  const session = await requireMembership(app, request);
  await refuseWithout(app, session.membership, permission, '/organization/settings');
  return session;
}

/** Throws a redirect to `back`, with a toast that says who may, for a member without the permission. */
export async function refuseWithout(
  app: AppContext,
  membership: Membership,
  permission: Permission,
  back: string,
): Promise<void> {
  if (can(membership, permission)) return;
  const description = describeRefusal(permission);
  const toast = { tone: 'destructive', title: 'Error', description, durationMs: 6000 } as const;
  throw await redirectWithToast(app, back, toast);
}

/** Like `requireMembership`, and also returns the `actor` for services, with the caller's network address. */
export async function requireActor(
  { app, address }: { app: AppContext; address: string },
  request: Request,
): Promise<MemberSession & { actor: Actor & { address: string } }> {
  const session = await requireMembership(app, request);
  const { user, membership } = session;
  return { ...session, actor: { userId: user.id, organizationId: membership.organizationId, address } };
}

/** Finds the user of a screen that guests see, too; undefined for guests and for users without a verified email. */
export async function findViewer(
  app: AppContext,
  request: Request,
): Promise<{ user: User; membership: Membership | undefined; memberships: Membership[] } | undefined> {
  const user = await findUserOf(app, request);
  if (!user?.emailVerified) return undefined;
  return { user, ...(await findMembershipOf(app, request, user)) };
}

/** Finds the selected organization, or else the first, of those that the person belongs to, and lists all of them. */
export async function findMembershipOf(app: AppContext, request: Request, user: User) {
  const memberships = await listMemberships(app.db, user.id);
  const selected = await readSelectedOrganization(app.config, request);
  const membership = memberships.find((each) => each.organizationId === selected) ?? memberships[0];
  return { membership, memberships };
}

/** Checks whether the browser last selected another organization than the one it gets: one that the user has left, for example. */
export async function selectsAnother(
  { config }: Pick<AppContext, 'config'>,
  request: Request,
  { organizationId }: Membership,
): Promise<boolean> {
  const selected = await readSelectedOrganization(config, request);
  return selected !== undefined && selected !== organizationId;
}

/** For screens of guests: throws a redirect for a signed-in user, to where the log-in would have led. */
export async function redirectSignedIn(app: AppContext, request: Request): Promise<void> {
  const user = await findUserOf(app, request);
  if (!user) return;
  const returnTo = readReturnPath(new URL(request.url).searchParams.get('returnTo'));
  throw redirect(user.emailVerified ? returnTo : '/email-not-verified');
}

/** Who calls the JSON API. */
interface ApiCaller {
  kind: 'caller';
  user: User;
  /** The limits of the API token, if one was sent. */
  grant?: ApiTokenGrant;
}

/**
 * Finds the caller of the JSON API by token or session; else returns the problem to answer with. When a token is sent, the
 * session is ignored. With `isUse` false, for a caller whose rights are checked again, this counts as no use of the session or
 * token, and as none of the token's requests.
 */
export async function authenticateApi(
  app: AppContext,
  request: Request,
  { isUse }: { isUse: boolean } = { isUse: true },
): Promise<ApiCaller | Problem> {
  const bearer = readBearerToken(request);
  if (bearer !== undefined) {
    const grant = await findTokenGrant(app, bearer, app.now(), isUse);
    if (!grant) return { kind: 'invalid-token' };
    const retryAfterSeconds = isUse ? app.limits.apiTokens.take(grant.id, app.now()) : 0;
    if (retryAfterSeconds > 0) {
      const message = `This API token makes more than ${app.config.apiTokenRate} requests a minute.`;
      return { kind: 'too-many-requests', message, retryAfterSeconds };
    }
    return grant.user.emailVerified
      ? { kind: 'caller', user: grant.user, grant }
      : { kind: 'unverified-email' };
  }
  const token = await readSessionToken(app.config, request);
  const findUser = (sent: string) =>
    isUse ? resumeSession(app, sent, app.now()) : findSessionUser(app.db, sent, app.now());
  const user = token === undefined ? undefined : await findUser(token);
  if (user) return user.emailVerified ? { kind: 'caller', user } : { kind: 'unverified-email' };
  const sentSome = token !== undefined || request.headers.has('Authorization');
  return { kind: sentSome ? 'invalid-token' : 'unauthenticated' };
}

/** Finds who sends a request, to screens or to the API, without counting as a use of the session or token. */
export async function findPersonId(app: AppContext, request: Request): Promise<string | undefined> {
  const token = await readSessionToken(app.config, request);
  const user = token === undefined ? undefined : await findSessionUser(app.db, token, app.now());
  if (user) return user.id;
  const bearer = readBearerToken(request);
  return bearer === undefined ? undefined : (await findTokenGrant(app, bearer, app.now(), false))?.user.id;
}

/** Returns a name for the caller's session or token that cannot be used as one: the same for the same credential. */
export async function nameCredential(app: AppContext, request: Request): Promise<string> {
  return hashToken(readBearerToken(request) ?? (await readSessionToken(app.config, request)) ?? '');
}
