// The runner of this process, which does jobs. Each poll recovers abandoned leases and claims due jobs; `wake` makes it claim at
// once. Leases are recovered during a pause, too: a mail about an account leaves then.
import { setMaxListeners } from 'node:events';
import type { AppContext, RunnerCapacityUse } from '~/context';
import { isDatabaseDown } from '~/db/core/database-errors';
import type { JobKind } from '~/db/core/tables';
import type { ClaimedJob } from '~/db/executions/queue/claimed-job';
import { endTrial } from '~/db/executions/queue/poison-pills';
import { createRepeatedErrors } from '~/repeated-errors';
import { isSettledWithin } from '~/services/settled-within';
import { createClaimLoop } from './claim-loop';
import { createClockFollower } from './clock-follower';
import { createLeaseKeeper } from './lease-keeper';

/**
 * Does one job, up to its end or until `stopping` aborts, and deletes or releases the job's row. `lost` aborts when the
 * runner loses the lease because the job was cancelled or passed to another runner; the handler's results no longer count then.
 * It aborts, too, when the handler has ended, for the calls that it left in flight.
 * The handler calls `setWaiting` when it begins and when it stops waiting for its turn at the target's host.
 */
export type Handler = (
  context: AppContext,
  job: ClaimedJob,
  stopping: AbortSignal,
  lost: AbortSignal,
  setWaiting?: (isWaiting: boolean) => void,
) => Promise<void>;

export interface Runner {
  start(): void;
  /** Claims at once, because a job became due. */
  wake(): void;
  /** The time of the last poll that succeeded while claims did not fail, in milliseconds since 1970; 0 before the first. */
  seenAt(): number;
  capacityInUse(): RunnerCapacityUse;
  /** Stops claiming and waits for the work in hand, at most `drainMs`. */
  stop(drainMs: number): Promise<void>;
}

/** In milliseconds. */
interface RunnerTimes {
  lease: number;
  heartbeat: number;
  poll: number;
  /** How long an execution that was running when two processes died runs alone; doubled after each further death. */
  trial: number;
}

const defaultTimes: RunnerTimes = { lease: 30_000, heartbeat: 10_000, poll: 500, trial: 2_000 };

/** The longest time that an execution runs alone; every call takes less. */
const maxTrialMs = 300_000;

/** The longest delay after a handler failed, which grows from 1 s to 2 s, 4 s …. */
const maxRetryMs = 60_000;

export function createRunner(
  context: AppContext,
  handlers: Record<JobKind, Handler>,
  times: RunnerTimes = defaultTimes,
): Runner {
  const { db, ledger, now, log, disk } = context;
  const errors = createRepeatedErrors(log);
  const stopping = new AbortController();
  // Each waiting run listens to this signal.
  setMaxListeners(0, stopping.signal);
  let seenAt = 0;
  let polling: NodeJS.Timeout | undefined;

  const leases = createLeaseKeeper(context, times);
  const claims = createClaimLoop(context, {
    owner: leases.owner,
    leaseMs: times.lease,
    mayClaim: () => !stopping.signal.aborted && !disk.isLow(),
    prepare: createClockFollower(context),
    perform,
  });

  async function poll(): Promise<void> {
    let isWell = true;
    try {
      await leases.giveBackIdle();
      await leases.recover();
    } catch (error) {
      isWell = false;
      errors.error({ err: error }, 'jobs could not be recovered');
    }
    // With much work it claims without end, and others may die meanwhile.
    void claims.wake();
    if (isWell && !claims.isFailing()) seenAt = now();
    if (!stopping.signal.aborted) polling = setTimeout(() => void poll(), times.poll);
  }

  async function perform(job: ClaimedJob, setWaiting: (isWaiting: boolean) => void): Promise<void> {
    const lost = leases.keep(job);
    const trying = job.trial === 'alone' ? setTimeout(() => void endTrialOf(job), trialMs(job)) : undefined;
    try {
      await handlers[job.kind](context, job, stopping.signal, lost, setWaiting);
    } catch (error) {
      errors.error({ err: error, job: job.jobId, kind: job.kind }, 'a job failed');
      await releaseFailed(job, error);
    } finally {
      clearTimeout(trying);
      leases.drop(job);
    }
  }

  function trialMs({ deaths }: ClaimedJob): number {
    return Math.min(maxTrialMs, times.trial * 2 ** (deaths - 2));
  }

  /** Ends the trial, so that a job with a slow target does not delay the others. */
  async function endTrialOf(job: ClaimedJob): Promise<void> {
    try {
      await db.groupCommit((tx) => endTrial(tx, job));
      await claims.wake();
    } catch (error) {
      // The job then runs alone until it ends.
      errors.error({ err: error, job: job.jobId }, 'a trial could not be ended');
    }
  }

  async function releaseFailed(job: ClaimedJob, error: unknown): Promise<void> {
    // The job did not cause a database that cannot be written.
    const failed = !isDatabaseDown(error);
    const delayMs = failed ? Math.min(maxRetryMs, 1000 * 2 ** job.failures) : 1000;
    try {
      await ledger.record(job, [{ kind: 'job-released', runAt: now() + delayMs, failed }]);
    } catch (releaseError) {
      // The job stays leased without work, and the next polls give it back.
      errors.error({ err: releaseError }, 'a failed job could not be released');
    }
  }

  return {
    start() {
      leases.start();
      void poll();
    },
    wake() {
      void leases.noticeLost();
      void claims.wake();
    },
    seenAt: () => seenAt,
    capacityInUse: claims.capacityInUse,
    async stop(drainMs) {
      stopping.abort();
      clearTimeout(polling);
      await isSettledWithin(claims.finish(), drainMs);
      await leases.stop();
    },
  };
}
