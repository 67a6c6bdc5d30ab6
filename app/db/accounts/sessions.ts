import { compileQuery } from '../core/compiled-query';
import type { Queries } from '../core/queries';
import { type User, type UserRow, toUser, userColumns } from './users';

interface NewSession {
  idHash: string;
  userId: string;
  userAgent: string | null;
  address: string | null;
  now: number;
  expiresAt: number;
}

const sessionQuery = compileQuery<
  { idHash: string; now: number; seenAfter: number },
  UserRow & { lastSeenAt: number; expiresAt: number }
>((build, value) =>
  build
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([...userColumns, 'last_seen_at as lastSeenAt', 'expires_at as expiresAt'])
    .where('id_hash', '=', value('idHash'))
    .where('expires_at', '>', value('now'))
    .where('last_seen_at', '>', value('seenAfter')),
);

/** Returns a session that is valid at `now` and was last seen after `seenAfter`, with its user. */
export async function findSession(
  db: Queries,
  idHash: string,
  { now, seenAfter }: { now: number; seenAfter: number },
): Promise<{ user: User; lastSeenAt: number; expiresAt: number } | undefined> {
  const row = await db.first(sessionQuery({ idHash, now, seenAfter }));
  return row && { user: toUser(row), lastSeenAt: row.lastSeenAt, expiresAt: row.expiresAt };
}

export async function insertSession(db: Queries, session: NewSession): Promise<void> {
  await db.run(
    db.build.insertInto('sessions').values({
      id_hash: session.idHash,
      user_id: session.userId,
      user_agent: session.userAgent,
      address: session.address,
      created_at: session.now,
      last_seen_at: session.now,
      expires_at: session.expiresAt,
    }),
  );
}

/** Finds when a session began: milliseconds since 1970, undefined for one that does not exist. */
export async function findSessionStart(db: Queries, idHash: string): Promise<number | undefined> {
  const row = await db.first(
    db.build.selectFrom('sessions').select('created_at as createdAt').where('id_hash', '=', idHash),
  );
  return row?.createdAt;
}

export async function updateSessionSeen(db: Queries, idHash: string, now: number): Promise<void> {
  await db.run(db.build.updateTable('sessions').set({ last_seen_at: now }).where('id_hash', '=', idHash));
}

export async function deleteSession(db: Queries, idHash: string): Promise<void> {
  await db.run(db.build.deleteFrom('sessions').where('id_hash', '=', idHash));
}

/** Deletes the sessions that ended by age at `time` (milliseconds since 1970) or earlier. */
export async function deleteExpiredSessions(db: Queries, time: number): Promise<void> {
  await db.run(db.build.deleteFrom('sessions').where('expires_at', '<=', time));
}

/** Deletes all sessions of a user, except `exceptIdHash` when it is given. */
export function deleteSessionsOfUser(db: Queries, userId: string, exceptIdHash?: string): Promise<number> {
  let query = db.build.deleteFrom('sessions').where('user_id', '=', userId);
  if (exceptIdHash !== undefined) query = query.where('id_hash', '!=', exceptIdHash);
  return db.run(query);
}

/** A session as its owner sees it; the hash gives no access. */
export interface OwnSession {
  idHash: string;
  userAgent: string | null;
  address: string | null;
  createdAt: number;
  lastSeenAt: number;
}

/** Returns the user's sessions that are valid at `now` and were last seen after `seenAfter`, the most recently seen first. */
export function listSessions(
  db: Queries,
  userId: string,
  { now, seenAfter }: { now: number; seenAfter: number },
): Promise<OwnSession[]> {
  return db.all(
    db.build
      .selectFrom('sessions')
      .select([
        'id_hash as idHash',
        'user_agent as userAgent',
        'address',
        'created_at as createdAt',
        'last_seen_at as lastSeenAt',
      ])
      .where('user_id', '=', userId)
      .where('expires_at', '>', now)
      .where('last_seen_at', '>', seenAfter)
      .orderBy('last_seen_at', 'desc')
      .orderBy('id_hash'),
  );
}

/** Deletes one session if it belongs to the user. Returns how many that were: none or one. */
export function deleteSessionOfUser(db: Queries, userId: string, idHash: string): Promise<number> {
  return db.run(db.build.deleteFrom('sessions').where('id_hash', '=', idHash).where('user_id', '=', userId));
}

/** Deletes all sessions of all users. */
export async function deleteAllSessions(db: Queries): Promise<void> {
  await db.run(db.build.deleteFrom('sessions'));
}
