// When executions began, after somebody set the clock: what is left of their time is counted from there.
import { sql } from 'kysely';
import type { Queries } from '../../core/queries';
import { waitsNot } from './call-waits';

/**
 * Moves the beginning of what runs, or waits between two calls, by as much as the clock was set: `byMs`, more than 0 when it was
 * put forward; `now` is the time since. What began after that stays, and so does what another process has moved, if the clock was
 * set by more than its age; else it may take so much longer. Returns how many were moved.
 */
export function moveBeginnings(db: Queries, { byMs, now }: { byMs: number; now: number }): Promise<number> {
  const isBefore = byMs > 0;
  return db.run(
    db.build
      .updateTable('executions')
      .set({ began_at: sql<number>`began_at + ${Math.round(byMs)}` })
      .where(({ eb, selectFrom }) =>
        eb('id', 'in', selectFrom('jobs').select('subject_id').where('kind', '=', 'execution')),
      )
      .where('status', '=', 'running')
      // What waits before a call has its wait taken off by the clock that it began by.
      .where(waitsNot('id'))
      .where('began_at', isBefore ? '<=' : '>', isBefore ? Math.round(now - byMs) : now),
  );
}
