// The seen entries of for eachs that their integrations no longer have.
import { sql } from 'kysely';
import type { Queries } from '../core/queries';
import type { LoopKey } from './run-memory';

/** Returns the next for each, in the order of ids, that has seen entries; undefined after the last. */
export async function findNextSeenLoop(db: Queries, after: LoopKey): Promise<LoopKey | undefined> {
  const seen = db.build
    .selectFrom('seen_entries')
    .select(['integration_id as integrationId', 'loop_id as loopId'])
    .orderBy('integration_id')
    .orderBy('loop_id')
    .limit(1);
  // Compared as a pair, the keys would make SQLite walk over all entries of the former for each.
  const ofSame = seen.where('integration_id', '=', after.integrationId).where('loop_id', '>', after.loopId);
  return (await db.first(ofSame)) ?? db.first(seen.where('integration_id', '>', after.integrationId));
}

/** Checks whether the for each has entries that a run last found in a list, or was done with, before a time. */
export async function hasOldSeen(db: Queries, loop: LoopKey, before: number): Promise<boolean> {
  return (await db.first(selectOldSeen(db, loop, before).limit(1))) !== undefined;
}

/** Deletes up to `limit` of those entries. Returns how many. */
export function deleteOldSeen(db: Queries, loop: LoopKey, before: number, limit: number): Promise<number> {
  const { integrationId, loopId } = loop;
  return db.run(
    db.build
      .deleteFrom('seen_entries')
      .where('integration_id', '=', integrationId)
      .where('loop_id', '=', loopId)
      .where('digest', 'in', selectOldSeen(db, loop, before).limit(limit)),
  );
}

function selectOldSeen(db: Queries, { integrationId, loopId }: LoopKey, before: number) {
  return db.build
    .selectFrom('seen_entries as old')
    .select('old.digest')
    .where('old.integration_id', '=', integrationId)
    .where('old.loop_id', '=', loopId)
    .where('old.seen_at', '<', before);
}

/** Checks whether the newest and the deployed version lack the for each, and no running execution may use another version. */
export async function isRemovedLoop(db: Queries, { integrationId, loopId }: LoopKey): Promise<boolean> {
  const integration = await db.first(
    db.build
      .selectFrom('integrations')
      .select(['organization_id as organizationId', 'version', 'deployed_version as deployedVersion'])
      .where('id', '=', integrationId),
  );
  if (!integration) return false;
  const { organizationId, version, deployedVersion } = integration;
  const loops = sql<{ value: string }>`json_each(integration_versions.definition, '$.loopSteps')`;
  const standing = db.build
    .selectFrom(['integration_versions', loops.as('loops')])
    .select('version')
    .where('integration_id', '=', integrationId)
    .where('version', 'in', [version, deployedVersion])
    .where(sql<string>`json_extract(loops.value, '$.id')`, '=', loopId);
  if ((await db.first(standing.limit(1))) !== undefined) return false;
  return !(await isUnderWay(db, { organizationId, integrationId }));
}

/** Checks whether an execution of the integration has begun and not ended: then it has a job, which waits or is leased. */
async function isUnderWay(
  db: Queries,
  { organizationId, integrationId }: { organizationId: string; integrationId: string },
): Promise<boolean> {
  const jobs = db.build
    .selectFrom('jobs')
    .innerJoin('executions', 'executions.id', 'jobs.subject_id')
    .select('executions.id')
    .where('kind', '=', 'execution')
    .where('integration_id', '=', integrationId)
    .limit(1);
  const held = await db.first(jobs.where('lease_owner', 'is not', null));
  if (held) return true;
  const waiting = jobs.where('lease_owner', 'is', null).where('jobs.organization_id', '=', organizationId);
  return (await db.first(waiting)) !== undefined;
}
