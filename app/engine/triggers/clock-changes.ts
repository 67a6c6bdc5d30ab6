// Finds the times of a schedule that a change of the clock skips or repeats, so that the editor can warn in advance.
import { countRuns, type Schedule } from './cron';
import { findChange, readOffsets } from './zone-offsets';

/** Local times that a schedule names and that a zone's clock leaves out or shows twice. */
export interface ClockChange {
  kind: 'skipped' | 'doubled';
  /** When the clock is moved, in milliseconds since 1970. */
  at: number;
  /** The local times from `from` until before `to` are concerned: `YYYY-MM-DD HH:MM`. */
  from: string;
  to: string;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const daysAhead = 366;

/** The changes of the clock within a year after `after` that concern times of the schedule. */
export function listClockChanges({ cronExpression, timezone }: Schedule, after: number): ClockChange[] {
  // A schedule of every hour has no time of day in mind.
  if (cronExpression.trim().split(/\s+/)[1] === '*') return [];
  const offsetAt = readOffsets(timezone);
  const changes: ClockChange[] = [];
  for (let day = 0; day < daysAhead; day += 1) {
    const start = after + day * dayMs;
    if (offsetAt(start) === offsetAt(start + dayMs)) continue;
    const at = findChange(offsetAt, start, start + dayMs);
    const [before, since] = [offsetAt(at - minuteMs), offsetAt(at)];
    // Local times as if they were UTC: there the pattern is asked, whose own zone leaves nothing to ask for.
    const [from, to] = [at + Math.min(before, since), at + Math.max(before, since)];
    const isConcerned = countRuns({ cronExpression, timezone: 'UTC' }, { from, before: to, limit: 1 }) > 0;
    const kind = since > before ? 'skipped' : 'doubled';
    if (isConcerned) changes.push({ kind, at, from: describeLocal(from), to: describeLocal(to) });
  }
  return changes;
}

function describeLocal(time: number): string {
  return new Date(time).toISOString().slice(0, 16).replace('T', ' ');
}
