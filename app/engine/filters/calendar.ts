// Adds and counts months and weekdays. A time is the milliseconds that a clock shows as though it were UTC.

/** Milliseconds. */
export const day = 86_400_000;

/** Adds months; a day that the month does not have becomes its last one. */
export function addMonths(clock: number, months: number): number {
  if (months === 0) return clock;
  const from = new Date(clock);
  const to = new Date(clock);
  to.setUTCDate(1);
  to.setUTCMonth(from.getUTCMonth() + months);
  const days = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(from.getUTCDate(), days));
  return to.getTime();
}

/** Counts the whole months from one moment to another, by the calendar of the clock that shows them. */
export function countMonths(from: number, at: number): number {
  const [a, b] = [new Date(from), new Date(at)];
  const months = (b.getUTCFullYear() - a.getUTCFullYear()) * 12 + b.getUTCMonth() - a.getUTCMonth();
  if (at >= from) return addMonths(from, months) > at ? months - 1 : months;
  return addMonths(from, months) < at ? months + 1 : months;
}

/** Adds days from Monday to Friday; the days of a weekend between them do not count. Adding none keeps a day of a weekend. */
export function addWeekdays(clock: number, count: number): number {
  const step = Math.sign(count);
  const weeks = Math.trunc(count / 5);
  let moved = clock + weeks * 7 * day;
  // Behind whole weeks, a day of a weekend is still one: the weekdays of the last week end before it.
  if (count !== 0 && count % 5 === 0) {
    while (isWeekend(moved)) moved -= step * day;
    return moved;
  }
  for (let left = Math.abs(count % 5); left > 0;) {
    moved += step * day;
    if (!isWeekend(moved)) left -= 1;
  }
  return moved;
}

/** Counts how many weekdays can be added to one time without passing another; below 0 where the other is earlier. */
export function countWeekdays(from: number, at: number): number {
  const step = at < from ? -1 : 1;
  const passes = (count: number) => (addWeekdays(from, count) - at) * step > 0;
  let count = Math.trunc((at - from) / (7 * day)) * 5;
  while (!passes(count + step)) count += step;
  return count === 0 ? 0 : count;
}

function isWeekend(clock: number): boolean {
  const weekday = new Date(clock).getUTCDay();
  return weekday === 0 || weekday === 6;
}
