import type { LoaderFunctionArgs } from '@remix-run/node';
import type { AppContext } from '~/context';
import { findIntegration, type IntegrationKey } from '~/db/integrations/integrations';
import { findRestorableIntegration } from '~/db/integrations/restorable-integrations';
import { findOwningMembership, type OwnedTable } from '~/db/organizations/memberships';
import type { Elsewhere } from '~/failures';
import { type MemberSession, requireMembership } from './guards';
import { redirectWithToast } from './toast-cookie';

/** Like `requireMembership`, with the integration that the address of a page names. Without one, see {@link leaveForDashboard}. */
export async function requireIntegration({ request, params, context: { app } }: LoaderFunctionArgs) {
  const session = await requireMembership(app, request);
  const { user, membership } = session;
  const { organizationId, organizationName } = membership;
  const id = params.integrationId ?? '';
  const row = await findIntegration(app.db, { id, organizationId });
  if (!row) throw await leaveForDashboard(app, session, { id, organizationId });
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
 * Like {@link respondNotFound}, for the screens of an integration: without one, they lead to the dashboard, with a toast that says
 * why, and where it can be restored.
 */
export async function leaveForDashboard(
  app: AppContext,
  session: Pick<MemberSession, 'user'>,
  key: IntegrationKey,
): Promise<Response> {
  const elsewhere = await offerSwitch(app, session, 'integrations', key.id);
  if (elsewhere) return elsewhere;
  const deleted = await findRestorableIntegration(app.db, key);
  const toast = deleted
    ? {
        title: 'Integration deleted',
        description: `“${deleted.name}” was deleted. It can still be restored.`,
        link: { label: 'Deleted integrations', to: '/integration/deleted' },
      }
    : { title: 'Integration not found', description: 'It was deleted, or you do not have access to it.' };
  return redirectWithToast(app, '/', { tone: 'destructive', durationMs: 6000, ...toast });
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
