import type { AppContext } from '~/context';
import { findOwningMembership, type OwnedTable } from '~/db/organizations/memberships';
import type { Elsewhere } from '~/failures';
import type { MemberSession } from './guards';

/**
 * The 404 for what the selected organization does not have. When another one of the user's own has it, as behind a link in
 * an email, the body names that one, and the error screen offers to switch.
 */
export async function respondNotFound(
  app: AppContext,
  { user }: Pick<MemberSession, 'user'>,
  table: OwnedTable,
  id = '',
): Promise<Response> {
  const owner = await findOwningMembership(app.db, user.id, { table, id });
  if (!owner) return new Response('Not Found', { status: 404 });
  const { organizationId, organizationName } = owner;
  return Response.json({ elsewhere: { organizationId, organizationName } } satisfies Elsewhere, {
    status: 404,
  });
}
