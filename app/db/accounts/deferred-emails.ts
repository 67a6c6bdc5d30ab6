// Mails that could not be sent and are tried again.
import { sql } from 'kysely';
import type { Queries } from '../core/queries';

export interface DeferredEmails {
  count: number;
  /** When the oldest was written, in milliseconds since 1970; null without one. */
  oldestAt: number | null;
  /** Why the newest of them was not sent; null without one. */
  error: string | null;
}

/** Reads the jobs of mails alone, however many mails are kept. A mail that is tried at this moment is left out. */
export async function findDeferredEmails(db: Queries): Promise<DeferredEmails> {
  const deferred = db.build
    .selectFrom('jobs')
    .innerJoin('emails', 'emails.id', 'jobs.subject_id')
    // As in the index of the jobs that are no executions.
    .where(sql<boolean>`lease_owner is null and kind <> 'execution'`)
    .where('jobs.kind', '=', 'email')
    .where('emails.status', '=', 'queued')
    .where('emails.attempts', '>', 0);
  const all = await db.first(
    deferred.select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.min('emails.created_at').as('oldestAt'),
    ]),
  );
  const newest = await db.first(
    deferred.select('emails.error_message as error').orderBy('emails.id', 'desc').limit(1),
  );
  return { count: all?.count ?? 0, oldestAt: all?.oldestAt ?? null, error: newest?.error ?? null };
}
