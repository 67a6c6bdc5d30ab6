// The leases of one runner. The keeper renews the lease of each job that is worked on, aborts the work when its lease is lost,
// gives back a job that stayed leased after its work ended, and frees the jobs of dead runners.
import type { AppContext } from '~/context';
import { newId } from '~/db/core/id';
import { type Lease, leaseKey, listHeldLeases, listLeaseOwners } from '~/db/executions/queue/jobs';
import { type RunnerLock, acquireRunnerLock, isRunnerDead } from '~/db/executions/queue/runner-lock';
import { createRepeatedErrors } from '~/repeated-errors';
import { createLeaseClock } from './lease-clock';

export interface LeaseKeeper {
  /** The runner's id, which leases carry. */
  readonly owner: string;
  /** Takes the runner's lock and begins the heartbeat. */
  start(): void;
  /**
   * Renews the lease at each heartbeat until `drop`. The signal aborts when the lease is lost, because the job was
   * cancelled or passed to another runner, and at the latest when the lease is dropped.
   */
  keep(lease: Lease): AbortSignal;
  /** Ends the renewal: the work on the job has ended. Aborts the signal, for calls that a run which was left has in flight. */
  drop(lease: Lease): void;
  /** Aborts the signals of lost leases. May be called a thousand times a second: it reads the database at most every 50 ms. */
  noticeLost(): Promise<void>;
  /** Gives back jobs that nobody worked on at this call and at the call before. Throws errors of the database. */
  giveBackIdle(): Promise<void>;
  /**
   * Frees the jobs of dead runners, and those of other runners whose leases ran out. This runner keeps its own: what it works on
   * goes on, and {@link LeaseKeeper.giveBackIdle} gives back the rest. Throws errors of the database.
   */
  recover(): Promise<void>;
  /**
   * Ends the heartbeat and gives back every job that is still leased. The results of its work no longer count: its signal
   * aborts.
   */
  stop(): Promise<void>;
}

const lostCheckGapMs = 50;

interface KeptLease {
  lease: Lease;
  lost: AbortController;
}

/** `times`, in milliseconds: the length of a renewed lease, and the time between two heartbeats. */
export function createLeaseKeeper(
  { db, ledger, now, monotonicNow, log, config, metrics }: AppContext,
  times: { lease: number; heartbeat: number },
): LeaseKeeper {
  const errors = createRepeatedErrors(log);
  const owner = newId();
  const readLeaseTime = createLeaseClock({ now, monotonicNow }, times.lease);
  const kept = new Map<string, KeptLease>();
  let checkedAt = 0;
  /** The leases that had no work at the last comparison. */
  let idle = new Set<string>();
  let lock: RunnerLock | undefined;
  let beating: NodeJS.Timeout | undefined;

  /** Renews kept leases only: a job without work has to become free to be claimed again. */
  async function renew(): Promise<void> {
    const leases = [...kept.values()].map(({ lease }) => lease);
    try {
      await ledger.beat(leases, now() + times.lease);
    } catch (error) {
      errors.error({ err: error }, 'leases could not be extended');
    }
  }

  /** Aborts the work of leases that the database no longer holds; returns leases that it holds and nobody works on. */
  async function compareWithHeld(): Promise<Lease[]> {
    checkedAt = performance.now();
    const held = await listHeldLeases(db, owner);
    for (const [key, { lost }] of kept) if (!held.has(key)) lost.abort();
    return [...held].filter(([key]) => !kept.has(key)).map(([, lease]) => lease);
  }

  return {
    owner,
    start() {
      lock = acquireRunnerLock(config.dataDir, owner);
      beating = setInterval(() => void renew(), times.heartbeat);
    },
    keep(lease) {
      const lost = new AbortController();
      kept.set(leaseKey(lease), { lease, lost });
      return lost.signal;
    },
    drop(lease) {
      const key = leaseKey(lease);
      kept.get(key)?.lost.abort();
      kept.delete(key);
    },
    async noticeLost() {
      if (performance.now() - checkedAt <= lostCheckGapMs) return;
      checkedAt = performance.now();
      if (kept.size === 0) return;
      try {
        await compareWithHeld();
      } catch (error) {
        errors.error({ err: error }, 'leases could not be compared with those in the database');
      }
    },
    async giveBackIdle() {
      const leases = await compareWithHeld();
      // The work on a job that was just claimed may not have begun, so a job is given back only when it is idle twice.
      const abandoned = leases.filter((lease) => idle.has(leaseKey(lease)));
      idle = new Set(leases.map(leaseKey));
      if (abandoned.length === 0) return;
      const released = { kind: 'job-released', runAt: now(), failed: false } as const;
      await Promise.all(abandoned.map((lease) => ledger.record(lease, [released])));
      log.warn({ jobs: abandoned.length }, 'gave back jobs whose end could not be written');
    },
    async recover() {
      const judged = readLeaseTime();
      if (judged.wasPutForward) await renew();
      const others = (await listLeaseOwners(db)).filter((other) => other !== owner);
      const dead = others.filter((other) => isRunnerDead(config.dataDir, other));
      const freed = await ledger.recover(dead, { owner, now: judged.now });
      metrics.countLostLeases(freed);
      if (freed > 0) log.warn({ jobs: freed, dead }, 'freed the jobs of a runner that is gone');
    },
    async stop() {
      clearInterval(beating);
      try {
        await ledger.release(owner);
      } catch (error) {
        log.error({ err: error }, 'jobs could not be given back');
      }
      for (const { lost } of kept.values()) lost.abort();
      lock?.end();
    },
  };
}
