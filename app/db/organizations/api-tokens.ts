import type { Queries } from '../core/queries';
import type { Access, Role } from '../core/tables';
import { toUser, type User, userColumns } from '../accounts/users';

/** A token as the settings show it; the token itself is stored nowhere. */
export interface ApiToken {
  id: string;
  name: string;
  role: Role;
  access: Access;
  lastFour: string;
  createdAt: number;
  lastUsedAt: number | null;
  /** The address of the user who made it. */
  email: string;
}

/** Inserts a token; nothing, and returns false, when its id is taken. */
export async function insertApiToken(
  db: Queries,
  token: {
    id: string;
    tokenHash: string;
    organizationId: string;
    userId: string;
    name: string;
    role: Role;
    access?: Access;
    lastFour: string;
    now: number;
  },
): Promise<boolean> {
  const inserted = await db.run(
    db.build
      .insertInto('api_tokens')
      .values({
        id: token.id,
        token_hash: token.tokenHash,
        organization_id: token.organizationId,
        user_id: token.userId,
        name: token.name,
        role: token.role,
        access: token.access,
        last_four: token.lastFour,
        created_at: token.now,
      })
      .onConflict((conflict) => conflict.column('id').doNothing()),
  );
  return inserted > 0;
}

/** Replaces a user's token by another one in the same row, unless it was used. Returns whether it did. */
export async function updateUnusedApiToken(
  db: Queries,
  token: { id: string; tokenHash: string; lastFour: string; organizationId: string; userId: string },
): Promise<boolean> {
  const updated = await db.run(
    db.build
      .updateTable('api_tokens')
      .set({ token_hash: token.tokenHash, last_four: token.lastFour })
      .where('id', '=', token.id)
      .where('organization_id', '=', token.organizationId)
      .where('user_id', '=', token.userId)
      .where('last_used_at', 'is', null),
  );
  return updated > 0;
}

/** Returns what a token allows, and the user who made it. */
export async function findApiToken(
  db: Queries,
  tokenHash: string,
): Promise<
  | {
      id: string;
      organizationId: string;
      role: Role;
      access: Access;
      lastUsedAt: number | null;
      user: User;
    }
  | undefined
> {
  const row = await db.first(
    db.build
      .selectFrom('api_tokens')
      .innerJoin('users', 'users.id', 'api_tokens.user_id')
      .select([
        ...userColumns,
        'api_tokens.id as id',
        'organization_id as organizationId',
        'role',
        'access',
        'last_used_at as lastUsedAt',
      ])
      .where('token_hash', '=', tokenHash),
  );
  if (!row) return undefined;
  const { id, organizationId, role, access, lastUsedAt } = row;
  return { id, organizationId, role, access, lastUsedAt, user: toUser(row) };
}

export async function updateApiTokenUsed(db: Queries, id: string, now: number): Promise<void> {
  await db.run(db.build.updateTable('api_tokens').set({ last_used_at: now }).where('id', '=', id));
}

function selectApiTokens(db: Queries, organizationId: string) {
  return db.build
    .selectFrom('api_tokens')
    .innerJoin('users', 'users.id', 'api_tokens.user_id')
    .select([
      'api_tokens.id as id',
      'name',
      'role',
      'access',
      'last_four as lastFour',
      'api_tokens.created_at as createdAt',
      'last_used_at as lastUsedAt',
      'email',
    ])
    .where('organization_id', '=', organizationId);
}

/** Returns an organization's tokens, newest first, from after the token `before`. */
export function listApiTokens(
  db: Queries,
  page: { organizationId: string; before?: string; limit: number },
): Promise<ApiToken[]> {
  let query = selectApiTokens(db, page.organizationId).orderBy('api_tokens.id', 'desc').limit(page.limit);
  if (page.before !== undefined) query = query.where('api_tokens.id', '<', page.before);
  return db.all(query);
}

export function findOwnApiToken(
  db: Queries,
  key: { id: string; organizationId: string },
): Promise<ApiToken | undefined> {
  return db.first(selectApiTokens(db, key.organizationId).where('api_tokens.id', '=', key.id));
}

/** A token as the mails and the reset form of its maker show it, of any organization. */
export interface MadeApiToken {
  id: string;
  name: string;
  role: Role;
  access: Access;
  lastFour: string;
  organizationId: string;
  organizationName: string;
}

/** Returns all working tokens that a user made at `since` (milliseconds since 1970) or later, newest first. */
export function listApiTokensMadeBy(db: Queries, userId: string, since = 0): Promise<MadeApiToken[]> {
  return db.all(
    db.build
      .selectFrom('api_tokens')
      .innerJoin('organizations', 'organizations.id', 'organization_id')
      .select([
        'api_tokens.id as id',
        'api_tokens.name as name',
        'role',
        'access',
        'last_four as lastFour',
        'organization_id as organizationId',
        'organizations.name as organizationName',
      ])
      .where('user_id', '=', userId)
      .where('api_tokens.created_at', '>=', since)
      .orderBy('api_tokens.id', 'desc'),
  );
}

export async function deleteApiToken(
  db: Queries,
  key: { id: string; organizationId: string },
): Promise<void> {
  await db.run(
    db.build
      .deleteFrom('api_tokens')
      .where('id', '=', key.id)
      .where('organization_id', '=', key.organizationId),
  );
}
