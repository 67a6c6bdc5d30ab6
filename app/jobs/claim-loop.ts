// Claims due jobs while there is room for them, and starts the work on each. The ledger remembers whose turn is next from claim
// to claim; `runner-capacity.ts` bounds how many one organization or integration may have at once.
import { setTimeout as sleep } from 'node:timers/promises';
import type { AppContext, RunnerCapacityUse } from '~/context';
import type { ClaimedJob } from '~/db/executions/queue/claimed-job';
import { createRepeatedErrors } from '~/repeated-errors';
import { createRunnerCapacity } from './runner-capacity';

export interface ClaimLoop {
  /**
   * Claims until there is no room or no due job. A call during a claim makes the loop claim once more; a call while the
   * loop rests after a failure does nothing.
   */
  wake(): Promise<void>;
  /** Whether the last claim failed. */
  isFailing(): boolean;
  capacityInUse(): RunnerCapacityUse;
  /** Resolves when the claim and the work that are under way have ended. */
  finish(): Promise<void>;
}

interface ClaimLoopOptions {
  /** The runner's id. */
  owner: string;
  leaseMs: number;
  /** Called before each claim; false ends the loop. */
  mayClaim: () => boolean;
  /** Awaited before each claim. */
  prepare?: () => Promise<void>;
  /**
   * Does a claimed job; never rejects. It calls `setWaiting` when the work begins and when it stops waiting for its turn at
   * the target's host.
   */
  perform: (job: ClaimedJob, setWaiting: (isWaiting: boolean) => void) => Promise<void>;
}

/** The time between two claims: a claim of one job costs much the same as one of twenty. */
const claimGapMs = 4;
/** The longest rest after failed claims, which grows from 100 ms to 200 ms, 400 ms …. */
const maxRestMs = 2_000;

export function createClaimLoop(
  { ledger, now, monotonicNow, log, config, metrics }: AppContext,
  { owner, leaseMs, mayClaim, prepare, perform }: ClaimLoopOptions,
): ClaimLoop {
  const errors = createRepeatedErrors(log);
  const capacity = createRunnerCapacity(config.runnerConcurrency, monotonicNow);
  const inHand = new Set<Promise<void>>();
  /** The claim that is being written to disk. */
  let currentClaim: Promise<boolean> | undefined;
  /** Whether `wake` is under way. */
  let isLooping = false;
  let isWoken = false;
  let claimedAt = 0;
  /** The number of failed claims in a row, and the end of the rest that follows them. */
  let failures = 0;
  let restsUntil = 0;

  async function wake(): Promise<void> {
    isWoken = true;
    if (isLooping || performance.now() < restsUntil) return;
    isLooping = true;
    try {
      while (isWoken) {
        const earlyMs = claimedAt + claimGapMs - performance.now();
        if (earlyMs > 0) await sleep(earlyMs);
        if (!mayClaim()) break;
        claimedAt = performance.now();
        isWoken = false;
        currentClaim = claimOnce();
        const hasMore = await currentClaim;
        failures = 0;
        isWoken ||= hasMore;
      }
      // What is not tried does not fail either.
      failures = 0;
    } catch (error) {
      errors.error({ err: error }, 'jobs could not be claimed');
      restsUntil = performance.now() + Math.min(maxRestMs, 100 * 2 ** failures);
      failures += 1;
    } finally {
      isLooping = false;
    }
  }

  /** Returns whether there were more due jobs than one claim may look at. */
  async function claimOnce(): Promise<boolean> {
    const { runnerConcurrency: limit } = config;
    if (prepare) await prepare();
    const { jobs, hasMore } = await ledger.claim({
      owner,
      limit,
      now: now(),
      leaseMs,
      room: capacity.snapshot(),
    });
    for (const job of jobs) begin(job);
    return hasMore;
  }

  function begin(job: ClaimedJob): void {
    const slot = capacity.take(job);
    if (job.execution) metrics.countQueued(now() - job.execution.started_at);
    function setWaiting(isWaiting: boolean): void {
      slot.setWaiting(isWaiting);
      void wake();
    }
    const done = perform(job, setWaiting).finally(() => {
      inHand.delete(done);
      slot.giveBack();
      void wake();
    });
    inHand.add(done);
  }

  return {
    wake,
    isFailing: () => failures > 0,
    capacityInUse: capacity.inUse,
    async finish() {
      // It still adds work to `inHand`.
      await currentClaim?.catch(() => undefined);
      await Promise.allSettled(inHand);
    },
  };
}
