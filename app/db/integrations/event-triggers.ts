import { sql } from 'kysely';
import { anyIntegration } from '~/engine/schema/any-integration';
import type { Queries } from '../core/queries';
import { compileQuery } from '../core/compiled-query';
import type { Tables } from '../core/tables';
import { readTags } from './tags';

interface Waiting {
  integrationId: string;
  ending: Tables['event_triggers']['ending'];
}

/** A deployed integration that starts when another one's execution ends. */
export interface EventTarget {
  integrationId: string;
  /** The deployed version. */
  version: number;
}

/**
 * Returns the integrations of the organization that this ending of the source starts, in the order they were made. Those that
 * wait for all others, or for one tag, do not start others that wait for the same; a test starts none of them.
 */
export function listEventTargets(db: Queries, source: EventSource): Promise<EventTarget[]> {
  return db.all(targetsQuery(source));
}

interface EventSource {
  integrationId: string;
  organizationId: string;
  ending: 'completed' | 'error';
  /** Whether the execution that ended is a test. */
  isTest: 0 | 1;
}

// This query runs at the end of every execution.
const targetsQuery = compileQuery<EventSource, EventTarget>((build, value) => {
  const ofOne = build
    .selectFrom('event_triggers')
    .select('integration_id')
    .where('source_integration_id', '=', value('integrationId'))
    .where('ending', 'in', [value('ending'), 'any']);
  const ofAll = build
    .selectFrom('organization_event_triggers as all')
    .select('all.integration_id')
    .where('all.organization_id', '=', value('organizationId'))
    .where('all.ending', 'in', [value('ending'), 'any'])
    .where(sql`${value('isTest')}`, '=', 0)
    .where(
      sql<boolean>`(${sql.ref('all.tag')} is null or exists (
        select 1 from integrations as source, json_each(source.tags)
          where source.id = ${value('integrationId')} and ${sql.ref('all.tag')} = json_each.value))`,
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('organization_event_triggers as own')
            .select('own.integration_id')
            .where('own.organization_id', '=', value('organizationId'))
            .where('own.integration_id', '=', value('integrationId'))
            .whereRef('own.tag', 'is', 'all.tag'),
        ),
      ),
    );
  return (
    build
      .selectFrom(ofOne.unionAll(ofAll).as('waiting'))
      // A cross join keeps this order, which reads nothing when no integration waits; SQLite would begin with all integrations.
      .crossJoin('integrations')
      .select(['integrations.id as integrationId', 'integrations.deployed_version as version'])
      .whereRef('integrations.id', '=', 'waiting.integration_id')
      .where('integrations.organization_id', '=', value('organizationId'))
      .where('integrations.is_active', '=', 1)
      .where('integrations.deleted_at', 'is', null)
      .orderBy('integrationId')
  );
});

/** A deployed integration of an organization that waits for the end of others. */
export interface EventListener {
  id: string;
  name: string;
  tags: string[];
  /** The integration that it waits for; `any` for all others. */
  sourceId: string;
  /** The tag of those that it waits for; null for those with any. */
  sourceTag: string | null;
}

/** Returns the deployed integrations of an organization that wait for the end of others, by name. */
export async function listEventListeners(db: Queries, organizationId: string): Promise<EventListener[]> {
  const ofOne = db.build
    .selectFrom('event_triggers')
    .select([
      'integration_id as listenerId',
      'source_integration_id as sourceId',
      sql<string | null>`null`.as('sourceTag'),
    ]);
  const ofAll = db.build
    .selectFrom('organization_event_triggers')
    .select([
      'integration_id as listenerId',
      sql<string>`${anyIntegration}`.as('sourceId'),
      'tag as sourceTag',
    ])
    .where('organization_id', '=', organizationId);
  const listeners = await db.all(
    db.build
      .selectFrom('integrations')
      .innerJoin(ofOne.unionAll(ofAll).as('waiting'), 'waiting.listenerId', 'integrations.id')
      .select(['id', 'name', 'tags', 'sourceId', 'sourceTag'])
      .where('organization_id', '=', organizationId)
      .where('deleted_at', 'is', null)
      .orderBy('name')
      .orderBy('id'),
  );
  return listeners.map(({ id, name, tags, sourceId, sourceTag }) => ({
    id,
    name,
    tags: readTags(tags),
    sourceId,
    sourceTag,
  }));
}

/**
 * Lists the names of the deployed integrations of the organization that the end of this one starts: the first ten. One that is
 * disabled has no row. `besides`: the ids of those that are left out.
 */
export async function listStartedNames(
  db: Queries,
  { id, organizationId }: { id: string; organizationId: string },
  besides: readonly string[] = [],
): Promise<string[]> {
  const started = db.build
    .selectFrom('event_triggers')
    .innerJoin('integrations', 'integrations.id', 'event_triggers.integration_id')
    .select('integrations.name')
    .where('event_triggers.source_integration_id', '=', id)
    .where('integrations.organization_id', '=', organizationId)
    .where('integrations.deleted_at', 'is', null)
    .where('integrations.id', 'not in', besides)
    .orderBy('integrations.name')
    .limit(10);
  return (await db.all(started)).map(({ name }) => name);
}

/** Makes an integration wait for this source only. */
export async function replaceEventTrigger(
  db: Queries,
  trigger: Waiting & { sourceIntegrationId: string },
): Promise<void> {
  await deleteEventTrigger(db, trigger.integrationId);
  await db.run(
    db.build.insertInto('event_triggers').values({
      source_integration_id: trigger.sourceIntegrationId,
      integration_id: trigger.integrationId,
      ending: trigger.ending,
    }),
  );
}

/** Makes an integration wait for all others of its organization, or for those with a tag. */
export async function replaceOrganizationEventTrigger(
  db: Queries,
  { organizationId, integrationId, ending, tag }: Waiting & { organizationId: string; tag: string | null },
): Promise<void> {
  await deleteEventTrigger(db, integrationId);
  await db.run(
    db.build
      .insertInto('organization_event_triggers')
      .values({ organization_id: organizationId, integration_id: integrationId, ending, tag }),
  );
}

/** Makes an integration wait for no source. */
export async function deleteEventTrigger(db: Queries, integrationId: string): Promise<void> {
  await db.run(db.build.deleteFrom('event_triggers').where('integration_id', '=', integrationId));
  await db.run(
    db.build.deleteFrom('organization_event_triggers').where('integration_id', '=', integrationId),
  );
}
