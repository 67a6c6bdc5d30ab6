import type { ExpressionBuilder } from 'kysely';
import type { Queries } from '../core/queries';
import type { Tables } from '../core/tables';
import { holdsPerson } from './person-search';

export interface ListedUser {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  isVerified: boolean;
  /** Whether logging in with the password takes a second step. */
  hasTwoFactor: boolean;
  hasPasskeys: boolean;
  createdAt: number;
  /** When a session of the user that still exists was last used; null without one. */
  lastSeenAt: number | null;
  organizations: number;
}

/**
 * Returns the accounts of the whole installation, newest first, from after the row `before`; with `search`, only those that
 * have it in their address or name. Only for the administrators of the installation.
 */
export async function listUsers(
  db: Queries,
  { search = '', before, limit }: { search?: string; before?: string; limit: number },
): Promise<ListedUser[]> {
  let query = db.build
    .selectFrom('users')
    .select((eb) => [
      'id',
      'email',
      'first_name as firstName',
      'last_name as lastName',
      'email_verified_at as verifiedAt',
      'created_at as createdAt',
      findTwoFactorSince(eb).as('twoFactorSince'),
      findPasskey(eb).as('passkey'),
      findLastSeen(eb).as('lastSeenAt'),
      countMemberships(eb).as('organizations'),
    ])
    .orderBy('id', 'desc')
    .limit(limit);
  if (before !== undefined) query = query.where('id', '<', before);
  if (search !== '') query = query.where(holdsPerson(search));
  return (await db.all(query)).map(toListedUser);
}

type Row = Omit<ListedUser, 'isVerified' | 'hasTwoFactor' | 'hasPasskeys' | 'organizations'> & {
  verifiedAt: number | null;
  twoFactorSince: number | null;
  passkey: string | null;
  organizations: number | null;
};

function toListedUser({ verifiedAt, twoFactorSince, passkey, organizations, ...row }: Row): ListedUser {
  return {
    ...row,
    isVerified: verifiedAt !== null,
    hasTwoFactor: twoFactorSince !== null,
    hasPasskeys: passkey !== null,
    organizations: organizations ?? 0,
  };
}

function findTwoFactorSince(eb: ExpressionBuilder<Tables, 'users'>) {
  return eb.selectFrom('two_factor').select('created_at').whereRef('two_factor.user_id', '=', 'users.id');
}

function findPasskey(eb: ExpressionBuilder<Tables, 'users'>) {
  return eb.selectFrom('passkeys').select('id').whereRef('passkeys.user_id', '=', 'users.id').limit(1);
}

function findLastSeen(eb: ExpressionBuilder<Tables, 'users'>) {
  return eb
    .selectFrom('sessions')
    .select(({ fn }) => fn.max('last_seen_at').as('at'))
    .whereRef('sessions.user_id', '=', 'users.id');
}

function countMemberships(eb: ExpressionBuilder<Tables, 'users'>) {
  return eb
    .selectFrom('memberships')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .whereRef('memberships.user_id', '=', 'users.id');
}

export async function countUsers(db: Queries): Promise<number> {
  const row = await db.first(
    db.build.selectFrom('users').select(({ fn }) => fn.countAll<number>().as('count')),
  );
  return row?.count ?? 0;
}
