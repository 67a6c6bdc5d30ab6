// What logs in to an account, or lets others in on its behalf, and was added at some time or later.
import type { Queries } from '../core/queries';

/** Removes passkeys, the connection with a provider, and a second factor with its codes that are as young as `since` (milliseconds since 1970). */
export async function deleteWaysSince(db: Queries, userId: string, since: number): Promise<void> {
  for (const table of ['passkeys', 'identities', 'two_factor'] as const) {
    await db.run(db.build.deleteFrom(table).where('user_id', '=', userId).where('created_at', '>=', since));
  }
}

/** Open invitations that a person sent at `since` (milliseconds since 1970) or later, of whatever organization. */
export async function listInvitationsSentSince(
  db: Queries,
  userId: string,
  since: number,
): Promise<{ organizationId: string; email: string }[]> {
  const rows = await db.all(
    db.build
      .selectFrom('tokens')
      .select(['organization_id as organizationId', 'email'])
      .where('user_id', '=', userId)
      .where('purpose', '=', 'invitation')
      .where('created_at', '>=', since)
      .where('used_at', 'is', null),
  );
  return rows.flatMap(({ organizationId, email }) => (organizationId ? [{ organizationId, email }] : []));
}
