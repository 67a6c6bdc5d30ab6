// Suspects: executions with which two processes died, one after the other, without any progress in between. Usually one of them
// killed the process, and the others were only running at the same time. So each suspect is tried alone: a runner has at most
// one suspect in hand that has not made progress yet, and other executions of its integration, which may do the same harm, wait
// meanwhile. An execution is ended only when a process dies with it while it is tried alone.
import { sql } from 'kysely';
import { compileQuery } from '../../core/compiled-query';
import type { Queries } from '../../core/queries';
import type { Lease } from './jobs';

/** The number of deaths that makes an execution a suspect. Written as in the partial index. */
const isSuspect = sql<boolean>`jobs.kind = 'execution' and jobs.deaths >= 2`;

/** The state of a trial: running, or ended because the process died. */
export type Trial = 'alone' | 'died';

export interface Suspect {
  jobId: number;
  organizationId: string;
  /** Null when the execution is deleted. */
  integrationId: string | null;
  trial: Trial | null;
  owner: string | null;
}

export interface Suspects {
  /** The suspects that may be tried next, the fewest deaths first; empty while the runner has one in hand. */
  waiting: Suspect[];
  /** The integrations of which no execution is taken up. */
  integrationIds: ReadonlySet<string>;
}

/** The most suspects that are read at a time; a runner dies with fewer. */
const maxKnown = 1_000;

const suspectsQuery = compileQuery<{ now: number; most: number }, Suspect>((build, value) =>
  build
    .selectFrom('jobs')
    .leftJoin('executions', 'executions.id', 'jobs.subject_id')
    .select([
      'jobs.id as jobId',
      sql<string>`jobs.organization_id`.as('organizationId'),
      'executions.integration_id as integrationId',
      'trial',
      'lease_owner as owner',
    ])
    .where(isSuspect)
    .where('run_at', '<=', value('now'))
    .where(sql<boolean>`(lease_owner is null or trial = 'alone')`)
    .orderBy('deaths')
    .orderBy('run_at')
    .limit(value('most')),
);

/** Returns the suspects as `owner` sees them; undefined when there are none, as nearly always. */
export async function findSuspects(
  db: Queries,
  { owner, now }: { owner: string; now: number },
): Promise<Suspects | undefined> {
  const found = await db.all(suspectsQuery({ now, most: maxKnown }));
  if (found.length === 0) return undefined;
  const isBusy = found.some((suspect) => suspect.owner === owner);
  return {
    waiting: isBusy ? [] : found.filter((suspect) => suspect.owner === null),
    integrationIds: new Set(found.flatMap(({ integrationId }) => integrationId ?? [])),
  };
}

const endTrialQuery = compileQuery<Lease>((build, value) =>
  build
    .updateTable('jobs')
    .set({ trial: null })
    .where('id', '=', value('jobId'))
    .where('lease_owner', '=', value('owner'))
    .where('lease_number', '=', value('number'))
    .where('trial', '=', 'alone'),
);

/** Ends the trial, so that other executions of the integration run beside this one. Changes nothing when the lease was lost. */
export async function endTrial(db: Queries, lease: Lease): Promise<void> {
  await db.run(endTrialQuery(lease));
}
