import type { AppContext } from '~/context';
import { findOwningMembership, type OwnedTable } from '~/db/organizations/memberships';
import type { Elsewhere } from '~/failures';
import type { MemberSession } from './guards';

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
