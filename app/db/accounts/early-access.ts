import type { Queries } from '../core/queries';

/** Notes an address once; one that is noted already stays as it is. */
export function insertEarlyAccess(db: Queries, email: string, now: number): void {
  db.run(
    db.build
      .insertInto('early_access')
      .values({ email, created_at: now })
      .onConflict((conflict) => conflict.doNothing()),
  );
}

/** Forgets an address. */
export function deleteEarlyAccess(db: Queries, email: string): void {
  db.run(db.build.deleteFrom('early_access').where('email', '=', email));
}
