// When a failed execution is replayed automatically: later and later, so that a target that is down for a day is neither flooded
// nor forgotten. The schedule is fixed; an integration sets how many of its replays it uses.

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** How long after each failure the next replay follows. */
const delays = [
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  18 * hourMs,
  22 * hourMs,
] as const;

export const maxAutomaticReplays = delays.length;

/** A delay is shorter or longer by up to this share, so that executions that failed together are not replayed together. */
const spread = 0.1;

/** No automatic replay is due later after its failure. */
export const maxReplayDelayMs = Math.max(...delays) * (1 + spread);

/**
 * Returns when the automatic replay `number` (from 1) of an execution is due, in milliseconds since 1970. `random` is from 0 to
 * 1. Undefined when there is no replay with this number.
 */
export function findReplayTime(number: number, failedAt: number, random: number): number | undefined {
  const delay = delays[number - 1];
  return delay === undefined ? undefined : Math.round(failedAt + delay * (1 + spread * (2 * random - 1)));
}

/** Describes how many automatic replays there are and how long they take: `5 times, over about 18 hours`. */
export function describeReplays(count: number): string {
  const minutes = delays.slice(0, count).reduce((sum, delay) => sum + delay, 0) / minuteMs;
  const hours = Math.round(minutes / 60);
  const span =
    minutes < 60 ? `${minutes} minutes` : hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`;
  return `${count === 1 ? 'once, after' : `${count} times, over`} about ${span}`;
}
