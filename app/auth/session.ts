import { createCookie } from '@remix-run/node';
import type { Config } from '~/config';
import type { Queries } from '~/db/core/queries';
import {
  deleteExpiredSessions,
  deleteSession,
  findSession,
  insertSession,
  listSessions,
  type OwnSession,
  updateSessionSeen,
} from '~/db/accounts/sessions';
import type { User } from '~/db/accounts/users';
import { createToken, hashToken } from './token';

const minuteMs = 60_000;
const idleMs = 24 * 60 * minuteMs;
const absoluteMs = 14 * 24 * 60 * minuteMs;

function sessionCookie(config: Pick<Config, 'appUrl'>) {
  return createCookie('session_token', {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: config.appUrl.startsWith('https:'),
  });
}

/** The `Set-Cookie` value that hands the browser its session. */
export function serializeSessionCookie(config: Pick<Config, 'appUrl'>, token: string): Promise<string> {
  return sessionCookie(config).serialize(token, { maxAge: absoluteMs / 1000 });
}

/** The `Set-Cookie` value that takes the session from the browser. */
export function clearSessionCookie(config: Config): Promise<string> {
  return sessionCookie(config).serialize('', { maxAge: 0 });
}

/** The token in the request's cookie: undefined when none was sent, '' when what was sent cannot be one. */
export async function readSessionToken(config: Config, request: Request): Promise<string | undefined> {
  const value: unknown = await sessionCookie(config).parse(request.headers.get('Cookie'));
  if (value === null) return undefined;
  return typeof value === 'string' ? value : '';
}

/** Starts a session and answers the token for its cookie; only the hash is kept. It lasts 14 days at most, or `sessionMs`. */
export async function createSession(
  db: Queries,
  {
    sessionMs = absoluteMs,
    ...session
  }: { userId: string; userAgent: string | null; address: string | null; sessionMs?: number; now: number },
): Promise<string> {
  const token = createToken();
  await deleteExpiredSessions(db, session.now);
  await insertSession(db, { ...session, idHash: hashToken(token), expiresAt: session.now + sessionMs });
  return token;
}

/** The user of a session that is neither over (14 days) nor was idle for 24 hours; `isUse`: this ends its idleness. */
export async function findSessionUser(
  db: Queries,
  token: string,
  now: number,
  isUse = true,
): Promise<User | undefined> {
  const idHash = hashToken(token);
  const session = await findSession(db, idHash, { now, seenAfter: now - idleMs });
  if (!session) return undefined;
  // A write for each request would cost a sync to disk for each page; a minute is exact enough for 24 hours.
  if (isUse && now - session.lastSeenAt >= minuteMs) await updateSessionSeen(db, idHash, now);
  return session.user;
}

/** The user of a session that was idle for too long, or is over by its age; undefined of one that was ended, which is forgotten. */
export async function findEndedSessionUser(db: Queries, token: string): Promise<User | undefined> {
  return (await findSession(db, hashToken(token), { now: 0, seenAfter: 0 }))?.user;
}

/** Everything that is open in the user's name, and which of it belongs to `token`. */
export async function listOpenSessions(
  db: Queries,
  userId: string,
  { token, now }: { token: string | undefined; now: number },
): Promise<(OwnSession & { isCurrent: boolean })[]> {
  const current = token === undefined ? undefined : hashToken(token);
  const sessions = await listSessions(db, userId, { now, seenAfter: now - idleMs });
  return sessions.map((session) => Object.assign(session, { isCurrent: session.idHash === current }));
}

/** Ends a session on the server; a token nobody has is no error. */
export async function endSession(db: Queries, token: string): Promise<void> {
  await deleteSession(db, hashToken(token));
}
