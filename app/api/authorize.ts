// Who calls, for which organization. What is not the caller's answers like what does not exist.
import type { Context } from 'hono';
import { authenticateApi } from '~/auth/guards';
import { readSelectedOrganization } from '~/auth/organization-cookie';
import type { AppContext } from '~/context';
import { findOwnerForUser } from '~/db/integrations';
import { findMembership, listMemberships } from '~/db/memberships';
import type { User } from '~/db/users';
import type { Problem } from '~/problem';
import type { Actor } from '~/services/integrations';
import type { ApiEnv } from './answer';

export type ApiActor = { kind: 'actor'; address: string } & Actor;

/** The caller as a member of the organization. */
export async function authorizeMember(
  context: AppContext,
  c: Context<ApiEnv>,
  organizationId: string,
): Promise<ApiActor | Problem> {
  const caller = await authenticateApi(context, c.req.raw);
  if (caller.kind !== 'caller') return caller;
  const { user, grant } = caller;
  if (grant && grant.organizationId !== organizationId) return { kind: 'not-found' };
  if (!findMembership(context.db, user.id, organizationId)) return { kind: 'not-found' };
  return describeActor(c, user.id, organizationId, grant);
}

/** The caller, for the organization that owns the integration. */
export async function authorizeIntegration(
  context: AppContext,
  c: Context<ApiEnv>,
  integrationId: string,
): Promise<ApiActor | Problem> {
  const caller = await authenticateApi(context, c.req.raw);
  if (caller.kind !== 'caller') return caller;
  const { user, grant } = caller;
  const organizationId = findOwnerForUser(context.db, integrationId, user.id);
  if (!organizationId || (grant && grant.organizationId !== organizationId)) return { kind: 'not-found' };
  return describeActor(c, user.id, organizationId, grant);
}

/** The caller, for the organization of their token, or else the one they selected, or else their first. */
export async function authorizeSelected(
  context: AppContext,
  c: Context<ApiEnv>,
): Promise<ApiActor | Problem> {
  const caller = await authenticateApi(context, c.req.raw);
  if (caller.kind !== 'caller') return caller;
  const { user, grant } = caller;
  const wanted = grant?.organizationId ?? (await readSelectedOrganization(context.config, c.req.raw));
  const memberships = listMemberships(context.db, user.id);
  const membership =
    memberships.find((each) => each.organizationId === wanted) ?? (grant ? undefined : memberships[0]);
  if (!membership) return { kind: 'forbidden', message: 'Please select an organization first' };
  return describeActor(c, user.id, membership.organizationId, grant);
}

/** A person about their own account, which a token for an organization does not open. Problem besides: forbidden. */
export async function authorizePerson(
  context: AppContext,
  c: Context<ApiEnv>,
): Promise<{ kind: 'person'; user: User } | Problem> {
  const caller = await authenticateApi(context, c.req.raw);
  if (caller.kind !== 'caller') return caller;
  if (caller.grant) return { kind: 'forbidden', message: 'An API token does not open a personal account.' };
  return { kind: 'person', user: caller.user };
}

function describeActor(
  c: Context<ApiEnv>,
  userId: string,
  organizationId: string,
  grant: { role: Actor['atMost'] } | undefined,
): ApiActor {
  return { kind: 'actor', userId, organizationId, atMost: grant?.role, address: c.get('address') };
}
