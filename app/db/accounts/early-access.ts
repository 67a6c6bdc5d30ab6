import type { Queries } from '../core/queries';

/** Notes an address once; one that is noted already stays as it is. */
export async function insertEarlyAccess(db: Queries, email: string, now: number): Promise<void> {
  await db.run(
    db.build
      .insertInto('early_access')
      .values({ email, created_at: now })
      .onConflict((conflict) => conflict.doNothing()),
  );
}

/** Forgets an address. */
export async function deleteEarlyAccess(db: Queries, email: string): Promise<void> {
  await db.run(db.build.deleteFrom('early_access').where('email', '=', email));
}
