// The loop that turns jobs into work: claim, work, finish. It sleeps until woken or until a poll is due; a job's
// lease is renewed while it is worked on, given back when it is not, and freed when its holder is found dead.
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AppContext, RunnerCapacityUse } from '~/context';
import { newId } from '~/db/core/id';
import { type ClaimedJob, claimJobs } from '~/db/executions/queue/claim';
import {
  extendLease,
  freeExpiredJobs,
  freeJobsOf,
  type Lease,
  leaseKey,
  listHeldLeases,
  listLeaseOwners,
  releaseJob,
  releaseJobsOf,
} from '~/db/executions/queue/jobs';
import { isDatabaseDown } from '~/db/core/group-commit';
import { type RunnerLock, acquireRunnerLock, isRunnerDead } from '~/db/executions/queue/runner-lock';
import type { JobKind } from '~/db/core/schema';
import { createRepeatedErrors } from '~/repeated-errors';
import { isPaused } from '~/services/installation/pause';
import { createRunnerCapacity } from './runner-capacity';

/**
 * Does one job, all of it or as much as `stopping` lets it, and deletes or releases the job's row. `lost` aborts when
 * the lease is no longer held, because the job was cancelled or passed to another runner: nothing it does counts then.
 * `setWaiting` is called when it begins and when it ceases to wait for the turn of its target's host.
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
  /** A job became due: look at once. */
  wake(): void;
  /** When it last looked for work and could, in milliseconds since 1970; 0 before it did. */
  seenAt(): number;
  places(): RunnerCapacityUse;
  /** Claims nothing more and waits for the work in hand, `drainMs` at most. */
  stop(drainMs: number): Promise<void>;
}

/** In milliseconds. */
export interface RunnerTimes {
  lease: number;
  heartbeat: number;
  poll: number;
}

const usualTimes: RunnerTimes = { lease: 30_000, heartbeat: 10_000, poll: 500 };

/** Being woken, a runner looks after its leases too, but not each of the thousand times a second it may be woken. */
const leaseCheckGapMs = 50;
/** Claiming costs much the same for one job as for twenty: while one follows the other, it is done for all of a moment. */
const claimGapMs = 4;
/** After a claim that failed the next waits 100 ms, 200 ms, 400 ms … up to this. */
const maxClaimRestMs = 2_000;
/** How long a job whose handler failed waits: 1 s, 2 s, 4 s … up to this. */
const maxRetryMs = 60_000;

/** So many organizations' turns are remembered. */
const maxTurnsKept = 10_000;

interface Work {
  job: ClaimedJob;
  done: Promise<void>;
  lost: AbortController;
}

export function createRunner(
  context: AppContext,
  handlers: Record<JobKind, Handler>,
  times: RunnerTimes = usualTimes,
): Runner {
  const { db, now, log, config, disk, metrics } = context;
  const errors = createRepeatedErrors(log);
  const places = createRunnerCapacity(config.runnerConcurrency);
  const owner = newId();
  const stopping = new AbortController();
  // Every run that waits listens to it.
  setMaxListeners(0, stopping.signal);
  const working = new Map<string, Work>();
  let lastServed = '';
  const lastQueues = new Map<string, string>();
  let checkedAt = 0;
  let claimedAt = 0;
  let life: RunnerLock | undefined;
  let polling: NodeJS.Timeout | undefined;
  let beating: NodeJS.Timeout | undefined;
  let claiming = false;
  let woken = false;
  /** How often in a row claiming failed, and until when it rests for that. */
  let failures = 0;
  let restsUntil = 0;
  let seenAt = 0;
  /** What waits stays where it is until an owner resumes. */
  let paused = true;
  /** Leases of this runner that it did not work on when it last looked. */
  let idle = new Set<string>();

  /** Claims until there is no room or nothing due. Calls meanwhile make it look once more. */
  async function claim(): Promise<void> {
    woken = true;
    if (claiming || performance.now() < restsUntil) return;
    claiming = true;
    try {
      while (woken) {
        const earlyMs = claimedAt + claimGapMs - performance.now();
        if (earlyMs > 0) await sleep(earlyMs);
        if (stopping.signal.aborted || paused || disk.isLow()) break;
        claimedAt = performance.now();
        woken = await claimOnce();
      }
      failures = 0;
    } catch (error) {
      errors.error({ err: error }, 'jobs could not be claimed');
      restsUntil = performance.now() + Math.min(maxClaimRestMs, 100 * 2 ** failures);
      failures += 1;
    } finally {
      claiming = false;
    }
  }

  /** Answers whether there is reason to look again at once. */
  async function claimOnce(): Promise<boolean> {
    woken = false;
    const {
      jobs,
      lastQueues: served,
      hasMore,
    } = await db.groupCommit((tx) =>
      claimJobs(tx, {
        owner,
        limit: config.runnerConcurrency,
        now: now(),
        leaseMs: times.lease,
        after: lastServed,
        afterIn: (organizationId) => lastQueues.get(organizationId),
        room: places.plan(),
      }),
    );
    for (const job of jobs) work(job);
    const last = jobs.at(-1);
    if (last) lastServed = last.organizationId ?? '';
    // Forgetting a turn costs some fairness once; remembering those of all organizations would cost memory for ever.
    if (lastQueues.size > maxTurnsKept) lastQueues.clear();
    for (const [organizationId, queue] of served) lastQueues.set(organizationId, queue);
    return woken || hasMore;
  }

  function work(job: ClaimedJob): void {
    const key = leaseKey(job);
    const lost = new AbortController();
    const place = places.take(job);
    function setWaiting(isWaiting: boolean): void {
      place.setWaiting(isWaiting);
      void claim();
    }
    const done = handlers[job.kind](context, job, stopping.signal, lost.signal, setWaiting)
      .catch((error: unknown) => {
        errors.error({ err: error, job: job.jobId, kind: job.kind }, 'a job failed');
        // A database that cannot be written is no fault of the job's.
        const failed = !isDatabaseDown(error);
        const delayMs = failed ? Math.min(maxRetryMs, 1000 * 2 ** job.failures) : 1000;
        return db.groupCommit((tx) => releaseJob(tx, job, now() + delayMs, failed));
      })
      // Nobody works on it any more: the next polls give it back.
      .catch((error: unknown) => errors.error({ err: error }, 'a failed job could not be released'))
      .finally(() => {
        working.delete(key);
        place.giveBack();
        void claim();
      });
    working.set(key, { job, done, lost });
  }

  /**
   * Tells the handlers whose lease is gone to stop: whatever they still did would not count. Answers the leases that
   * nobody works on.
   */
  function compareLeases(): Lease[] {
    checkedAt = performance.now();
    const held = listHeldLeases(db, owner);
    for (const [key, { lost }] of working) if (!held.has(key)) lost.abort();
    return [...held].filter(([key]) => !working.has(key)).map(([, lease]) => lease);
  }

  function abortLost(): void {
    checkedAt = performance.now();
    if (working.size === 0) return;
    try {
      compareLeases();
    } catch (error) {
      errors.error({ err: error }, 'leases could not be looked after');
    }
  }

  /** Gives back what this runner holds and does not work on, because it could not write the end of that work. */
  async function giveBackIdle(): Promise<void> {
    const leases = compareLeases();
    // What was just claimed is not worked on yet: only what is idle twice is.
    const abandoned = leases.filter((lease) => idle.has(leaseKey(lease)));
    idle = new Set(leases.map(leaseKey));
    if (abandoned.length === 0) return;
    await db.groupCommit((tx) => {
      for (const lease of abandoned) releaseJob(tx, lease, now(), false);
    });
    log.warn({ jobs: abandoned.length }, 'gave back jobs whose end could not be written');
  }

  function wake(): void {
    if (performance.now() - checkedAt > leaseCheckGapMs) abortLost();
    void claim();
  }

  /** Frees what the dead hold: those whose process is gone, and those whose lease ran out. */
  async function recover(): Promise<void> {
    const others = listLeaseOwners(db).filter((other) => other !== owner);
    const dead = others.filter((other) => isRunnerDead(config.dataDir, other));
    const freed = await db.groupCommit((tx) => {
      const ofDead = dead.map((other) => freeJobsOf(tx, other));
      return ofDead.reduce((sum, count) => sum + count, freeExpiredJobs(tx, now()));
    });
    metrics.countLostLeases(freed);
    if (freed > 0) log.warn({ jobs: freed, dead }, 'freed the jobs of a runner that is gone');
  }

  async function poll(): Promise<void> {
    let isWell = true;
    try {
      paused = isPaused(db);
      await giveBackIdle();
      if (!paused) await recover();
    } catch (error) {
      isWell = false;
      errors.error({ err: error }, 'jobs could not be recovered');
    }
    await claim();
    if (isWell && failures === 0) seenAt = now();
    if (!stopping.signal.aborted) polling = setTimeout(() => void poll(), times.poll);
  }

  /** Renews the leases of what is worked on, and no other: what nobody works on is to be claimed again. */
  async function beat(): Promise<void> {
    const leases = [...working.values()].map(({ job }) => job);
    try {
      await db.groupCommit((tx) => {
        const leasedUntil = now() + times.lease;
        for (const lease of leases) extendLease(tx, lease, now(), leasedUntil);
      });
    } catch (error) {
      errors.error({ err: error }, 'leases could not be extended');
    }
  }

  async function finishWork(): Promise<void> {
    // A claim that is on its way to the disk still brings work; commits keep their order.
    await db.groupCommit(() => undefined).catch(() => undefined);
    await Promise.allSettled([...working.values()].map(({ done }) => done));
  }

  return {
    start() {
      life = acquireRunnerLock(config.dataDir, owner);
      beating = setInterval(() => void beat(), times.heartbeat);
      void poll();
    },
    wake,
    seenAt: () => seenAt,
    places: places.inUse,
    async stop(drainMs) {
      stopping.abort();
      clearTimeout(polling);
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise((resolve) => (timer = setTimeout(resolve, drainMs)));
      await Promise.race([finishWork(), late]);
      clearTimeout(timer);
      clearInterval(beating);
      // The runner that claims it next goes on; what is still in flight here no longer counts.
      try {
        await db.groupCommit((tx) => releaseJobsOf(tx, owner));
      } catch (error) {
        log.error({ err: error }, 'jobs could not be given back');
      }
      life?.end();
    },
  };
}
