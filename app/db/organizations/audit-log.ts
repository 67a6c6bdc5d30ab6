import { expressionBuilder } from 'kysely';
import { compileQuery } from '../core/compiled-query';
import { firstIdOf } from '../core/id';
import type { Queries } from '../core/queries';
import type { Tables } from '../core/tables';
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

/** Narrows an audit log. */
export interface AuditFilter {
  kind?: string | undefined;
  /** A text of the person's address, the integration's name, the detail or the IP address; the case of ASCII letters is ignored. */
  search?: string | undefined;
  /** From when, and until when, entries were made, in milliseconds since 1970; `to` itself is left out. */
  from?: number | undefined;
  to?: number | undefined;
  /** Only entries before the one of this id. */
  before?: string | undefined;
}

/**
 * Returns the audit log of an organization, newest first. A search reads every entry that it may not show, in one piece: `after`,
 * the id of an entry, bounds it.
 */
export function listAuditEntries(
  db: Queries,
  page: AuditFilter & { organizationId: string; after?: string | undefined; limit: number },
): Promise<AuditRow[]> {
  let query = selectEntries(db, page)
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
    .limit(page.limit);
  if (page.after !== undefined) query = query.where('audit.id', '>=', page.after);
  if (page.search !== undefined) query = query.where(holdsText(page.search));
  return db.all(query);
}

/** Returns the id of the entry that is the `count`th, whatever the search; undefined when there are fewer. */
export async function findEntryAt(
  db: Queries,
  page: AuditFilter & { organizationId: string },
  count: number,
): Promise<string | undefined> {
  const entry = await db.first(
    selectEntries(db, page)
      .select('audit.id')
      .limit(1)
      .offset(count - 1),
  );
  return entry?.id;
}

/** Selects the entries of a page, newest first, before its search is applied. An id sorts by the time at which it was made. */
function selectEntries(
  db: Queries,
  { organizationId, kind, from, to, before }: AuditFilter & { organizationId: string },
) {
  let query = db.build
    .selectFrom('audit')
    .where('audit.organization_id', '=', organizationId)
    .orderBy('audit.id', 'desc');
  if (kind !== undefined) query = query.where('kind', '=', kind);
  if (from !== undefined) query = query.where('audit.id', '>=', firstIdOf(from));
  if (to !== undefined) query = query.where('audit.id', '<', firstIdOf(to));
  if (before !== undefined) query = query.where('audit.id', '<', before);
  return query;
}

function holdsText(search: string) {
  const eb = expressionBuilder<Tables, 'audit' | 'users' | 'integrations'>();
  const found = eb.val(search.toLowerCase());
  return eb.or(
    (['audit.detail', 'audit.address', 'users.email', 'integrations.name'] as const).map((column) =>
      eb(eb.fn<number>('instr', [eb.fn('lower', [column]), found]), '>', 0),
    ),
  );
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
