import type { LoaderFunctionArgs } from '@remix-run/node';
import type { AppContext } from '~/context';
import { findIntegration } from '~/db/integrations/integrations';
import { findOwningMembership, type OwnedTable } from '~/db/organizations/memberships';
import type { Elsewhere } from '~/failures';
import { type MemberSession, requireMembership } from './guards';

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

/** The 404 for what the selected organization does not have: {@link offerSwitch} where that says something, else a plain one. */
export async function respondNotFound(
  app: AppContext,
  session: Pick<MemberSession, 'user'>,
  table: OwnedTable,
  id = '',
): Promise<Response> {
  return (await offerSwitch(app, session, table, id)) ?? new Response('Not Found', { status: 404 });
}

/**
 * The 404 for what another one of the user's own organizations has, as behind a link in an email: the body names that one, and the
 * error screen offers to switch. Undefined where none of theirs has it.
 */
export async function offerSwitch(
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
