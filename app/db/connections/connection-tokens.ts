// The token that a connection obtained last. A run that fetches the next one claims the row first, so that of many runs in many
// processes only one asks the provider, and the others read the token it got.
import { compileQuery } from '../core/compiled-query';
import type { Queries } from '../core/queries';

export interface StoredToken {
  /** The number of tokens obtained so far; a run that reports a refused token names its generation. */
  generation: number;
  /** The version of the connection that the token was obtained with. */
  connectionVersion: number;
  /** Sealed; null before there is a token, and once it was refused. */
  access: string | null;
  /** The refresh token of a connection that a person authorized; sealed. */
  refresh: string | null;
  obtainedAt: number | null;
  /** Null when the provider did not say. */
  expiresAt: number | null;
  /** The time until which a run has claimed the fetch of the next token. */
  refreshingUntil: number | null;
}

const findQuery = compileQuery<{ connectionId: string }, StoredToken>((build, value) =>
  build
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
    .where('connection_id', '=', value('connectionId')),
);

export function findConnectionToken(db: Queries, connectionId: string): Promise<StoredToken | undefined> {
  return db.first(findQuery({ connectionId }));
}

/** Returns the ids of the organization's connections that have a token for their present credentials. */
export async function listConnectionsWithToken(db: Queries, organizationId: string): Promise<Set<string>> {
  const rows = await db.all(
    db.build
      .selectFrom('connection_tokens')
      .innerJoin('connections', 'connections.id', 'connection_id')
      .select('connection_id as id')
      .where('organization_id', '=', organizationId)
      .where('access', 'is not', null)
      .whereRef('connection_version', '=', 'version'),
  );
  return new Set(rows.map(({ id }) => id));
}

/** Claims the fetch of the next token until a time. The caller has checked, in this transaction, that no other run has. */
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

/** Stores the new token under the next generation, and ends the claim. */
export async function updateToken(
  db: Queries,
  connectionId: string,
  token: Pick<StoredToken, 'connectionVersion' | 'access' | 'refresh' | 'obtainedAt' | 'expiresAt'>,
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

/** Keeps the token for the changed connection, or with `dropsAccess` its refresh token alone. */
export async function updateTokenVersion(
  db: Queries,
  connectionId: string,
  { connectionVersion, dropsAccess }: { connectionVersion: number; dropsAccess: boolean },
): Promise<void> {
  await db.run(
    db.build
      .updateTable('connection_tokens')
      .set({ connection_version: connectionVersion, ...(dropsAccess && { access: null }) })
      .where('connection_id', '=', connectionId),
  );
}

/** Ends a claim that brought no token. Drops a refresh token that the provider refused, so that it is not sent again. */
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

/** Drops a token that a target refused, unless a later generation has replaced it. */
export async function rejectToken(db: Queries, connectionId: string, generation: number): Promise<void> {
  await db.run(
    db.build
      .updateTable('connection_tokens')
      .set({ access: null })
      .where('connection_id', '=', connectionId)
      .where('generation', '=', generation),
  );
}

/** Deletes the token, because other credentials need another one. */
export async function deleteToken(db: Queries, connectionId: string): Promise<void> {
  await db.run(db.build.deleteFrom('connection_tokens').where('connection_id', '=', connectionId));
}
