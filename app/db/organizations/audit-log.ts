import { compileQuery } from '../core/compiled-query';
import type { Queries } from '../core/queries';
import type { AuditKind } from './audit-entries';

export interface AuditRow {
  id: string;
  kind: string;
  /** The detail of the entry, else the name of the integration it is about. */
  detail: string | null;
  /** The name of the integration that the entry, or its execution, is about; null once that is deleted. */
  integration: string | null;
  address: string | null;
  createdAt: number;
  /** The address of the user who did it; null when the user is not known or the account is deleted. */
  email: string | null;
}

/** Returns the audit log of an organization, newest first, from after the row `before`; only one kind when it is given. */
export function listAuditEntries(
  db: Queries,
  page: { organizationId: string; kind?: string; before?: string; limit: number },
): Promise<AuditRow[]> {
  let query = db.build
    .selectFrom('audit')
    .leftJoin('users', 'users.id', 'audit.user_id')
    .leftJoin('executions', (join) =>
      join
        .onRef('executions.id', '=', 'audit.subject_id')
        .onRef('executions.organization_id', '=', 'audit.organization_id'),
    )
    .leftJoin('integrations', (join) =>
      join
        .on((on) =>
          on('integrations.id', '=', on.fn.coalesce('executions.integration_id', 'audit.subject_id')),
        )
        .onRef('integrations.organization_id', '=', 'audit.organization_id'),
    )
    .select(({ fn }) => [
      'audit.id as id',
      'kind',
      fn.coalesce('detail', 'integrations.name').as('detail'),
      'integrations.name as integration',
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

/**
 * Returns the newest entry of a kind about one thing that was made at or after `since`, with the address of the user who did
 * it; null when the account is deleted.
 */
export function findNewestAuditEntry(
  db: Queries,
  about: { organizationId: string; kind: AuditKind; subjectId: string; since: number },
): Promise<{ email: string | null } | undefined> {
  return db.first(
    db.build
      .selectFrom('audit')
      .leftJoin('users', 'users.id', 'audit.user_id')
      .select('users.email as email')
      .where('audit.organization_id', '=', about.organizationId)
      .where('kind', '=', about.kind)
      .where('subject_id', '=', about.subjectId)
      .where('audit.created_at', '>=', about.since)
      .orderBy('audit.id', 'desc')
      .limit(1),
  );
}

/** Checks whether a person left an organization or was removed from it, by their account or by the address that it had then. */
export async function hasLeftOrganization(
  db: Queries,
  { organizationId, userId, email }: { organizationId: string; userId: string; email: string },
): Promise<boolean> {
  const left: AuditKind[] = ['member-left', 'member-removed'];
  const entry = await db.first(
    db.build
      .selectFrom('audit')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('kind', 'in', left)
      .where((on) => on.or([on('subject_id', '=', userId), on('detail', '=', email)]))
      .limit(1),
  );
  return entry !== undefined;
}

/** Returns the kinds of an organization's entries, with one index search for each, however many entries there are. */
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
