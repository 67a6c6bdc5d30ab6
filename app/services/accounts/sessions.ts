import { describeDevice } from '~/auth/device';
import { listOpenSessions } from '~/auth/session';
import type { AppContext } from '~/context';
import { insertAuditEntry } from '~/db/organizations/audit-entries';
import { deleteSessionOfUser, deleteSessionsOfUser } from '~/db/accounts/sessions';
import type { User } from '~/db/accounts/users';

/** A session as shown to its owner. */
export interface DescribedSession {
  id: string;
  /** The browser and system, such as 'Firefox on Windows'. */
  device: string;
  address: string | null;
  /** Milliseconds since 1970. */
  createdAt: number;
  /** Milliseconds since 1970; exact to a minute. */
  lastSeenAt: number;
  isCurrent: boolean;
}

/** Returns the open sessions of the user, the one seen last first. */
export async function describeSessions(
  context: AppContext,
  userId: string,
  token: string | undefined,
): Promise<DescribedSession[]> {
  const sessions = await listOpenSessions(context.db, userId, { token, now: context.now() });
  return sessions.map(({ idHash, userAgent, address, createdAt, lastSeenAt, isCurrent }) => ({
    id: idHash,
    device: describeDevice(userAgent),
    address,
    createdAt,
    lastSeenAt,
    isCurrent,
  }));
}

/** Ends one of the user's sessions. A session that is over already, or another user's, stays as it is. */
export async function revokeSession(
  context: AppContext,
  user: User,
  idHash: string,
  address: string,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const ended = await deleteSessionOfUser(tx, user.id, idHash);
    if (ended === 0) return;
    await insertAuditEntry(tx, { kind: 'session-ended', userId: user.id, address, now: context.now() });
  });
}

/** Ends all sessions of the user but the named one. */
export async function revokeOtherSessions(
  context: AppContext,
  user: User,
  keptIdHash: string,
  address: string,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const ended = await deleteSessionsOfUser(tx, user.id, keptIdHash);
    if (ended === 0) return;
    await insertAuditEntry(tx, {
      kind: 'session-ended',
      userId: user.id,
      detail: 'All others',
      address,
      now: context.now(),
    });
  });
}
