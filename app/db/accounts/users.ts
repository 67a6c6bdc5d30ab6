import type { Queries } from '../core/queries';

export interface User {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  profileImageUrl: string | null;
  emailVerified: boolean;
}

interface NewUser {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  passwordHash: string;
  now: number;
}

/** The columns of a `User`, also for queries that join to it; `toUser` reads them. */
export const userColumns = [
  'users.id as userId',
  'users.email as email',
  'users.first_name as firstName',
  'users.last_name as lastName',
  'users.profile_image_url as profileImageUrl',
  'users.email_verified_at as emailVerifiedAt',
] as const;

export interface UserRow {
  userId: string;
  email: string;
  firstName: string;
  lastName: string;
  profileImageUrl: string | null;
  emailVerifiedAt: number | null;
}

export function toUser(row: UserRow): User {
  return {
    id: row.userId,
    email: row.email,
    firstName: row.firstName,
    lastName: row.lastName,
    profileImageUrl: row.profileImageUrl,
    emailVerified: row.emailVerifiedAt !== null,
  };
}

export async function findUser(db: Queries, userId: string): Promise<User | undefined> {
  const row = await db.first(db.build.selectFrom('users').select(userColumns).where('id', '=', userId));
  return row && toUser(row);
}

/** Returns the user by the address as it is stored: trimmed, NFKC and lower-cased (`email` in fields.ts). */
export async function findUserByEmail(db: Queries, email: string): Promise<User | undefined> {
  const row = await db.first(db.build.selectFrom('users').select(userColumns).where('email', '=', email));
  return row && toUser(row);
}

/** Returns the user with the address, if they never confirmed any address. */
export async function findUnprovenUser(db: Queries, email: string): Promise<User | undefined> {
  const row = await db.first(
    db.build
      .selectFrom('users')
      .select(userColumns)
      .where('email', '=', email)
      .where('email_verified_at', 'is', null)
      .where('first_verified_at', 'is', null),
  );
  return row && toUser(row);
}

/** Returns the user and the hash to check a password against. */
export async function findCredentials(
  db: Queries,
  email: string,
): Promise<{ user: User; passwordHash: string } | undefined> {
  const row = await db.first(
    db.build
      .selectFrom('users')
      .select([...userColumns, 'password_hash as passwordHash'])
      .where('email', '=', email),
  );
  return row && { user: toUser(row), passwordHash: row.passwordHash };
}

export async function insertUser(db: Queries, user: NewUser): Promise<void> {
  await db.run(
    db.build.insertInto('users').values({
      id: user.id,
      email: user.email,
      first_name: user.firstName,
      last_name: user.lastName,
      password_hash: user.passwordHash,
      created_at: user.now,
      updated_at: user.now,
    }),
  );
}

export async function updateEmailVerified(db: Queries, userId: string, verifiedAt: number): Promise<void> {
  await db.run(
    db.build
      .updateTable('users')
      .set(({ fn, val }) => ({
        email_verified_at: verifiedAt,
        first_verified_at: fn.coalesce('first_verified_at', val(verifiedAt)),
        updated_at: verifiedAt,
      }))
      .where('id', '=', userId),
  );
}

export async function updatePassword(
  db: Queries,
  userId: string,
  { passwordHash, now }: { passwordHash: string; now: number },
): Promise<void> {
  await db.run(
    db.build
      .updateTable('users')
      .set({ password_hash: passwordHash, updated_at: now })
      .where('id', '=', userId),
  );
}

export async function updateName(
  db: Queries,
  userId: string,
  { firstName, lastName, now }: { firstName: string; lastName: string; now: number },
): Promise<void> {
  await db.run(
    db.build
      .updateTable('users')
      .set({ first_name: firstName, last_name: lastName, updated_at: now })
      .where('id', '=', userId),
  );
}

/** Gives the user another address, which was just confirmed. */
export async function updateEmail(
  db: Queries,
  userId: string,
  { email, now }: { email: string; now: number },
): Promise<void> {
  await db.run(
    db.build
      .updateTable('users')
      .set({ email, email_verified_at: now, updated_at: now })
      .where('id', '=', userId),
  );
}

/** Returns the account that was verified first among those that are verified now. */
export async function findFirstVerifiedUserId(db: Queries): Promise<string | undefined> {
  const row = await db.first(
    db.build
      .selectFrom('users')
      .select('id')
      .where('email_verified_at', 'is not', null)
      .orderBy(({ fn }) => fn.coalesce('first_verified_at', 'email_verified_at'))
      .orderBy('id')
      .limit(1),
  );
  return row?.id;
}

/**
 * Returns accounts that were created before a time, never confirmed an address and have nothing to lose: no link that still
 * works, no integration, and no organization with another member.
 */
export async function listAbandonedUsers(
  db: Queries,
  { createdBefore, now, limit }: { createdBefore: number; now: number; limit: number },
): Promise<User[]> {
  const rows = await db.all(
    db.build
      .selectFrom('users')
      .select(userColumns)
      .where('email_verified_at', 'is', null)
      .where('first_verified_at', 'is', null)
      .where('users.created_at', '<', createdBefore)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('tokens')
              .select('token_hash')
              .whereRef('tokens.user_id', '=', 'users.id')
              .where('used_at', 'is', null)
              .where('expires_at', '>', now),
          ),
        ),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('memberships as own')
              .innerJoin('memberships as other', 'other.organization_id', 'own.organization_id')
              .select('own.user_id')
              .whereRef('own.user_id', '=', 'users.id')
              .whereRef('other.user_id', '<>', 'users.id'),
          ),
        ),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('memberships as own')
              .innerJoin('integrations', 'integrations.organization_id', 'own.organization_id')
              .select('own.user_id')
              .whereRef('own.user_id', '=', 'users.id')
              .where('integrations.deleted_at', 'is', null),
          ),
        ),
      )
      .limit(limit),
  );
  return rows.map(toUser);
}

/** Deletes an account with its sessions, memberships and links. */
export async function deleteUser(db: Queries, userId: string): Promise<void> {
  await db.run(db.build.deleteFrom('users').where('id', '=', userId));
}

/** Checks whether the installation has at most one account. */
export async function hasOneUserAtMost(db: Queries): Promise<boolean> {
  return (await db.all(db.build.selectFrom('users').select('id').limit(2))).length < 2;
}
