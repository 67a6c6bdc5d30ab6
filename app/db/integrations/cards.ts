// The integrations of an organization as its dashboard shows them.
import { sql } from 'kysely';
import { readSearchedHost } from '~/engine/definition/call-hosts';
import { compileQuery } from '../core/compiled-query';
import type { Queries } from '../core/queries';
import {
  type DefinedIntegration,
  type IntegrationKey,
  integrationColumns,
  joinDefinition,
  joinVersion,
  toIntegration,
} from './integrations';
import { callsHost, findCalledHosts } from './found-hosts';
import { hasTag, readTags, tagsText } from './tags';
import { updaterColumns } from './updaters';

/** An integration as a card of the dashboard shows it. Times are milliseconds since 1970. */
export interface IntegrationCard {
  id: string;
  name: string;
  description: string | null;
  tags: string[];
  isActive: boolean;
  triggerType: string;
  callCount: number;
  totalExecutions: number;
  successfulExecutions: number;
  lastExecutedAt: number | null;
  lastTestAt: number | null;
  pauseAfterErrors: number | null;
  /** Null while the integration is not paused. */
  pausedAt: number | null;
  updatedAt: number;
  /** The name of the user who changed it last, null when that is not known; and of the API token that acted for them. */
  updatedBy: string | null;
  updatedByToken: string | null;
  /** The host of a call that was searched for; null when the search found something else of the integration. */
  foundHost: string | null;
}

const cardColumns = [
  'id',
  'name',
  'description',
  'tags',
  'is_active as isActive',
  'trigger_type as triggerType',
  'call_count as callCount',
  'total_executions as totalExecutions',
  'successful_executions as successfulExecutions',
  'last_executed_at as lastExecutedAt',
  'last_test_at as lastTestAt',
  'pause_after_errors as pauseAfterErrors',
  'paused_at as pausedAt',
  'integrations.updated_at as updatedAt',
  ...updaterColumns,
] as const;

/** The orders that the dashboard's list offers. */
export type CardOrder = 'failing' | 'newest' | 'name' | 'executed';

interface CardPage {
  organizationId: string;
  /** A part of the name, the description, a tag or the host of a call, case ignored (ASCII); empty for all. */
  search: string;
  /** Only integrations with this tag; empty for all. */
  tag?: string;
  order: CardOrder;
  offset: number;
  limit: number;
}

/**
 * Returns integrations as cards, those last that a search finds only by a host. The order by failing begins with those that fail, the latest failure first. The order by
 * execution ends with those that were never executed.
 */
export async function listIntegrationCards(db: Queries, page: CardPage): Promise<IntegrationCard[]> {
  const host = readSearchedHost(page.search);
  const named = sql<
    0 | 1
  >`instr(lower(name || char(10) || coalesce(description, '') || char(10) || ${tagsText}), lower(${page.search})) > 0`;
  const query = joinVersion(db.build.selectFrom('integrations'))
    .select(cardColumns)
    .where('organization_id', '=', page.organizationId)
    .where('deleted_at', 'is', null)
    .$if(page.search !== '', (all) =>
      all
        .select(named.as('isNamed'))
        .where((eb) => (host === '' ? named : eb.or([named, callsHost(host)])))
        .orderBy(named, 'desc'),
    )
    .$if(Boolean(page.tag), (all) => all.where(hasTag(page.tag ?? '')))
    .$if(page.order === 'failing', (all) =>
      all
        .orderBy(sql`failures_in_row > 0 and is_active = 1`, 'desc')
        .orderBy(sql`iif(failures_in_row > 0 and is_active = 1, last_failed_at, 0)`, 'desc'),
    )
    .$if(page.order === 'name', (all) => all.orderBy(sql`name collate nocase`))
    .$if(page.order === 'executed', (all) => all.orderBy('last_executed_at', 'desc'))
    .orderBy('integrations.created_at', 'desc')
    .orderBy('integrations.id', 'desc')
    .offset(page.offset)
    .limit(page.limit);
  const rows = await db.all(query);
  // Only for the page: to list the hosts takes longer than to find them.
  const ids = rows.filter(({ isNamed }) => isNamed === 0).map(({ id }) => id);
  const hosts = await findCalledHosts(db, { organizationId: page.organizationId, ids, text: host });
  return rows.map((row) => toCard(row, hosts.get(row.id)));
}

type CardRow = Omit<IntegrationCard, 'tags' | 'isActive' | 'foundHost'> & { tags: string; isActive: 0 | 1 };

function toCard(
  { isNamed: _isNamed, ...row }: CardRow & { isNamed?: 0 | 1 },
  foundHost: string | undefined,
): IntegrationCard {
  return { ...row, isActive: row.isActive === 1, tags: readTags(row.tags), foundHost: foundHost ?? null };
}

interface IntegrationCounts {
  integrationCount: number;
  /** The integrations that are deployed. */
  activeCount: number;
  /** The integrations that were made since the given time; below, those with a version saved since, new ones included. */
  addedCount: number;
  savedCount: number;
  /** The calls of all integrations together. */
  callCount: number;
  lastTestAt: number | null;
}

const countsQuery = compileQuery<{ organizationId: string; since: number }, IntegrationCounts>(
  (build, value) =>
    joinVersion(build.selectFrom('integrations'))
      .select((eb) => [
        eb.fn.countAll<number>().as('integrationCount'),
        eb.fn.coalesce(eb.fn.sum<number>('call_count'), eb.lit(0)).as('callCount'),
        eb.fn.coalesce(eb.fn.sum<number>('is_active'), eb.lit(0)).as('activeCount'),
        sql<number>`count(*) filter (where integrations.created_at >= ${value('since')})`.as('addedCount'),
        sql<number>`count(*) filter (where integration_versions.created_at >= ${value('since')})`.as(
          'savedCount',
        ),
        eb.fn.max('last_test_at').as('lastTestAt'),
      ])
      .where('organization_id', '=', value('organizationId'))
      .where('deleted_at', 'is', null),
);

/**
 * Counts the integrations of the organization, and their calls together.
 *
 * @param asked `since`: in milliseconds since 1970
 */
export async function countIntegrations(
  db: Queries,
  asked: { organizationId: string; since: number },
): Promise<IntegrationCounts> {
  return (await db.first(countsQuery(asked))) ?? noIntegrations;
}

const noIntegrations: IntegrationCounts = {
  integrationCount: 0,
  activeCount: 0,
  addedCount: 0,
  savedCount: 0,
  callCount: 0,
  lastTestAt: null,
};

/** A deployed integration with a recent failed execution. */
export interface FailedIntegration {
  id: string;
  name: string;
  lastFailedAt: number;
  /** Since when the integration has only failed, and how often; null and 0 when an execution completed since. */
  failingSince: number | null;
  failuresInRow: number;
}

/**
 * Returns the deployed integrations with an execution that failed since a time: at most `limit` of them, and how many there
 * are. Those that still fail come first, then the latest failure first.
 */
export async function listFailedIntegrations(
  db: Queries,
  { organizationId, since, limit }: { organizationId: string; since: number; limit: number },
): Promise<{ failed: FailedIntegration[]; count: number }> {
  const rows = await db.all(
    db.build
      .selectFrom('integrations')
      .select(['id', 'name', 'failing_since as failingSince', 'failures_in_row as failuresInRow'])
      .select(sql<number>`last_failed_at`.as('lastFailedAt'))
      .select(sql<number>`count(*) over ()`.as('count'))
      .where('organization_id', '=', organizationId)
      .where('deleted_at', 'is', null)
      .where('is_active', '=', 1)
      .where('last_failed_at', '>=', since)
      .orderBy(sql`failures_in_row > 0`, 'desc')
      .orderBy('last_failed_at', 'desc')
      .limit(limit),
  );
  const failed = rows.map(({ id, name, lastFailedAt, failingSince, failuresInRow }) => ({
    id,
    name,
    lastFailedAt,
    failingSince,
    failuresInRow,
  }));
  return { failed, count: rows[0]?.count ?? 0 };
}

/** Counts the executions of an integration, tests left out, that failed since the last one that completed. */
export async function countFailuresInRow(
  db: Queries,
  { id, organizationId }: IntegrationKey,
): Promise<number> {
  const row = await db.first(
    db.build
      .selectFrom('integrations')
      .select('failures_in_row as count')
      .where('id', '=', id)
      .where('organization_id', '=', organizationId),
  );
  return row?.count ?? 0;
}

/** Returns the newest integration that is deployed and has a webhook trigger, with its definition. */
export async function findNewestWebhook(
  db: Queries,
  organizationId: string,
): Promise<DefinedIntegration | undefined> {
  const row = await db.first(
    joinDefinition(db.build.selectFrom('integrations').select(integrationColumns))
      .where('organization_id', '=', organizationId)
      .where('deleted_at', 'is', null)
      .where('is_active', '=', 1)
      .where('trigger_type', '=', 'webhook')
      .orderBy('integrations.created_at', 'desc')
      .orderBy('integrations.id', 'desc')
      .limit(1),
  );
  return row && toIntegration(row);
}
