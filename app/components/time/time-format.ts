import { formatCount } from '~/engine/texts/format-count';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Formats like '2026-03-09 14:05:09 UTC'. */
export function formatExactTime(atMs: number) {
  return `${new Date(atMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * Formats like 'Mar 9, 14:05:09', in UTC.
 *
 * @param atMs milliseconds since 1970
 */
export function formatDayTime(atMs: number) {
  const at = new Date(atMs);
  return `${months[at.getUTCMonth()]} ${at.getUTCDate()}, ${at.toISOString().slice(11, 19)}`;
}

/**
 * Formats like `formatDayTime` in the reader's zone, which only their browser knows.
 *
 * @param atMs milliseconds since 1970
 */
export function formatLocalDayTime(atMs: number) {
  return formatDayTime(atMs - new Date(atMs).getTimezoneOffset() * minuteMs);
}

/**
 * Formats like '12 s ago', 'in 3 min', '2 h ago', '5 days ago'; from 30 days on as the date in UTC, '2026-03-09'. Days to come
 * are rounded to the nearest, all else down.
 */
export function formatRelativeTime(atMs: number, nowMs: number) {
  const distanceMs = Math.abs(nowMs - atMs);
  if (distanceMs < 5000) return 'just now';
  if (distanceMs >= 30 * dayMs) return new Date(atMs).toISOString().slice(0, 10);
  if (atMs <= nowMs) return `${formatDistance(distanceMs)} ago`;
  // What is set for 7 days is due in 7 days, not in 6, a moment later.
  return `in ${formatDistance(distanceMs < dayMs ? distanceMs : distanceMs + dayMs / 2)}`;
}

/** Rounds a duration down to its largest unit. */
function formatDistance(ms: number) {
  if (ms < minuteMs) return `${Math.floor(ms / 1000)} s`;
  if (ms < hourMs) return `${Math.floor(ms / minuteMs)} min`;
  if (ms < dayMs) return `${Math.floor(ms / hourMs)} h`;
  return countDays(Math.floor(ms / dayMs));
}

/** Formats like '1 day', '14 days'. */
export function countDays(days: number): string {
  return days === 1 ? '1 day' : `${days} days`;
}

/** Formats like '1,240 ms'. */
export function formatMilliseconds(ms: number) {
  return `${formatCount(Math.round(ms))} ms`;
}

/** Formats a duration like '87 ms', '1.24 s', '2 min 5 s', '3 h 20 min', '2 days 4 h'. */
export function formatDuration(ms: number) {
  if (Math.round(ms) < 1000) return `${Math.round(ms)} ms`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${(ms / 1000).toFixed(2)} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 1440) return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  const hours = Math.round(minutes / 60);
  return `${countDays(Math.floor(hours / 24))} ${hours % 24} h`;
}
