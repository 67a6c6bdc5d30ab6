import { type SelectQueryBuilder, sql } from 'kysely';
import type { Queries } from '../core/queries';
import { isBehind, type PagePosition } from '../core/page-position';
import type { Tables } from '../core/tables';
import { callsHost } from './found-hosts';
import { hasTag, readTags } from './tags';
import { toUpdaterRow, type Updater, updaterColumns } from './updaters';
import { updateSuperseded } from './versions-in-use';

/** An integration without its definition, which is a row of `integration_versions`. */
export interface Integration {
  id: string;
  organizationId: string;
  name: string;
  description: string | null;
  tags: string[];
  isActive: boolean;
  /** The newest version of its definition. */
  version: number;
  /** The version that runs use; the newest unless the integration is deployed and a save does not go live at once. */
  deployedVersion: number;
  /** Whether each save goes live at once. */
  autoDeploy: boolean;
  /** Whether a version is deployed only when all recorded tests pass. */
  requireTests: boolean;
  createdAt: number;
  updatedAt: number;
  /** The name of the user who changed it last, null when that is not known; and of the API token that acted for them. */
  updatedBy: string | null;
  updatedByToken: string | null;
  lastExecutedAt: number | null;
  lastTestAt: number | null;
  totalExecutions: number;
  successfulExecutions: number;
  failedExecutions: number;
  /** The time until which the former webhook secret is valid, in milliseconds since 1970. */
  formerSecretUntil: number | null;
  /** The number of errors in a row that pauses the integration; null when none does. */
  pauseAfterErrors: number | null;
  /** The time since which nothing of the integration is started, in milliseconds since 1970; null while it is not paused. */
  pausedAt: number | null;
  /** The most executions that may be under way at once; null without a limit. */
  executionsAtOnce: number | null;
  /** The most executions that may begin in an hour; null without a limit. */
  executionsPerHour: number | null;
  /** The most deliveries that are accepted in a second; null for the limit of the installation. */
  deliveriesPerSecond: number | null;
  /** The number of days after which ended executions are removed; null for that of the installation. */
  retentionDays: number | null;
  /** The number of days for failed executions; null for that of the others. */
  retentionDaysFailed: number | null;
  /** The size in MiB above which the oldest executions are removed; null without a limit. */
  retentionMib: number | null;
  /** How many times a failed execution is replayed automatically; null when none is. */
  automaticReplays: number | null;
  /** The executions removed by limits of the integration itself: how many, their bytes, and when the last was removed. */
  prunedEarly: number;
  prunedEarlyBytes: number;
  prunedEarlyAt: number | null;
}

/** An integration with its newest definition as it is stored: JSON text, its secrets sealed. */
export interface DefinedIntegration extends Integration {
  storedDefinition: string;
}

/** The key of an integration: its id, and the organization that must own it. */
export interface IntegrationKey {
  id: string;
  organizationId: string;
}

export const integrationColumns = [
  'integrations.id',
  'integrations.organization_id as organizationId',
  'integrations.name',
  'integrations.description',
  'integrations.tags',
  'integrations.is_active as isActive',
  'integrations.version',
  'integrations.deployed_version as deployedVersion',
  'integrations.auto_deploy as autoDeploy',
  'integrations.require_tests as requireTests',
  'integrations.created_at as createdAt',
  'integrations.updated_at as updatedAt',
  ...updaterColumns,
  'integrations.last_executed_at as lastExecutedAt',
  'integrations.last_test_at as lastTestAt',
  'integrations.total_executions as totalExecutions',
  'integrations.successful_executions as successfulExecutions',
  'integrations.failed_executions as failedExecutions',
  'integrations.former_secret_until as formerSecretUntil',
  'integrations.pause_after_errors as pauseAfterErrors',
  'integrations.paused_at as pausedAt',
  'integrations.executions_at_once as executionsAtOnce',
  'integrations.executions_an_hour as executionsPerHour',
  'integrations.deliveries_a_second as deliveriesPerSecond',
  'integrations.retention_days as retentionDays',
  'integrations.retention_days_failed as retentionDaysFailed',
  'integrations.retention_mib as retentionMib',
  'integrations.automatic_replays as automaticReplays',
  'integrations.pruned_early as prunedEarly',
  'integrations.pruned_early_bytes as prunedEarlyBytes',
  'integrations.pruned_early_at as prunedEarlyAt',
] as const;

type Flag = 'isActive' | 'autoDeploy' | 'requireTests';

export function toIntegration<Row extends Record<Flag, 0 | 1> & { tags: string }>(
  row: Row,
): Omit<Row, Flag | 'tags'> & Record<Flag, boolean> & { tags: string[] } {
  const { isActive, autoDeploy, requireTests } = row;
  return {
    ...row,
    tags: readTags(row.tags),
    isActive: isActive === 1,
    autoDeploy: autoDeploy === 1,
    requireTests: requireTests === 1,
  };
}

/** Joins the newest version. */
export function joinVersion<Row>(query: SelectQueryBuilder<Tables, 'integrations', Row>) {
  return query.innerJoin('integration_versions', (join) =>
    join
      .onRef('integration_versions.integration_id', '=', 'integrations.id')
      .onRef('integration_versions.version', '=', 'integrations.version'),
  );
}

/** Joins the newest definition. */
export function joinDefinition<Row>(query: SelectQueryBuilder<Tables, 'integrations', Row>) {
  return joinVersion(query).select('integration_versions.definition as storedDefinition');
}

function selectIntegration(db: Queries, key: IntegrationKey) {
  return db.build
    .selectFrom('integrations')
    .select(integrationColumns)
    .where('id', '=', key.id)
    .where('organization_id', '=', key.organizationId)
    .where('deleted_at', 'is', null);
}

/** Returns an integration without its definition, which may hold megabytes. */
export async function findIntegration(db: Queries, key: IntegrationKey): Promise<Integration | undefined> {
  const row = await db.first(selectIntegration(db, key));
  return row && toIntegration(row);
}

/** Returns an integration with its newest definition. */
export async function findDefinedIntegration(
  db: Queries,
  key: IntegrationKey,
): Promise<DefinedIntegration | undefined> {
  const row = await db.first(joinDefinition(selectIntegration(db, key)));
  return row && toIntegration(row);
}

/** Returns the organization that owns an integration, when the user belongs to it. */
export async function findOwnerForUser(db: Queries, id: string, userId: string): Promise<string | undefined> {
  const row = await db.first(
    db.build
      .selectFrom('integrations')
      .innerJoin('memberships', 'memberships.organization_id', 'integrations.organization_id')
      .select('integrations.organization_id as organizationId')
      .where('integrations.id', '=', id)
      .where('memberships.user_id', '=', userId)
      .where('deleted_at', 'is', null),
  );
  return row?.organizationId;
}

interface Page {
  organizationId: string;
  /** The position of the last integration of the page before. */
  before?: PagePosition | undefined;
  /** Only integrations with exactly this name. */
  name?: string | undefined;
  /** Only integrations with this tag. */
  tag?: string | undefined;
  /** Only integrations with a call to a host that contains this text, in lower case. */
  host?: string | undefined;
  limit: number;
}

function selectPage(db: Queries, { organizationId, before, name, tag, host, limit }: Page) {
  return db.build
    .selectFrom('integrations')
    .select(integrationColumns)
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null)
    .$if(name !== undefined, (query) => query.where('integrations.name', '=', name ?? ''))
    .$if(tag !== undefined, (query) => query.where(hasTag(tag ?? '')))
    .$if(host !== undefined, (query) => query.where(callsHost(host ?? '')))
    .where((eb) => isBehind(eb, before, ['integrations.created_at', 'integrations.id']))
    .orderBy('integrations.created_at', 'desc')
    .orderBy('integrations.id', 'desc')
    .limit(limit);
}

/** Returns a page of integrations, newest first, without their definitions. */
export async function listIntegrations(db: Queries, page: Page): Promise<Integration[]> {
  return (await db.all(selectPage(db, page))).map(toIntegration);
}

/** Returns the names of the newest integrations. */
export function listIntegrationNames(
  db: Queries,
  page: Pick<Page, 'organizationId' | 'limit'>,
): Promise<Pick<Integration, 'id' | 'name'>[]> {
  return db.all(selectPage(db, page).clearSelect().select(['integrations.id', 'integrations.name']));
}

/** Returns ids and names, by name; those of one name by age. `tag`: only integrations with this tag. */
export function listIntegrationsByName(
  db: Queries,
  { organizationId, tag }: { organizationId: string; tag?: string | undefined },
): Promise<Pick<Integration, 'id' | 'name'>[]> {
  return db.all(
    db.build
      .selectFrom('integrations')
      .select(['id', 'name'])
      .where('organization_id', '=', organizationId)
      .where('deleted_at', 'is', null)
      .$if(tag !== undefined, (query) => query.where(hasTag(tag ?? '')))
      .orderBy('name')
      .orderBy('created_at')
      .orderBy('id'),
  );
}

/**
 * Adds an integration at version 1: a draft whose saves go live at once and need no tests, unless said otherwise. Adds nothing,
 * and returns false, when its id is taken.
 */
export async function insertIntegration(
  db: Queries,
  integration: IntegrationKey & {
    name: string;
    description: string | null;
    tags?: string[] | undefined;
    by: Updater;
    now: number;
  } & Partial<Record<Flag, boolean | undefined>>,
): Promise<boolean> {
  const inserted = await db.run(
    db.build
      .insertInto('integrations')
      .values({
        id: integration.id,
        organization_id: integration.organizationId,
        name: integration.name,
        description: integration.description,
        tags: JSON.stringify(integration.tags ?? []),
        is_active: integration.isActive ? 1 : 0,
        auto_deploy: (integration.autoDeploy ?? true) ? 1 : 0,
        require_tests: integration.requireTests ? 1 : 0,
        version: 1,
        created_at: integration.now,
        updated_at: integration.now,
        ...toUpdaterRow(integration.by),
        last_executed_at: null,
        last_test_at: null,
        deleted_at: null,
        ...(integration.isActive && { activated_at: integration.now }),
      })
      .onConflict((conflict) => conflict.column('id').doNothing()),
  );
  return inserted > 0;
}

export async function updateIntegration(
  db: Queries,
  key: IntegrationKey,
  change: Pick<Integration, 'name' | 'description' | 'tags' | 'version' | 'deployedVersion' | Flag> & {
    by: Updater;
    now: number;
  },
): Promise<void> {
  await updateSuperseded(db, { integrationId: key.id, ...change });
  await db.run(
    db.build
      .updateTable('integrations')
      .set({
        name: change.name,
        description: change.description,
        tags: JSON.stringify(change.tags),
        is_active: change.isActive ? 1 : 0,
        version: change.version,
        deployed_version: change.deployedVersion,
        auto_deploy: change.autoDeploy ? 1 : 0,
        require_tests: change.requireTests ? 1 : 0,
        updated_at: change.now,
        ...toUpdaterRow(change.by),
        ...(change.isActive && { activated_at: sql`iif(is_active, activated_at, ${change.now})` }),
      })
      .where('id', '=', key.id)
      .where('organization_id', '=', key.organizationId)
      .where('deleted_at', 'is', null),
  );
}
