// Finds or removes access to an account that was added at some time or later, and invitations sent on its behalf.
import type { Queries } from '../core/queries';

/**
 * Deletes the passkeys, identities and second factor (with its codes) that were added at `since` (milliseconds since 1970) or
 * later, and the recovery codes of an older one that were renewed since.
 */
export async function deleteLoginMethodsSince(db: Queries, userId: string, since: number): Promise<void> {
  for (const table of ['passkeys', 'identities', 'two_factor', 'recovery_codes'] as const) {
    await db.run(db.build.deleteFrom(table).where('user_id', '=', userId).where('created_at', '>=', since));
  }
}

/** Returns the open invitations to any organization that a person sent at `since` (milliseconds since 1970) or later. */
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
