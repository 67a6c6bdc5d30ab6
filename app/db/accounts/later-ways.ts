// What logs in to an account and was added at some time or later.
import type { Queries } from '../core/queries';

/** Removes passkeys, the connection with a provider, and a second factor with its codes that are as young as `since` (milliseconds since 1970). */
export async function deleteWaysSince(db: Queries, userId: string, since: number): Promise<void> {
  for (const table of ['passkeys', 'identities', 'two_factor'] as const) {
    await db.run(db.build.deleteFrom(table).where('user_id', '=', userId).where('created_at', '>=', since));
  }
}
