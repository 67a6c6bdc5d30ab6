// Organizations that require a second factor of their members. Members without a password log in by single sign-on only, so
// their provider is responsible for it; the same holds for everybody where password login is off (`passwordLogin` false).
import type { ExpressionBuilder } from 'kysely';
import type { Queries } from '../core/queries';
import type { Tables } from '../core/tables';

/** Builds the condition, for queries on `users`, that a user logs in with a password and nothing else. */
function hasPasswordAlone(eb: ExpressionBuilder<Tables, 'users'>) {
  const factor = eb
    .selectFrom('two_factor')
    .select('user_id')
    .whereRef('two_factor.user_id', '=', 'users.id');
  return eb.and([eb('users.password_hash', '<>', ''), eb.not(eb.exists(factor))]);
}

/** Checks whether the organization requires a second factor that the person does not have. */
export async function lacksDemandedFactor(
  db: Queries,
  {
    userId,
    organizationId,
    passwordLogin,
  }: { userId: string; organizationId: string; passwordLogin: boolean },
): Promise<boolean> {
  if (!passwordLogin) return false;
  const row = await db.first(
    db.build
      .selectFrom('users')
      .select('id')
      .where('id', '=', userId)
      .where(hasPasswordAlone)
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('organizations')
            .select('organizations.id')
            .where('organizations.id', '=', organizationId)
            .where('requires_second_factor', '=', 1),
        ),
      ),
  );
  return row !== undefined;
}

/** Returns those of the people who log in with a password alone. */
export async function listWithPasswordAlone(
  db: Queries,
  { userIds, passwordLogin }: { userIds: string[]; passwordLogin: boolean },
): Promise<Set<string>> {
  if (!passwordLogin) return new Set();
  const rows = await db.all(
    db.build.selectFrom('users').select('id').where('id', 'in', userIds).where(hasPasswordAlone),
  );
  return new Set(rows.map(({ id }) => id));
}

/** Counts the members of an organization who log in with a password alone. */
export async function countWithPasswordAlone(
  db: Queries,
  { organizationId, passwordLogin }: { organizationId: string; passwordLogin: boolean },
): Promise<number> {
  if (!passwordLogin) return 0;
  const row = await db.first(
    db.build
      .selectFrom('users')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('memberships')
          .select('memberships.user_id')
          .where('memberships.organization_id', '=', organizationId),
      )
      .where(hasPasswordAlone),
  );
  return row?.count ?? 0;
}
