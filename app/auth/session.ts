import { createCookie } from '@remix-run/node';
import type { Config } from '~/config';
import type { AppContext } from '~/context';
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
import { noteUse, notedUseMs } from './note-use';
import { createToken, hashToken } from './token';

const minuteMs = 60_000;
const idleMs = 24 * 60 * minuteMs;
const absoluteMs = 14 * 24 * 60 * minuteMs;
/** How long an ended session is known, so that a form of it is kept for its user. */
const endedMs = 24 * 60 * minuteMs;

function sessionCookie(config: Pick<Config, 'appUrl'>) {
  return createCookie('session_token', {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: config.appUrl.startsWith('https:'),
  });
}

/** Returns the `Set-Cookie` value that stores the session's token, for as long as {@link findEndedSessionUser} knows it. */
export function serializeSessionCookie(config: Pick<Config, 'appUrl'>, token: string): Promise<string> {
  return sessionCookie(config).serialize(token, { maxAge: (absoluteMs + endedMs) / 1000 });
}

/** Returns the `Set-Cookie` value that deletes the session's token. */
export function clearSessionCookie(config: Config): Promise<string> {
  return sessionCookie(config).serialize('', { maxAge: 0 });
}

/** Reads the token in the request's cookie: undefined when there is none, '' when the cookie holds no token. */
export async function readSessionToken(config: Config, request: Request): Promise<string | undefined> {
  const value: unknown = await sessionCookie(config).parse(request.headers.get('Cookie'));
  if (value === null) return undefined;
  return typeof value === 'string' ? value : '';
}

/** Starts a session and returns its token, of which only the hash is stored. It ends after `sessionMs`, 14 days by default. */
export async function createSession(
  db: Queries,
  {
    sessionMs = absoluteMs,
    ...session
  }: { userId: string; userAgent: string | null; address: string | null; sessionMs?: number; now: number },
): Promise<string> {
  const token = createToken();
  await deleteExpiredSessions(db, session.now - endedMs);
  await insertSession(db, { ...session, idHash: hashToken(token), expiresAt: session.now + sessionMs });
  return token;
}

/** Finds the user of a session that has not ended and was not idle for 24 hours, without counting as a use of it. */
export async function findSessionUser(db: Queries, token: string, now: number): Promise<User | undefined> {
  return (await findSession(db, hashToken(token), { now, seenAfter: now - idleMs }))?.user;
}

/** Finds how long a session of the user still lasts at most, in milliseconds; undefined for one that has ended. */
export async function findSessionRest(
  db: Queries,
  token: string | undefined,
  { userId, now }: { userId: string; now: number },
): Promise<number | undefined> {
  const session =
    token === undefined
      ? undefined
      : await findSession(db, hashToken(token), { now, seenAfter: now - idleMs });
  return session?.user.id === userId ? session.expiresAt - now : undefined;
}

/** Does what {@link findSessionUser} does, and counts as a use, from which the idle time is counted anew. */
export async function resumeSession(
  app: Pick<AppContext, 'db' | 'log'>,
  token: string,
  now: number,
): Promise<User | undefined> {
  const idHash = hashToken(token);
  const session = await findSession(app.db, idHash, { now, seenAfter: now - idleMs });
  if (session && now - session.lastSeenAt >= notedUseMs) {
    noteUse(app, (tx) => updateSessionSeen(tx, idHash, now));
  }
  return session?.user;
}

/** Finds the user of a session that ended by idleness or age; undefined for one that somebody ended, which is deleted. */
export async function findEndedSessionUser(db: Queries, token: string): Promise<User | undefined> {
  return (await findSession(db, hashToken(token), { now: 0, seenAfter: 0 }))?.user;
}

/** Lists the user's open sessions, and marks the one that `token` belongs to. */
export async function listOpenSessions(
  db: Queries,
  userId: string,
  { token, now }: { token: string | undefined; now: number },
): Promise<(OwnSession & { isCurrent: boolean })[]> {
  const current = token === undefined ? undefined : hashToken(token);
  const sessions = await listSessions(db, userId, { now, seenAfter: now - idleMs });
  return sessions.map((session) => Object.assign(session, { isCurrent: session.idHash === current }));
}

/** Deletes a session; an unknown token is no error. */
export async function endSession(db: Queries, token: string): Promise<void> {
  await deleteSession(db, hashToken(token));
}
