import type { Queries } from '../core/queries';

/** Returns the verified accounts among those that were made administrators of the installation, in the order they were made. */
export async function listMadeAdministratorIds(db: Queries): Promise<string[]> {
  const rows = await db.all(
    db.build
      .selectFrom('administrators')
      .innerJoin('users', 'users.id', 'administrators.user_id')
      .select('user_id as userId')
      .where('email_verified_at', 'is not', null)
      .orderBy('administrators.created_at')
      .orderBy('user_id'),
  );
  return rows.map(({ userId }) => userId);
}

/** Makes a user an administrator; changes nothing when they are one already. */
export async function insertAdministrator(
  db: Queries,
  { userId, now }: { userId: string; now: number },
): Promise<void> {
  await db.run(
    db.build
      .insertInto('administrators')
      .values({ user_id: userId, created_at: now })
      .onConflict((conflict) => conflict.doNothing()),
  );
}

export async function deleteAdministrator(db: Queries, userId: string): Promise<void> {
  await db.run(db.build.deleteFrom('administrators').where('user_id', '=', userId));
}
