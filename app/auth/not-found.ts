import type { LoaderFunctionArgs } from '@remix-run/node';
import type { AppContext } from '~/context';
import { findIntegration } from '~/db/integrations/integrations';
import { findOwningMembership, type OwnedTable } from '~/db/organizations/memberships';
import type { Elsewhere } from '~/failures';
import { type MemberSession, requireMembership } from './guards';
import { redirectWithToast } from './toast-cookie';

/** Like `requireMembership`, with the integration that the address of a page names. Throws the 404 when there is none. */
export async function requireIntegration({ request, params, context: { app } }: LoaderFunctionArgs) {
  const session = await requireMembership(app, request);
  const { user, membership } = session;
  const { organizationId, organizationName } = membership;
  const id = params.integrationId ?? '';
  const row = await findIntegration(app.db, { id, organizationId });
  if (!row) throw await respondNotFound(app, session, 'integrations', id);
  return { user, membership, organizationName, id, row };
}

/** Returns the 404 for a row that the selected organization does not have: {@link offerSwitch}'s, or else a plain one. */
export async function respondNotFound(
  app: AppContext,
  session: Pick<MemberSession, 'user'>,
  table: OwnedTable,
  id = '',
): Promise<Response> {
  return (await offerSwitch(app, session, table, id)) ?? new Response('Not Found', { status: 404 });
}

/**
 * Like {@link respondNotFound}, for the screens that build an integration: without one, they lead to the dashboard, with a toast
 * that says why.
 */
export async function leaveForDashboard(
  app: AppContext,
  session: Pick<MemberSession, 'user'>,
  id = '',
): Promise<Response> {
  const description = 'It was deleted, or you do not have access to it.';
  const toast = {
    tone: 'destructive',
    title: 'Integration not found',
    description,
    durationMs: 6000,
  } as const;
  return (await offerSwitch(app, session, 'integrations', id)) ?? (await redirectWithToast(app, '/', toast));
}

/**
 * Returns a 404 that names the user's other organization which has the row, as after a link in an email; the error screen then
 * offers to switch. Undefined when none of their organizations has it.
 */
async function offerSwitch(
  app: AppContext,
  { user }: Pick<MemberSession, 'user'>,
  table: OwnedTable,
  id: string,
): Promise<Response | undefined> {
  const owner = await findOwningMembership(app.db, user.id, { table, id });
  if (!owner) return undefined;
  const { organizationId, organizationName } = owner;
  const elsewhere = { organizationId, organizationName };
  return Response.json({ elsewhere } satisfies Elsewhere, { status: 404 });
}
