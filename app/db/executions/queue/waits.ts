// What an execution that has begun waits for between two calls, as its rows tell.
import { firstItemStep, itemStepsOf } from '~/engine/events/step-number';
import type { Queries } from '../../core/queries';

/** The call that an execution is at, and when it goes on: milliseconds since 1970. */
export interface StoredWait {
  until: number;
  callName: string;
  /** Of the last attempt of the call. */
  errorMessage: string | null;
}

/** So many of an organization that have begun and wait are looked through: jobs have no index by their execution. */
const mostLookedAt = 10_000;

/** Until when a begun execution waits without a runner, which may be over; undefined while a runner has it. */
export async function findStoredWait(
  db: Queries,
  { organizationId, executionId }: { organizationId: string; executionId: string },
): Promise<StoredWait | undefined> {
  const waiting = db.build
    .selectFrom('jobs')
    .select(['subject_id', 'run_at'])
    .where('lease_owner', 'is', null)
    .where('kind', '=', 'execution')
    .where('organization_id', '=', organizationId)
    .limit(mostLookedAt);
  const job = await db.first(
    db.build
      .selectFrom(waiting.as('waiting'))
      .select('run_at as until')
      .where('subject_id', '=', executionId),
  );
  if (!job) return undefined;
  // What waits is an item while a loop goes on, else the last step of the run itself.
  const loop = await db.first(
    db.build
      .selectFrom('steps')
      .select('step')
      .where('execution_id', '=', executionId)
      .where('step', '<', firstItemStep)
      .where('kind', '=', 'loop')
      .where('status', '=', 'running'),
  );
  const step = loop ? itemStepsOf(loop.step + 1) : firstItemStep;
  const last = await db.first(
    db.build
      .selectFrom('steps')
      .leftJoin('attempts', (join) =>
        join
          .onRef('attempts.execution_id', '=', 'steps.execution_id')
          .onRef('attempts.step', '=', 'steps.step'),
      )
      .select(['steps.name as callName', 'attempts.error_message as errorMessage'])
      .where('steps.execution_id', '=', executionId)
      .where('steps.step', '<', step)
      .where('steps.kind', 'in', ['call', 'webhook'])
      .orderBy('steps.step', 'desc')
      .orderBy('attempts.attempt', 'desc')
      .limit(1),
  );
  return last && { ...job, ...last };
}
