// Tokens of links in mails. Only their hashes are stored, so that a copy of the database opens no account. A row stays after
// its use, or after a newer one replaced it, so that the page of an old link can say what happened to it, until it is as old
// as the audit entries that are removed.
import type { Queries } from '../core/queries';
import type { TokenPurpose } from '../core/tables';

interface NewToken {
  tokenHash: string;
  purpose: TokenPurpose;
  userId: string;
  /** The address that the link is mailed to. */
  email: string;
  now: number;
  expiresAt: number;
}

interface OneTimeToken {
  userId: string | null;
  email: string;
  /** Milliseconds since 1970, like all times here. */
  createdAt: number;
  expiresAt: number;
  /** When the token was used, or replaced by a newer one. */
  usedAt: number | null;
}

/** Ends the user's links of one purpose that are still open. `since`: only those that were made then or later. */
export async function updateTokensEnded(
  db: Queries,
  { userId, purpose, now, since = 0 }: { userId: string; purpose: TokenPurpose; now: number; since?: number },
): Promise<void> {
  await db.run(
    db.build
      .updateTable('tokens')
      .set({ used_at: now })
      .where('user_id', '=', userId)
      .where('purpose', '=', purpose)
      .where('created_at', '>=', since)
      .where('used_at', 'is', null),
  );
}

/** Inserts a token and ends the user's earlier ones of the same purpose: only the newest link works. */
export async function insertNewestToken(db: Queries, token: NewToken): Promise<void> {
  await updateTokensEnded(db, token);
  await insertToken(db, token);
}

/** Inserts a token beside the user's others of the same purpose. */
export async function insertToken(db: Queries, token: NewToken): Promise<void> {
  await db.run(
    db.build.insertInto('tokens').values({
      token_hash: token.tokenHash,
      purpose: token.purpose,
      user_id: token.userId,
      email: token.email,
      created_at: token.now,
      expires_at: token.expiresAt,
    }),
  );
}

export function findOneTimeToken(
  db: Queries,
  purpose: TokenPurpose,
  tokenHash: string,
): Promise<OneTimeToken | undefined> {
  return db.first(
    db.build
      .selectFrom('tokens')
      .select(['user_id as userId', 'email', 'created_at as createdAt'])
      .select(['expires_at as expiresAt', 'used_at as usedAt'])
      .where('token_hash', '=', tokenHash)
      .where('purpose', '=', purpose),
  );
}

/** Returns the user's link of one purpose that still works; the newest one if there are several. */
export function findOpenToken(
  db: Queries,
  { userId, purpose, now }: { userId: string; purpose: TokenPurpose; now: number },
): Promise<Pick<OneTimeToken, 'email' | 'expiresAt'> | undefined> {
  return db.first(
    db.build
      .selectFrom('tokens')
      .select(['email', 'expires_at as expiresAt'])
      .where('user_id', '=', userId)
      .where('purpose', '=', purpose)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .orderBy('created_at', 'desc')
      .limit(1),
  );
}

export async function updateTokenUsed(db: Queries, tokenHash: string, now: number): Promise<void> {
  await db.run(db.build.updateTable('tokens').set({ used_at: now }).where('token_hash', '=', tokenHash));
}

/** Deletes links and invitations that expired before that time, at most `limit`. Returns how many. */
export function deleteOldTokens(db: Queries, expiredBefore: number, limit: number): Promise<number> {
  const old = db.build
    .selectFrom('tokens')
    .select('token_hash')
    .where('expires_at', '<', expiredBefore)
    .limit(limit);
  return db.run(db.build.deleteFrom('tokens').where('token_hash', 'in', old));
}
