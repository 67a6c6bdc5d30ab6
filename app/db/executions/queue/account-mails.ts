// Mails about accounts, such as a link to reset a password: they leave during a pause, because the person who asked for one waits for it.
import { sql } from 'kysely';
import { compileQuery } from '../../core/compiled-query';
import type { Queries } from '../../core/queries';

/**
 * Returns the oldest `limit` due jobs of mails about accounts that were written after `since`. After a restore the earlier ones
 * may have been sent since the backup.
 */
export async function listDueAccountMails(
  db: Queries,
  { since, now, limit }: { since: number; now: number; limit: number },
): Promise<{ jobId: number; kind: 'email' }[]> {
  const due = await db.all(dueQuery({ since, now, limit }));
  return due.map(({ jobId }) => ({ jobId, kind: 'email' }));
}

const dueQuery = compileQuery<{ since: number; now: number; limit: number }, { jobId: number }>(
  (build, value) =>
    build
      .selectFrom('jobs')
      .innerJoin('emails', 'emails.id', 'jobs.subject_id')
      .select('jobs.id as jobId')
      // As in the index of the jobs that are no executions.
      .where(sql<boolean>`jobs.lease_owner is null and jobs.kind <> 'execution'`)
      .where('jobs.kind', '=', 'email')
      .where('jobs.run_at', '<=', value('now'))
      .where('emails.created_at', '>', value('since'))
      .where('emails.organization_id', 'is', null)
      .orderBy('jobs.run_at')
      .orderBy('jobs.id')
      .limit(value('limit')),
);
