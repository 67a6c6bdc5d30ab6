// The accounts that the users of an OpenID provider belong to. The key is issuer and subject, because only these two never
// change (OpenID Connect Core 1.0, section 5.7).
import type { Queries } from '../core/queries';
import { toUser, type User, userColumns } from './users';

/** The identity of a person at their provider. */
interface IdentityKey {
  issuer: string;
  subject: string;
}

/** Returns the account that an identity is connected with. */
export async function findIdentityUser(
  db: Queries,
  { issuer, subject }: IdentityKey,
): Promise<User | undefined> {
  const row = await db.first(
    db.build
      .selectFrom('identities')
      .innerJoin('users', 'users.id', 'identities.user_id')
      .select(userColumns)
      .where('issuer', '=', issuer)
      .where('subject', '=', subject),
  );
  return row && toUser(row);
}

export interface Identity extends IdentityKey {
  /** The address that the provider gave when the identity was connected. */
  email: string;
  /** Milliseconds since 1970, like the field below. */
  createdAt: number;
  lastUsedAt: number;
}

/** Returns the identity that an account is connected with at a provider. */
export function findIdentity(
  db: Queries,
  { userId, issuer }: { userId: string; issuer: string },
): Promise<Identity | undefined> {
  return db.first(
    db.build
      .selectFrom('identities')
      .select(['issuer', 'subject', 'email', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
      .where('user_id', '=', userId)
      .where('issuer', '=', issuer),
  );
}

export async function insertIdentity(
  db: Queries,
  { issuer, subject, userId, email, now }: IdentityKey & { userId: string; email: string; now: number },
): Promise<void> {
  await db.run(
    db.build
      .insertInto('identities')
      .values({ issuer, subject, user_id: userId, email, created_at: now, last_used_at: now }),
  );
}

export async function updateIdentityUsed(
  db: Queries,
  { issuer, subject }: IdentityKey,
  now: number,
): Promise<void> {
  await db.run(
    db.build
      .updateTable('identities')
      .set({ last_used_at: now })
      .where('issuer', '=', issuer)
      .where('subject', '=', subject),
  );
}

/** Deletes an identity. Returns false when there was none. */
export async function deleteIdentity(
  db: Queries,
  { userId, issuer }: { userId: string; issuer: string },
): Promise<boolean> {
  const deleted = await db.run(
    db.build.deleteFrom('identities').where('user_id', '=', userId).where('issuer', '=', issuer),
  );
  return deleted > 0;
}
