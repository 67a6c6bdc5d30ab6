// Moves the start times of executions after somebody set the clock: what is left of their time is counted from there.
import { sql } from 'kysely';
import type { Queries } from '../../core/queries';
import { waitsNot } from './call-waits';

/**
 * Moves the beginning of executions that run, or wait between two calls, by `byMs`: by as much as the clock was set, more than
 * 0 when it was set forward. `now` is the new time. Executions that began after that stay. Those that another process has moved
 * stay, too, if the clock was set by more than their age; else they are moved twice and may take `byMs` longer. Returns how
 * many were moved.
 */
export function shiftStartTimes(db: Queries, { byMs, now }: { byMs: number; now: number }): Promise<number> {
  const isBefore = byMs > 0;
  return db.run(
    db.build
      .updateTable('executions')
      .set({ began_at: sql<number>`began_at + ${Math.round(byMs)}` })
      .where(({ eb, selectFrom }) =>
        eb('id', 'in', selectFrom('jobs').select('subject_id').where('kind', '=', 'execution')),
      )
      .where('status', '=', 'running')
      // An execution that waits before a call is left out: its wait is subtracted by the clock that the wait began by.
      .where(waitsNot('id'))
      .where('began_at', isBefore ? '<=' : '>', isBefore ? Math.round(now - byMs) : now),
  );
}
