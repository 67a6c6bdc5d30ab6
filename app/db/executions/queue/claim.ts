// Claims due work in turns: jobs, and executions that no runner has taken up. Such an execution needs no job until then, which
// saves a row for every delivery. The claim that takes it up inserts its job, already leased.
import type { SystemJobKind } from '../../core/tables';
import { compileQuery } from '../../core/compiled-query';
import type { Queries } from '../../core/queries';
import { findClaimQuota } from '../../organizations/quotas';
import { listDueAccountMails } from './account-mails';
import { type ClaimedJob, leaseJob, leaseSuspect } from './claimed-job';
import type { Claim, ClaimCapacity, Claimed, Claiming, Serve } from './claiming';
import { serveOrganization } from './organization-queues';
import { findSuspects } from './poison-pills';
import { eachOrganization, listDueSystemJobs } from './waiting-queues';

const boundless: ClaimCapacity = {
  has: () => true,
  take: () => {},
  hasSystem: () => true,
  takeSystem: () => {},
};

/** The most waiting executions that one claim sets aside; each takes some microseconds. */
const maxSetAside = 256;

/** The most organizations that one claim looks at, besides one for each job: most of these wait for a time or a limit. */
const maxPassedOver = 256;

const findPauseQuery = compileQuery<object, { pausedAt: number | null }>((build) =>
  build.selectFrom('installation').select('paused_at as pausedAt').where('one', '=', 1),
);

/**
 * Leases up to `limit` due jobs and queued executions to `owner`: one of each organization in turn, within an organization one
 * of each waiting integration, the oldest first, so that nobody waits behind another's long queue. The cost grows with `limit`
 * and, up to a bound, with the number of waiting organizations and integrations, not with the length of their queues. While the
 * installation is paused it leases the mails about accounts alone that were written since.
 */
export async function claimJobs(db: Queries, claim: Claim): Promise<Claimed> {
  const claimed: Claimed = { jobs: [], lastQueues: new Map(), hasMore: false };
  // The pause is checked here again: another process may have paused the installation since the runner looked.
  const since = (await db.first(findPauseQuery({})))?.pausedAt ?? null;
  const suspects = since === null ? await findSuspects(db, claim) : undefined;
  const claiming = { room: boundless, ...claim, claimed, mayBeSetAside: maxSetAside, suspects };
  const suspect = await serveSuspect(db, claiming);
  if (suspect) claimed.jobs.push(suspect);
  if (claimed.jobs.length >= claim.limit) return claimed;
  let serving: AsyncIterable<Serve> | Serve[] =
    since === null
      ? eachServer(db, claiming)
      : [serveSystem(db, claiming, (asked) => listDueAccountMails(db, { ...asked, since }))];
  do {
    const stillServing: Serve[] = [];
    for await (const serve of serving) {
      const job = await serve();
      if (!job) continue;
      claimed.jobs.push(job);
      if (claimed.jobs.length >= claim.limit) return claimed;
      stillServing.push(serve);
    }
    serving = stillServing;
    // Those that were not looked at come before the second job of another.
  } while (serving.length > 0 && claimed.stoppedAfter === undefined);
  return claimed;
}

/**
 * Yields one round: the organizations after the last one, the product's own jobs, and the other organizations. It looks for the
 * next one when it is asked for it, so that only as many are passed over as have nothing to claim.
 */
async function* eachServer(db: Queries, claiming: Claiming): AsyncGenerator<Serve> {
  const { after = '', until = after, limit, room, now, claimed } = claiming;
  let mayBeLookedAt = limit + maxPassedOver;
  async function* eachBetween(start: string, end: string | undefined): AsyncGenerator<Serve> {
    let last = start;
    for await (const { id, hasDue } of eachOrganization(db, start, now)) {
      if (end !== undefined && id > end) return;
      if (mayBeLookedAt === 0) {
        claimed.stoppedAfter = last;
        return;
      }
      mayBeLookedAt -= 1;
      last = id;
      const quota = hasDue && room.has(id) ? await findClaimQuota(db, id) : undefined;
      if (quota) yield serveOrganization(db, { organizationId: id, quota }, claiming);
    }
  }
  if (after < until) return yield* eachBetween(after, until);
  yield* eachBetween(after, undefined);
  if (claimed.stoppedAfter !== undefined) return;
  yield serveSystem(db, claiming, (asked) => listDueSystemJobs(db, asked));
  if (until !== '') yield* eachBetween('', until);
}

function serveSystem(
  db: Queries,
  claiming: Claiming,
  listDue: (asked: { now: number; limit: number }) => Promise<{ jobId: number; kind: SystemJobKind }[]>,
): Serve {
  const { room, now, limit } = claiming;
  let due: { jobId: number; kind: SystemJobKind }[] | undefined;
  return async () => {
    due ??= await listDue({ now, limit });
    for (let next = due.shift(); next; next = due.shift()) {
      if (!room.hasSystem(next.kind)) continue;
      room.takeSystem(next.kind);
      return leaseJob(db, { jobId: next.jobId, integrationId: null }, claiming);
    }
    return undefined;
  };
}

/** Leases at most one suspect. The next ones wait until it has shown that it does no harm. */
async function serveSuspect(db: Queries, claiming: Claiming): Promise<ClaimedJob | undefined> {
  const { suspects, room } = claiming;
  for (const suspect of suspects?.waiting ?? []) {
    const { organizationId, integrationId } = suspect;
    if (!room.has(organizationId, integrationId ?? undefined)) continue;
    room.take(organizationId, integrationId ?? '');
    return leaseSuspect(db, suspect, claiming);
  }
  return undefined;
}
