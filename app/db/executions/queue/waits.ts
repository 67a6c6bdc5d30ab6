// Returns what a begun execution waits for between two calls, as its rows tell.
import { firstItemStep, itemStepsOf } from '~/engine/events/step-number';
import type { Queries } from '../../core/queries';

/** The call that an execution is at, and when it goes on, in milliseconds since 1970. */
interface RetryWait {
  until: number;
  callName: string;
  /** The error of the call's last attempt. */
  errorMessage: string | null;
}

/** The most waiting jobs of an organization that are searched: jobs have no index by their execution. */
const maxLookedAt = 10_000;

/** Returns until when a begun execution waits without a runner, which may be past; undefined while a runner holds its job. */
export async function findStoredWait(
  db: Queries,
  { organizationId, executionId }: { organizationId: string; executionId: string },
): Promise<RetryWait | undefined> {
  const waiting = db.build
    .selectFrom('jobs')
    .select(['subject_id', 'run_at'])
    .where('lease_owner', 'is', null)
    .where('kind', '=', 'execution')
    .where('organization_id', '=', organizationId)
    .limit(maxLookedAt);
  const job = await db.first(
    db.build
      .selectFrom(waiting.as('waiting'))
      .select('run_at as until')
      .where('subject_id', '=', executionId),
  );
  if (!job) return undefined;
  // While a loop runs, an item waits; else the last step of the run itself.
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
