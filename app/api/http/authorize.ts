// The caller, and the organization that they act for. What belongs to another organization answers like what is missing.
import type { Context, MiddlewareHandler } from 'hono';
import type { ApiTokenGrant } from '~/auth/api-token';
import { authenticateApi } from '~/auth/guards';
import { readSelectedOrganization } from '~/auth/organization-cookie';
import { limitRights, type Permission, type Rights } from '~/auth/role-permissions';
import type { AppContext } from '~/context';
import { findOwnerForUser } from '~/db/integrations/integrations';
import { findRestorableOwnerForUser } from '~/db/integrations/restorable-integrations';
import { lacksDemandedFactor } from '~/db/organizations/demanded-second-factor';
import { findMembership, listMemberships, type Membership } from '~/db/organizations/memberships';
import type { User } from '~/db/accounts/users';
import type { Problem } from '~/problem';
import { checkPermission } from '~/services/check-permission';
import { redirectToLogin } from './login-redirect';
import { type ApiActor, type ApiEnv, problemResponse } from './problem-response';

type Authorize = (c: Context<ApiEnv>) => Promise<ApiActor | Problem>;

/** Lets members of the organization in the path pass who have the permission. */
export function guardOrganization(
  context: AppContext,
  permission: Permission = 'read',
): MiddlewareHandler<ApiEnv> {
  return guard(context, permission, (c) => authorizeMember(context, c, c.req.param('organizationId') ?? ''));
}

/** Like `guardOrganization`, for a path that names a member. Members reach their own without a demanded second factor. */
export function guardMember(context: AppContext): MiddlewareHandler<ApiEnv> {
  return guard(context, 'read', (c) => {
    const { organizationId = '', userId = '' } = c.req.param();
    return authorizeMember(context, c, organizationId, { mayLackFactor: userId });
  });
}

/** Finds the caller; see `authenticateApi`. A GET that is a part of a call is no use beside that call. */
function authenticate(
  context: AppContext,
  c: Context<ApiEnv>,
  isUse = true,
): ReturnType<typeof authenticateApi> {
  return authenticateApi(context, c.req.raw, { isUse: isUse && c.env.isPartOfCall !== true });
}

/** What members may do in a route, and the permission for that. */
const permissions = {
  member: 'read',
  runner: 'run-integrations',
  editor: 'edit-integrations',
} as const satisfies Record<string, Permission>;

/**
 * Lets members of the organization that owns the integration in the path pass who have the access. Returns that, too, so that
 * the document of the API says what is checked.
 */
export function guardIntegration<Access extends keyof typeof permissions>(
  context: AppContext,
  access: Access,
): { access: Access; guard: MiddlewareHandler<ApiEnv> } {
  const authorize: Authorize = (c) => authorizeIntegration(context, c, c.req.param('id') ?? '');
  return { access, guard: guard(context, permissions[access], authorize) };
}

/** Lets members who edit pass, of the organization that owns the deleted integration in the path, while it can be restored. */
export function guardRestorable(context: AppContext): MiddlewareHandler<ApiEnv> {
  return guard(context, 'edit-integrations', (c) =>
    authorizeIntegration(context, c, c.req.param('id') ?? '', { find: findRestorableOwnerForUser }),
  );
}

/** Lets members of any organization pass: for that of their token, or else the one they selected, or their first. */
export function guardSelected(
  context: AppContext,
  permission: Permission = 'read',
): MiddlewareHandler<ApiEnv> {
  return guard(context, permission, (c) => authorizeSelected(context, c));
}

/** Refuses before the body is read; the service asks again in the transaction of the change. */
function guard(context: AppContext, permission: Permission, authorize: Authorize): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const actor = await authorizeFor(context, permission, await authorize(c));
    if (actor.kind !== 'actor')
      return (await redirectToLogin(context, c, actor)) ?? problemResponse(c, actor);
    c.set('actor', actor);
    return next();
  };
}

/** Returns the actor, or else why they may not do it. All who were authorized may read. */
export async function authorizeFor(
  { db }: AppContext,
  permission: Permission,
  actor: ApiActor | Problem,
): Promise<ApiActor | Problem> {
  if (actor.kind !== 'actor' || permission === 'read') return actor;
  return (await checkPermission(db, actor, permission)) ?? actor;
}

/** Returns the actor that a guard of an organization let pass. */
export function actorOf(c: Context<ApiEnv>): ApiActor {
  const actor = c.get('actor');
  if (!actor) throw new Error(`${c.req.method} ${c.req.routePath} has no guard`);
  return actor;
}

/** Returns the caller's rights in the organization, at most those of their token; undefined once they are no member. */
export async function findRights(
  { db }: AppContext,
  { userId, organizationId, atMost }: ApiActor,
): Promise<Rights | undefined> {
  const membership = await findMembership(db, userId, organizationId);
  if (!membership) return undefined;
  const { role, access } = membership;
  return atMost ? limitRights({ role, access }, atMost) : { role, access };
}

/**
 * Lets a person pass by their session: an API token of an organization does not open a personal account. A user id in the path
 * must be the caller's: another id answers like a missing one.
 */
export function guardPerson(context: AppContext): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const caller = await authenticate(context, c);
    if (caller.kind !== 'caller') return problemResponse(c, caller);
    if (caller.grant) {
      return problemResponse(c, {
        kind: 'forbidden',
        message: 'An API token does not open a personal account.',
      });
    }
    const userId = c.req.param('userId');
    if (userId !== undefined && userId !== caller.user.id) return problemResponse(c, { kind: 'not-found' });
    c.set('person', caller.user);
    return next();
  };
}

/** Returns the person that `guardPerson` let pass. */
export function personOf(c: Context<ApiEnv>): User {
  const person = c.get('person');
  if (!person) throw new Error(`${c.req.method} ${c.req.routePath} has no guard`);
  return person;
}

/** Lets a person pass, and an API token: for all organizations of the person, or for the one of the token. */
export function guardCaller(context: AppContext): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const caller = await authenticate(context, c);
    if (caller.kind !== 'caller') return problemResponse(c, caller);
    const { user, grant } = caller;
    const memberships = await listMemberships(context.db, user.id);
    c.set('memberships', grant ? memberships.flatMap((each) => limitTo(grant, each)) : memberships);
    return next();
  };
}

/** Returns the membership with no more than the token's rights; none of another organization. */
function limitTo(grant: ApiTokenGrant, membership: Membership): Membership[] {
  if (membership.organizationId !== grant.organizationId) return [];
  const { role, access } = limitRights(membership, grant.rights);
  return [{ ...membership, role, access }];
}

/** Returns the memberships that `guardCaller` found, in the order in which the person joined. */
export function membershipsOf(c: Context<ApiEnv>): Membership[] {
  const memberships = c.get('memberships');
  if (!memberships) throw new Error(`${c.req.method} ${c.req.routePath} has no guard`);
  return memberships;
}

/**
 * Returns the caller as a member of the organization. `isUse`: see `authenticateApi`. `mayLackFactor`: the user who needs no
 * second factor here, even where the organization demands one.
 */
export async function authorizeMember(
  context: AppContext,
  c: Context<ApiEnv>,
  organizationId: string,
  { isUse = true, mayLackFactor }: { isUse?: boolean; mayLackFactor?: string } = {},
): Promise<ApiActor | Problem> {
  const caller = await authenticate(context, c, isUse);
  if (caller.kind !== 'caller') return caller;
  const { user, grant } = caller;
  if (grant && grant.organizationId !== organizationId) return { kind: 'not-found' };
  if (!(await findMembership(context.db, user.id, organizationId))) return { kind: 'not-found' };
  const who = { userId: user.id, organizationId, grant };
  return user.id === mayLackFactor ? actAs(c, who) : admit(context, c, who);
}

/** Returns the caller as a member of the organization that owns the integration, as `find` does. `isUse`: see `authenticateApi`. */
export async function authorizeIntegration(
  context: AppContext,
  c: Context<ApiEnv>,
  integrationId: string,
  { isUse = true, find = findOwnerForUser }: { isUse?: boolean; find?: typeof findOwnerForUser } = {},
): Promise<ApiActor | Problem> {
  const caller = await authenticate(context, c, isUse);
  if (caller.kind !== 'caller') return caller;
  const { user, grant } = caller;
  const organizationId = await find(context.db, integrationId, user.id);
  if (!organizationId || (grant && grant.organizationId !== organizationId)) return { kind: 'not-found' };
  return admit(context, c, { userId: user.id, organizationId, grant });
}

/**
 * Returns why a caller whom a guard let pass may not have the result that they waited for: their session, token or membership has
 * ended meanwhile. Undefined when they may.
 */
export async function findEndedRights(
  context: AppContext,
  c: Context<ApiEnv>,
  integrationId: string,
): Promise<Problem | undefined> {
  const caller = await authorizeIntegration(context, c, integrationId, { isUse: false });
  return caller.kind === 'actor' ? undefined : caller;
}

async function authorizeSelected(context: AppContext, c: Context<ApiEnv>): Promise<ApiActor | Problem> {
  const caller = await authenticate(context, c);
  if (caller.kind !== 'caller') return caller;
  const { user, grant } = caller;
  const wanted = grant?.organizationId ?? (await readSelectedOrganization(context.config, c.req.raw));
  const memberships = await listMemberships(context.db, user.id);
  // The first one where none was selected, and never in place of one that the caller has left.
  const membership =
    wanted === undefined ? memberships[0] : memberships.find((each) => each.organizationId === wanted);
  if (!membership) return { kind: 'forbidden', message: 'Please select an organization first' };
  return admit(context, c, { userId: user.id, organizationId: membership.organizationId, grant });
}

interface Admitted {
  userId: string;
  organizationId: string;
  grant: ApiTokenGrant | undefined;
}

/** Checks the second factor that is demanded. A token needs none: a signed-in person made it, and it can be revoked. */
async function admit(
  { db, config }: AppContext,
  c: Context<ApiEnv>,
  who: Admitted,
): Promise<ApiActor | Problem> {
  const { passwordLogin } = config;
  if (!who.grant && (await lacksDemandedFactor(db, { ...who, passwordLogin })))
    return { kind: 'second-factor-needed' };
  return actAs(c, who);
}

function actAs(c: Context<ApiEnv>, { userId, organizationId, grant }: Admitted): ApiActor {
  const { id: tokenId, rights: atMost } = grant ?? {};
  return { kind: 'actor', userId, organizationId, tokenId, atMost, address: c.get('address') };
}
