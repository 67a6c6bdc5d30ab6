// The token that a connection obtained last. A run that fetches the next one claims the row first, so that of many runs in many
// processes one asks the provider, and the others read what it was given.
import type { Queries } from '../core/queries';

export interface StoredToken {
  /** Counts the tokens that were obtained; those of a refused one ask for the next. */
  generation: number;
  /** The version of the connection that it was obtained with. */
  connectionVersion: number;
  /** Sealed; null before there is one, and once it was refused. */
  access: string | null;
  /** Sealed; what renews it, of a connection that a person authorized. */
  refresh: string | null;
  obtainedAt: number | null;
  /** Null when the provider did not say. */
  expiresAt: number | null;
  /** Until then a run is fetching the next one. */
  refreshingUntil: number | null;
}

export function findToken(db: Queries, connectionId: string): Promise<StoredToken | undefined> {
  return db.first(
    db.build
      .selectFrom('connection_tokens')
      .select([
        'generation',
        'connection_version as connectionVersion',
        'access',
        'refresh',
        'obtained_at as obtainedAt',
        'expires_at as expiresAt',
        'refreshing_until as refreshingUntil',
      ])
      .where('connection_id', '=', connectionId),
  );
}

/** Notes that a run fetches the next token until then. The caller has seen, in this transaction, that nobody does. */
export async function claimToken(
  db: Queries,
  connectionId: string,
  { connectionVersion, until }: { connectionVersion: number; until: number },
): Promise<void> {
  await db.run(
    db.build
      .insertInto('connection_tokens')
      .values({
        connection_id: connectionId,
        generation: 0,
        connection_version: connectionVersion,
        refreshing_until: until,
      })
      .onConflict((conflict) => conflict.column('connection_id').doUpdateSet({ refreshing_until: until })),
  );
}

/** Stores what was obtained under the next generation, and ends the claim. */
export async function updateToken(
  db: Queries,
  connectionId: string,
  token: Pick<StoredToken, 'connectionVersion' | 'refresh' | 'obtainedAt' | 'expiresAt'> & { access: string },
): Promise<void> {
  await db.run(
    db.build
      .updateTable('connection_tokens')
      .set((eb) => ({
        generation: eb('generation', '+', 1),
        connection_version: token.connectionVersion,
        access: token.access,
        refresh: token.refresh,
        obtained_at: token.obtainedAt,
        expires_at: token.expiresAt,
        refreshing_until: null,
      }))
      .where('connection_id', '=', connectionId),
  );
}

/** The connection was changed in what has nothing to do with its token. */
export async function updateTokenVersion(
  db: Queries,
  connectionId: string,
  connectionVersion: number,
): Promise<void> {
  await db.run(
    db.build
      .updateTable('connection_tokens')
      .set({ connection_version: connectionVersion })
      .where('connection_id', '=', connectionId),
  );
}

/** Ends a claim that brought no token. A refresh token that the provider refused is dropped: it is asked with no more. */
export async function releaseToken(
  db: Queries,
  connectionId: string,
  { dropsRefresh }: { dropsRefresh: boolean },
): Promise<void> {
  await db.run(
    db.build
      .updateTable('connection_tokens')
      .set({ refreshing_until: null, ...(dropsRefresh && { refresh: null }) })
      .where('connection_id', '=', connectionId),
  );
}

/** A token that a target refused is not used again; one of a later generation is another. */
export async function rejectToken(db: Queries, connectionId: string, generation: number): Promise<void> {
  await db.run(
    db.build
      .updateTable('connection_tokens')
      .set({ access: null })
      .where('connection_id', '=', connectionId)
      .where('generation', '=', generation),
  );
}

/** With other credentials another token is needed. */
export async function deleteToken(db: Queries, connectionId: string): Promise<void> {
  await db.run(db.build.deleteFrom('connection_tokens').where('connection_id', '=', connectionId));
}
