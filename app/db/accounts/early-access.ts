import type { Queries } from '../core/queries';

/** Stores an address once; changes nothing when it is stored already. */
export async function insertEarlyAccess(db: Queries, email: string, now: number): Promise<void> {
  await db.run(
    db.build
      .insertInto('early_access')
      .values({ email, created_at: now })
      .onConflict((conflict) => conflict.doNothing()),
  );
}

/** Deletes an address. */
export async function deleteEarlyAccess(db: Queries, email: string): Promise<void> {
  await db.run(db.build.deleteFrom('early_access').where('email', '=', email));
}
