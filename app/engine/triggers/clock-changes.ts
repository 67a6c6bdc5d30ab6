// Finds the times of a schedule that a clock change skips or repeats, so that the editor can warn in advance.
import { findNextRun, type Schedule } from './cron';
import { findChange, readOffsets } from './zone-offsets';

/** Local times that a schedule names and that a zone's clock skips or shows twice. */
export interface ClockChange {
  kind: 'skipped' | 'doubled';
  /** When the clock is changed, in milliseconds since 1970. */
  at: number;
  /** The affected local times, from `from` until before `to`, in milliseconds since 1970 as if they were UTC. */
  from: number;
  to: number;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const daysAhead = 366;

/** Lists the clock changes within a year after `after` that affect times of the schedule. */
export function listClockChanges({ cronExpression, timezone }: Schedule, after: number): ClockChange[] {
  // A schedule that runs every hour names no time of day.
  if (cronExpression.trim().split(/\s+/)[1] === '*') return [];
  const offsetAt = readOffsets(timezone);
  const changes: ClockChange[] = [];
  for (let day = 0; day < daysAhead; day += 1) {
    const start = after + day * dayMs;
    if (offsetAt(start) === offsetAt(start + dayMs)) continue;
    const at = findChange(offsetAt, start, start + dayMs);
    const [before, since] = [offsetAt(at - minuteMs), offsetAt(at)];
    // Local times are treated as UTC, and so is the pattern: in UTC no clock change interferes.
    const [from, to] = [at + Math.min(before, since), at + Math.max(before, since)];
    const concerned = findNextRun({ cronExpression, timezone: 'UTC' }, from - 1) ?? to;
    const kind = since > before ? 'skipped' : 'doubled';
    if (concerned < to) changes.push({ kind, at, from, to });
  }
  return changes;
}
