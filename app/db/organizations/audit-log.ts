import { compileQuery } from '../core/compiled-query';
import type { Queries } from '../core/queries';

export interface AuditRow {
  id: string;
  kind: string;
  /** What was said of it, else the name of the integration it was done to. */
  detail: string | null;
  address: string | null;
  createdAt: number;
  /** Who did it; null when it is not known, or when the account is gone. */
  email: string | null;
}

/** What was done in an organization, newest first, from behind the row `before`; of one kind when it is given. */
export function listAudit(
  db: Queries,
  page: { organizationId: string; kind?: string; before?: string; limit: number },
): Promise<AuditRow[]> {
  let query = db.build
    .selectFrom('audit')
    .leftJoin('users', 'users.id', 'audit.user_id')
    .leftJoin('integrations', 'integrations.id', 'audit.subject_id')
    .select(({ fn }) => [
      'audit.id as id',
      'kind',
      fn.coalesce('detail', 'integrations.name').as('detail'),
      'address',
      'audit.created_at as createdAt',
      'users.email as email',
    ])
    .where('audit.organization_id', '=', page.organizationId)
    .orderBy('audit.id', 'desc')
    .limit(page.limit);
  if (page.kind !== undefined) query = query.where('kind', '=', page.kind);
  if (page.before !== undefined) query = query.where('audit.id', '<', page.before);
  return db.all(query);
}

/** The kinds of entries that an organization has: one jump in the index for each, however many entries there are. */
export async function listAuditKinds(db: Queries, organizationId: string): Promise<string[]> {
  const kinds: string[] = [];
  for (let after = ''; ;) {
    const next = await db.first(nextKindQuery({ organizationId, after }));
    if (next === undefined) return kinds;
    kinds.push(next.kind);
    after = next.kind;
  }
}

const nextKindQuery = compileQuery<{ organizationId: string; after: string }, { kind: string }>(
  (build, value) =>
    build
      .selectFrom('audit')
      .select('kind')
      .where('organization_id', '=', value('organizationId'))
      .where('kind', '>', value('after'))
      .orderBy('kind')
      .limit(1),
);
