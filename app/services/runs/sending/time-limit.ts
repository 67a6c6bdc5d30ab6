// How long a run may take, and what ends its calls before.
import type { AppContext } from '~/context';
import { defaultRunSettings } from '~/engine/definition/run-settings';
import type { Definition } from '~/engine/integration';

export interface Signals {
  stopping: AbortSignal;
  lost: AbortSignal | undefined;
  setWaiting: ((isWaiting: boolean) => void) | undefined;
}

export interface TimeLimit {
  /** Returns the milliseconds until the execution must end, waits between attempts included; 0 or less when out of time. */
  leftMs(): number;
  /** Returns when other runners, too, find the execution out of time by their clock, in milliseconds since 1970. */
  endsAt(): number;
  /** The error message at the limit. */
  tooLong: string;
}

/**
 * Counts the limit from the first start, `beganAt`, in milliseconds since 1970. From this call on, elapsed time counts, so
 * setting the clock ends nothing that is under way.
 */
export function limitTime(
  { now, monotonicNow }: Pick<AppContext, 'now' | 'monotonicNow'>,
  { runSettings }: Definition,
  beganAt: number,
): TimeLimit {
  const { maxMinutes } = runSettings ?? defaultRunSettings;
  const tooLong = `The execution took longer than ${maxMinutes} ${maxMinutes === 1 ? 'minute' : 'minutes'}.`;
  const deadline = beganAt + maxMinutes * 60_000;
  const end = monotonicNow() + (deadline - now());
  const leftMs = () => Math.round(end - monotonicNow());
  return { leftMs, endsAt: () => Math.max(deadline, now() + leftMs()), tooLong };
}
