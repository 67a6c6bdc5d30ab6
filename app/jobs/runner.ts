// The loop that turns jobs into work: claim, work, finish. It sleeps until woken or until a poll is due; a job's
// lease is renewed while it is worked on and freed when its holder is found dead.
import { setTimeout as sleep } from 'node:timers/promises';
import type { AppContext } from '~/context';
import { newId } from '~/db/id';
import { type ClaimedJob, claimDueWork } from '~/db/due-work';
import {
  extendLeases,
  freeExpiredJobs,
  freeJobsOf,
  leaseKey,
  listHeldLeases,
  listLeaseOwners,
  releaseJob,
  releaseJobsOf,
} from '~/db/jobs';
import { type Life, beginLife, isDead } from '~/db/life';
import type { JobKind } from '~/db/schema';
import { isPaused } from '~/services/pause';

/**
 * Does one job, all of it or as much as `stopping` lets it, and deletes or releases the job's row. `lost` aborts when
 * the lease is no longer held, because the job was cancelled or passed to another runner: nothing it does counts then.
 */
export type Handler = (
  context: AppContext,
  job: ClaimedJob,
  stopping: AbortSignal,
  lost: AbortSignal,
) => Promise<void>;

export interface Runner {
  start(): void;
  /** A job became due: look at once. */
  wake(): void;
  /** When it last looked for work, in milliseconds since 1970; 0 before it did. */
  seenAt(): number;
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
/** How long a job whose handler failed waits: 1 s, 2 s, 4 s … up to this. */
const maxRetryMs = 60_000;

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
  /** However much one organization has to do, an eighth of the hands stays free for the others. */
  const maxOfOrganization = Math.max(1, Math.floor(config.runnerConcurrency * 0.875));
  const owner = newId();
  const stopping = new AbortController();
  const working = new Map<string, Work>();
  let lastServed = '';
  let checkedAt = 0;
  let claimedAt = 0;
  let life: Life | undefined;
  let polling: NodeJS.Timeout | undefined;
  let beating: NodeJS.Timeout | undefined;
  let claiming = false;
  let woken = false;
  let seenAt = 0;
  /** What waits stays where it is until an owner resumes. */
  let paused = true;

  /** Claims until the hands are full or the queue is empty. Calls meanwhile make it look once more. */
  async function claim(): Promise<void> {
    woken = true;
    if (claiming) return;
    claiming = true;
    try {
      while (woken) {
        const earlyMs = claimedAt + claimGapMs - performance.now();
        if (earlyMs > 0) await sleep(earlyMs);
        if (stopping.signal.aborted || paused || disk.isLow()) break;
        claimedAt = performance.now();
        woken = false;
        const limit = config.runnerConcurrency - working.size;
        if (limit <= 0) break;
        const held = countByOrganization();
        const spareFor = (organizationId: string) => maxOfOrganization - (held.get(organizationId) ?? 0);
        const jobs = await db.groupCommit((tx) =>
          claimDueWork(tx, { owner, limit, now: now(), leaseMs: times.lease, after: lastServed, spareFor }),
        );
        for (const job of jobs) work(job);
        const last = jobs.at(-1);
        if (last) lastServed = last.organizationId ?? '';
      }
    } catch (error) {
      log.error({ err: error }, 'jobs could not be claimed');
    } finally {
      claiming = false;
    }
  }

  function countByOrganization(): Map<string | null, number> {
    const counts = new Map<string | null, number>();
    for (const { job } of working.values()) {
      counts.set(job.organizationId, (counts.get(job.organizationId) ?? 0) + 1);
    }
    return counts;
  }

  function work(job: ClaimedJob): void {
    const key = leaseKey(job);
    const lost = new AbortController();
    const done = handlers[job.kind](context, job, stopping.signal, lost.signal)
      .catch((error: unknown) => {
        log.error({ err: error, job: job.jobId, kind: job.kind }, 'a job failed');
        const delayMs = Math.min(maxRetryMs, 1000 * 2 ** job.failures);
        return db.groupCommit((tx) => releaseJob(tx, job, now() + delayMs, true));
      })
      // The database is down: the lease runs out and the job is claimed again when it is back.
      .catch((error: unknown) =>
        log.error({ err: error, job: job.jobId }, 'a failed job could not be released'),
      )
      .finally(() => {
        working.delete(key);
        void claim();
      });
    working.set(key, { job, done, lost });
  }

  /** Tells the handlers whose lease is gone to stop: whatever they still did would not count. */
  function abortLost(): void {
    checkedAt = performance.now();
    if (working.size === 0) return;
    try {
      const held = listHeldLeases(db, owner);
      for (const [key, { lost }] of working) if (!held.has(key)) lost.abort();
    } catch (error) {
      log.error({ err: error }, 'leases could not be looked after');
    }
  }

  function wake(): void {
    if (performance.now() - checkedAt > leaseCheckGapMs) abortLost();
    void claim();
  }

  /** Frees what the dead hold: those whose process is gone, and those whose lease ran out. */
  async function recover(): Promise<void> {
    const others = listLeaseOwners(db).filter((other) => other !== owner);
    const dead = others.filter((other) => isDead(config.dataDir, other));
    const freed = await db.groupCommit((tx) => {
      const ofDead = dead.map((other) => freeJobsOf(tx, other));
      return ofDead.reduce((sum, count) => sum + count, freeExpiredJobs(tx, now()));
    });
    metrics.countLostLeases(freed);
    if (freed > 0) log.warn({ jobs: freed, dead }, 'freed the jobs of a runner that is gone');
  }

  async function poll(): Promise<void> {
    try {
      paused = isPaused(db);
      if (!paused) await recover();
    } catch (error) {
      log.error({ err: error }, 'jobs could not be recovered');
    }
    abortLost();
    await claim();
    seenAt = now();
    if (!stopping.signal.aborted) polling = setTimeout(() => void poll(), times.poll);
  }

  async function beat(): Promise<void> {
    try {
      await db.groupCommit((tx) => extendLeases(tx, owner, now(), times.lease));
    } catch (error) {
      log.error({ err: error }, 'leases could not be extended');
    }
  }

  async function finishWork(): Promise<void> {
    // A claim that is on its way to the disk still brings work; commits keep their order.
    await db.groupCommit(() => undefined).catch(() => undefined);
    await Promise.allSettled([...working.values()].map(({ done }) => done));
  }

  return {
    start() {
      life = beginLife(config.dataDir, owner);
      beating = setInterval(() => void beat(), times.heartbeat);
      void poll();
    },
    wake,
    seenAt: () => seenAt,
    async stop(drainMs) {
      stopping.abort();
      clearTimeout(polling);
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise((resolve) => (timer = setTimeout(resolve, drainMs)));
      await Promise.race([finishWork(), late]);
      clearTimeout(timer);
      clearInterval(beating);
      // Whoever claims next goes on with it; what is still in flight here no longer counts.
      try {
        await db.groupCommit((tx) => releaseJobsOf(tx, owner));
      } catch (error) {
        log.error({ err: error }, 'jobs could not be given back');
      }
      life?.end();
    },
  };
}
