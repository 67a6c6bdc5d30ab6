import type { Config } from '~/config';
import type { AppContext } from '~/context';
import { createSession, serializeSessionCookie } from '~/auth/session';
import { newId } from '~/db/core/id';
import { insertMembership } from '~/db/organizations/memberships';
import { insertOrganization } from '~/db/organizations/organizations';
import type { Access, Role } from '~/db/core/tables';
import { findUser, insertUser, updateEmailVerified, type User } from '~/db/accounts/users';

/**
 * A user of a new or given organization; nobody knows their password unless its hash is given. Verified unless told
 * otherwise.
 */
export async function createTestUser(
  context: Pick<AppContext, 'db' | 'now'>,
  options: {
    email?: string;
    verified?: boolean;
    role?: Role;
    access?: Access;
    organizationId?: string;
    passwordHash?: string;
  } = {},
): Promise<{ user: User; organizationId: string }> {
  const now = context.now();
  const userId = newId();
  const organizationId = options.organizationId ?? newId();
  if (!options.organizationId)
    await insertOrganization(context.db, { id: organizationId, name: 'analytical engines', now });
  await insertUser(context.db, {
    id: userId,
    email: options.email ?? `${userId}@example.com`,
    firstName: 'Ada',
    lastName: 'Lovelace',
    passwordHash: options.passwordHash ?? '',
    now,
  });
  const { role = 'OWNER', access } = options;
  await insertMembership(context.db, { userId, organizationId, role, access, now });
  if (options.verified !== false) await updateEmailVerified(context.db, userId, now);
  return { user: (await findUser(context.db, userId))!, organizationId };
}

/** As who has just proven who they are. */
export const proven = { isFresh: true, address: '192.0.2.1' };

/** The `Cookie` header of a new session of the user. */
export async function signInAs(
  context: Pick<AppContext, 'db' | 'now'> & { config: Pick<Config, 'appUrl'> },
  userId: string,
): Promise<string> {
  const token = await createSession(context.db, {
    userId,
    userAgent: null,
    address: null,
    now: context.now(),
  });
  return readCookies([await serializeSessionCookie(context.config, token)]);
}

/** `Set-Cookie` values as the `Cookie` header a browser sends next. */
export function readCookies(setCookies: string[]): string {
  return setCookies.map((cookie) => cookie.split(';')[0]).join('; ');
}
