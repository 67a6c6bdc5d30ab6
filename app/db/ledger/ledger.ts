// Writes that happen thousands of times a second. Callers hand over data, and the ledger writes it together with the data of
// other callers of the same moment. Callers do not know how it is written, so another database could take SQLite's place here.
import type { Database } from '../core/open';
import type { Queries } from '../core/queries';
import { claimJobs } from '../executions/queue/claim';
import type { ClaimedJob, Lessee } from '../executions/queue/claimed-job';
import { type CapacitySnapshot, planClaim } from '../executions/queue/claim-capacity';
import {
  deleteJob,
  renewLease,
  freeExpiredJobs,
  freeJobsOf,
  holdsLease,
  type Lease,
  type LeaseJudge,
  releaseJobsOf,
} from '../executions/queue/jobs';
import { type NewDelivery, storeDelivery, type StoredDelivery } from './deliveries';
import { applyChanges, type Change, endsJob } from './changes';

/**
 * Each method rejects when it is unknown whether it wrote (`isDatabaseDown`). Deliveries, and changes stored before a request,
 * are on disk when it resolves. Claims and ends are committed then, and reach the disk before anything that follows from them.
 */
export interface Ledger {
  /** Stores a delivery; it is on disk when this resolves. `stale`: look the integration up again. */
  accept(delivery: NewDelivery): Promise<StoredDelivery>;
  /**
   * Leases up to `limit` due jobs that there is room for, in turns; see {@link claimJobs}. `hasMore`: there was more work than
   * one claim may look at, and the next one goes on from there.
   */
  claim(order: ClaimOrder): Promise<{ jobs: ClaimedJob[]; hasMore: boolean }>;
  /**
   * Writes all changes, or none when the lease is no longer held. `queuedIntegrationIds`: the integrations that an ending
   * queued.
   */
  record(
    lease: Lease,
    changes: readonly Change[],
  ): Promise<{ kind: 'stored'; queuedIntegrationIds: string[] } | { kind: 'lost' }>;
  /** Extends these leases, and no others, to `until`, unless they were lost. */
  beat(leases: readonly Lease[], until: number): Promise<void>;
  /** Frees the jobs of runners known to be dead, and those of other runners than the judge whose leases ran out. Returns how many. */
  recover(dead: readonly string[], judge: LeaseJudge): Promise<number>;
  /** Gives back everything that a stopping runner still holds. */
  release(owner: string): Promise<void>;
}

interface ClaimOrder extends Lessee {
  limit: number;
  room: CapacitySnapshot;
}

/** The most organizations whose turns are remembered. */
const maxTurnsKept = 10_000;

/** The organization and the queues whose turn was last. */
interface Turns {
  organizationId: string;
  /** Where the round ends that has found nothing so far: at the organization where it began. */
  until?: string | undefined;
  /** The queue that was served last, by organization. */
  queues: Map<string, string>;
}

/** Creates SQLite's ledger: the changes of a moment share one transaction, and with it one sync to disk. */
export function createLedger(db: Pick<Database, 'groupCommit'>): Ledger {
  /** The turns of each runner. */
  const turns = new Map<string, Turns>();

  function turnsOf(owner: string): Turns {
    const known = turns.get(owner) ?? { organizationId: '', queues: new Map<string, string>() };
    turns.set(owner, known);
    return known;
  }

  return {
    accept: (delivery) =>
      db.groupCommit((tx) => storeDelivery(tx, delivery), { bytes: delivery.json.length }),
    async claim({ room, ...claim }) {
      const last = turnsOf(claim.owner);
      const claimOnce = (tx: Queries) =>
        claimJobs(tx, {
          ...claim,
          after: last.organizationId,
          until: last.until,
          afterIn: (organizationId) => last.queues.get(organizationId),
          room: planClaim(room),
        });
      // Before a request is sent its intent is stored, and reaches the disk together with this claim.
      const { jobs, lastQueues, hasMore, stoppedAfter } = await db.groupCommit(claimOnce, {
        until: 'with-next',
      });
      const latest = jobs.at(-1);
      const goesOn = stoppedAfter !== undefined && !latest && !hasMore;
      last.until = goesOn ? (last.until ?? last.organizationId) : undefined;
      if (stoppedAfter !== undefined) last.organizationId = stoppedAfter;
      else if (latest) last.organizationId = latest.organizationId ?? '';
      // Forgetting a turn costs some fairness once; remembering those of all organizations would cost memory for ever.
      if (last.queues.size > maxTurnsKept) last.queues.clear();
      for (const [organizationId, queue] of lastQueues) last.queues.set(organizationId, queue);
      return { jobs, hasMore: hasMore || stoppedAfter !== undefined };
    },
    record(lease, changes) {
      const isEnd = endsJob(changes);
      const write = async (tx: Queries) => {
        // Deleting the job tells, too, whether the lease was still held.
        const isHeld = isEnd ? await deleteJob(tx, lease) : await holdsLease(tx, lease);
        if (!isHeld) return { kind: 'lost' as const };
        return { kind: 'stored' as const, queuedIntegrationIds: await applyChanges(tx, lease, changes) };
      };
      // No request is sent because of an end. What the end starts stores its own intent, later in the same log.
      return db.groupCommit(write, { until: isEnd ? 'committed' : 'on-disk' });
    },
    beat: (leases, until) =>
      db.groupCommit(async (tx) => {
        for (const lease of leases) await renewLease(tx, lease, until);
      }),
    recover: (dead, judge) =>
      db.groupCommit(async (tx) => {
        let freed = await freeExpiredJobs(tx, judge);
        for (const owner of dead) freed += await freeJobsOf(tx, owner);
        return freed;
      }),
    async release(owner) {
      await db.groupCommit((tx) => releaseJobsOf(tx, owner));
      turns.delete(owner);
    },
  };
}
