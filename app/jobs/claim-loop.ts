// Claims due jobs while there is room for them and hands each to its work. Whose turn it is, is remembered from claim to
// claim; how much one organization or integration may have at once, the runner's capacity says.
import { setTimeout as sleep } from 'node:timers/promises';
import type { AppContext, RunnerCapacityUse } from '~/context';
import type { ClaimedJob } from '~/db/executions/queue/claimed-job';
import { createRepeatedErrors } from '~/repeated-errors';
import { createRunnerCapacity } from './runner-capacity';

export interface ClaimLoop {
  /**
   * Claims until there is no room or nothing due. A call while a claim is under way makes it look once more; a call
   * while the loop rests after a failure does nothing.
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
  /** Asked before each claim. */
  mayClaim: () => boolean;
  /** Done before each claim. */
  prepare?: () => Promise<void>;
  /**
   * Does a claimed job; never rejects. `setWaiting` is called when the work begins and when it ceases to wait for the turn
   * of its target's host.
   */
  perform: (job: ClaimedJob, setWaiting: (isWaiting: boolean) => void) => Promise<void>;
}

/** Claiming costs much the same for one job as for twenty: claims that follow each other are this far apart. */
const claimGapMs = 4;
/** After a claim that failed the next waits 100 ms, 200 ms, 400 ms … up to this. */
const maxRestMs = 2_000;

export function createClaimLoop(
  { ledger, now, monotonicNow, log, config, metrics }: AppContext,
  { owner, leaseMs, mayClaim, prepare, perform }: ClaimLoopOptions,
): ClaimLoop {
  const errors = createRepeatedErrors(log);
  const capacity = createRunnerCapacity(config.runnerConcurrency, monotonicNow);
  const inHand = new Set<Promise<void>>();
  /** The claim that is on its way to the disk. */
  let currentClaim: Promise<boolean> | undefined;
  /** Whether `wake` is under way. */
  let isLooping = false;
  let isWoken = false;
  let claimedAt = 0;
  /** How often in a row claiming failed, and until when it rests for that. */
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
        isWoken ||= hasMore;
      }
      failures = 0;
    } catch (error) {
      errors.error({ err: error }, 'jobs could not be claimed');
      restsUntil = performance.now() + Math.min(maxRestMs, 100 * 2 ** failures);
      failures += 1;
    } finally {
      isLooping = false;
    }
  }

  /** Returns whether there was more to look at than one claim may. */
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
      // It still brings work.
      await currentClaim?.catch(() => undefined);
      await Promise.allSettled(inHand);
    },
  };
}
