import type { Queries } from '../core/queries';

export interface ListedOrganization {
  id: string;
  name: string;
  createdAt: number;
  members: number;
  integrations: number;
  executionsPerHour: number | null;
  executionsPerDay: number | null;
}

/**
 * Returns the installation's organizations, newest first, from after the row `before`; with `search`, only those that have it
 * in their name, whatever the case of ASCII letters. Only for its administrators.
 */
export async function listOrganizations(
  db: Queries,
  { search = '', before, limit }: { search?: string; before?: string; limit: number },
): Promise<ListedOrganization[]> {
  let query = db.build
    .selectFrom('organizations')
    .select((eb) => [
      'id',
      'name',
      'created_at as createdAt',
      'executions_an_hour as executionsPerHour',
      'executions_a_day as executionsPerDay',
      eb
        .selectFrom('memberships')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('memberships.organization_id', '=', 'organizations.id')
        .as('members'),
      eb
        .selectFrom('integrations')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('integrations.organization_id', '=', 'organizations.id')
        .where('integrations.deleted_at', 'is', null)
        .as('integrations'),
    ])
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(limit);
  if (before !== undefined) query = query.where('id', '<', before);
  if (search !== '')
    query = query.where(({ eb, fn, val }) =>
      eb(fn<number>('instr', [fn('lower', ['name']), val(search.toLowerCase())]), '>', 0),
    );
  return (await db.all(query)).map(toListedOrganization);
}

type Row = Omit<ListedOrganization, 'members' | 'integrations'> & {
  members: number | null;
  integrations: number | null;
};

function toListedOrganization({ members, integrations, ...row }: Row): ListedOrganization {
  return { ...row, members: members ?? 0, integrations: integrations ?? 0 };
}

export async function countOrganizations(db: Queries): Promise<number> {
  const row = await db.first(
    db.build
      .selectFrom('organizations')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('deleted_at', 'is', null),
  );
  return row?.count ?? 0;
}
