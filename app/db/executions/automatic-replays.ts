// Automatic replays of failed executions. A row is planned with the failure that causes it, in the same transaction, and stays
// beside the execution: a later failure in the chain of replays counts on from it, and the log shows it. Whether it comes about
// is decided when it is due, since its integration may be turned off or changed until then, so such a change writes no rows here.
import { sql } from 'kysely';
import { findReplayTime } from '~/engine/replays/automatic-replays';
import { compileQuery } from '../core/compiled-query';
import type { Queries } from '../core/queries';

interface Failed {
  executionId: string;
  integrationId: string;
  organizationId: string;
  now: number;
}

const countQuery = compileQuery<Omit<Failed, 'now'>, { most: number; before: number }>((build, value) =>
  build
    .selectFrom('integrations')
    .select((eb) => [
      eb.ref('automatic_replays').$notNull().as('most'),
      sql<number>`coalesce((
        select number from executions
          join automatic_replays as earlier on earlier.execution_id = executions.replay_of
          where executions.id = ${value('executionId')}), 0)`.as('before'),
    ])
    .where('id', '=', value('integrationId'))
    .where('organization_id', '=', value('organizationId'))
    .where('is_active', '=', 1)
    .where('deleted_at', 'is', null)
    .where('automatic_replays', 'is not', null),
);

const planQuery = compileQuery<Omit<Failed, 'now'> & { number: number; most: number; dueAt: number }>(
  (build, value) =>
    build.insertInto('automatic_replays').values({
      execution_id: value('executionId'),
      organization_id: value('organizationId'),
      integration_id: value('integrationId'),
      number: value('number'),
      most: value('most'),
      due_at: value('dueAt'),
    }),
);

/**
 * Plans the automatic replay of an execution that failed just now, if its deployed integration has one left for it. A replay,
 * also one by a person, counts on from the execution that it repeats.
 */
export async function planReplay(db: Queries, failed: Failed): Promise<void> {
  const { executionId, integrationId, organizationId, now } = failed;
  const key = { executionId, integrationId, organizationId };
  const found = await db.first(countQuery(key));
  if (!found || found.before >= found.most) return;
  const number = found.before + 1;
  const dueAt = findReplayTime(number, now, randomOf(executionId));
  if (dueAt !== undefined) await db.run(planQuery({ ...key, number, most: found.most, dueAt }));
}

/** Returns a number from 0 to 1 by the random end of an id. */
function randomOf(id: string): number {
  return Number.parseInt(id.slice(-4), 16) / 0xffff;
}

/** A replay whose time has come, and how many its integration has now; 0 while it is not deployed. */
export interface DueReplay {
  executionId: string;
  organizationId: string;
  integrationId: string;
  number: number;
  allowed: number;
}

/** How many automatic replays the integration allows now. */
const allowed = sql<number>`iif(is_active and deleted_at is null, coalesce(integrations.automatic_replays, 0), 0)`;

/** Returns the replays that are due, the longest waiting first. */
export function listDueReplays(
  db: Queries,
  { now, limit }: { now: number; limit: number },
): Promise<DueReplay[]> {
  return db.all(
    db.build
      .selectFrom('automatic_replays as planned')
      .leftJoin('integrations', 'integrations.id', 'planned.integration_id')
      .select([
        'planned.execution_id as executionId',
        'planned.organization_id as organizationId',
        'planned.integration_id as integrationId',
        'planned.number',
        allowed.as('allowed'),
      ])
      .where('planned.due_at', '<=', now)
      .orderBy('planned.due_at')
      .limit(limit),
  );
}

/** Counts the replays that are planned, also those that their integration does not allow now. */
export async function countPlannedReplays(db: Queries): Promise<number> {
  const planned = db.build
    .selectFrom('automatic_replays')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('due_at', 'is not', null);
  return (await db.first(planned))?.count ?? 0;
}

/** Ends the plan of a due replay, with what came of it. Returns false when it is not planned any more. */
export async function settleReplay(
  db: Queries,
  executionId: string,
  result: { replayId: string } | { problem: string },
): Promise<boolean> {
  const settled = await db.run(
    db.build
      .updateTable('automatic_replays')
      .set({
        due_at: null,
        replay_id: 'replayId' in result ? result.replayId : null,
        problem: 'problem' in result ? result.problem : null,
      })
      .where('execution_id', '=', executionId)
      .where('due_at', 'is not', null),
  );
  return settled > 0;
}

/** Checks whether an execution's automatic replay is still to come. */
export async function isReplayPlanned(db: Queries, executionId: string): Promise<boolean> {
  const planned = db.build.selectFrom('automatic_replays').select('number');
  const row = await db.first(planned.where('execution_id', '=', executionId).where('due_at', 'is not', null));
  return row !== undefined;
}

/** Lets a replay that could not be made be due again later. */
export async function postponeReplay(db: Queries, executionId: string, dueAt: number): Promise<void> {
  await db.run(
    db.build
      .updateTable('automatic_replays')
      .set({ due_at: dueAt })
      .where('execution_id', '=', executionId)
      .where('due_at', 'is not', null),
  );
}

/** How many due replays one statement looks at, so that it holds nothing up. */
const spreadAtOnce = 1_000;

/**
 * Spreads replays of an integration that are due over the time to come, in their order: as many as a portion has are due after
 * `everyMs`, the next as long after those, and so on.
 */
export async function spreadDueReplays(
  db: Queries,
  { integrationId, organizationId }: Pick<Failed, 'integrationId' | 'organizationId'>,
  { now, portion, everyMs }: { now: number; portion: number; everyMs: number },
): Promise<void> {
  const due = db.build
    .selectFrom('automatic_replays')
    .select(['execution_id', 'organization_id', 'integration_id', 'due_at'])
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(spreadAtOnce);
  const spread = db.build
    .selectFrom(due.as('due'))
    .select([
      'due.execution_id as id',
      // SQLite does not treat bound numbers as integers, and a portion is a division without a rest.
      sql<number>`${now} + ${everyMs} * (1 + (row_number() over (order by due_at) - 1) / cast(${portion} as integer))`.as(
        'at',
      ),
    ])
    .where('integration_id', '=', integrationId)
    .where('organization_id', '=', organizationId);
  await db.run(
    db.build
      .updateTable('automatic_replays')
      .from(spread.as('spread'))
      .set((eb) => ({ due_at: eb.ref('spread.at') }))
      .whereRef('execution_id', '=', 'spread.id'),
  );
}

/** Drops the plan for an execution that was replayed in another way. */
export const dropPlanQuery = compileQuery<{ executionId: string }>((build, value) =>
  build
    .updateTable('automatic_replays')
    .set({ due_at: null })
    .where('execution_id', '=', value('executionId'))
    .where('due_at', 'is not', null),
);

/** Cancels the automatic replay of an execution. Returns false when none is planned. */
export async function cancelPlannedReplay(
  db: Queries,
  { executionId, integrationId, organizationId, problem }: Omit<Failed, 'now'> & { problem: string },
): Promise<boolean> {
  const cancelled = await db.run(
    db.build
      .updateTable('automatic_replays')
      .set({ due_at: null, problem })
      .where('execution_id', '=', executionId)
      .where('integration_id', '=', integrationId)
      .where('organization_id', '=', organizationId)
      .where('due_at', 'is not', null),
  );
  return cancelled > 0;
}

/** What is known of the automatic replay of an execution. */
export interface AutomaticReplay {
  /** The failed execution. */
  executionId: string;
  number: number;
  most: number;
  /** Milliseconds since 1970; null when it is not to come, also while its integration does not allow it. */
  dueAt: number | null;
  /** The execution that it made. */
  replayId: string | null;
  problem: string | null;
}

/** Returns the automatic replays of those of an integration's executions that have one, or had one planned. */
export async function listAutomaticReplays(
  db: Queries,
  owner: Owner,
  executionIds: readonly string[],
): Promise<AutomaticReplay[]> {
  if (executionIds.length === 0) return [];
  return await db.all(
    selectReplaysOf(db, owner, executionIds).select([
      'planned.execution_id as executionId',
      'planned.number',
      'planned.most',
      comingAt.as('dueAt'),
      'planned.replay_id as replayId',
      'planned.problem',
    ]),
  );
}

type Owner = Pick<Failed, 'integrationId' | 'organizationId'>;

/** When a replay is to come; null also while its integration does not allow it. */
const comingAt = sql<number | null>`iif(planned.number <= ${allowed}, planned.due_at, null)`;

/** Selects those of an integration's executions whose automatic replay is to come, as `replayed`. */
export function selectPlanned(db: Queries, owner: Owner, executionIds: readonly string[]) {
  return selectReplaysOf(db, owner, executionIds)
    .select('planned.execution_id as replayed')
    .where(comingAt, 'is not', null);
}

function selectReplaysOf(
  db: Queries,
  { integrationId, organizationId }: Owner,
  executionIds: readonly string[],
) {
  return db.build
    .selectFrom('automatic_replays as planned')
    .innerJoin('integrations', 'integrations.id', 'planned.integration_id')
    .where('planned.execution_id', 'in', executionIds)
    .where('planned.integration_id', '=', integrationId)
    .where('planned.organization_id', '=', organizationId);
}
