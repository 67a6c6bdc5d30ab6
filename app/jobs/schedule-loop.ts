// The loop that fires due schedules. It may run in several processes; each due time is fired by one of them.
import type { AppContext } from '~/context';
import { createRepeatedErrors } from '~/repeated-errors';
import { followClock } from '~/services/installation/clock';
import { fireDueSchedules, repairSchedules } from '~/services/triggers/schedules';
import { createClockWatch } from './clock-watch';

export interface ScheduleLoop {
  start(): void;
  /** Ends the loop; resolves when the schedules that are being fired are on disk. */
  stop(): Promise<void>;
}

const pollMs = 500;
/** A difference between the clock and the time that passed counts as a set clock above this. */
const jumpMs = 60_000;

/** `monotonicNow` returns milliseconds of a clock that nobody can set. */
export function createScheduleLoop(context: AppContext, monotonicNow?: () => number): ScheduleLoop {
  const { log, now } = context;
  const errors = createRepeatedErrors(log);
  let polling: NodeJS.Timeout | undefined;
  let firing = Promise.resolve();
  let stopped = false;
  const clock = createClockWatch(now, monotonicNow);
  /** Whether due times are to be checked: after a clock change, and at the start, because nobody saw the clock before. */
  let isMendingDue = true;

  async function poll(): Promise<void> {
    try {
      noteJump();
      if (isMendingDue) await mend();
      await fireDueSchedules(context);
    } catch (error) {
      errors.error({ err: error }, 'schedules could not be looked at');
    }
    if (!stopped) polling = setTimeout(look, pollMs);
  }

  function noteJump(): void {
    const jump = clock.readJump();
    if (Math.abs(jump) <= jumpMs) return;
    isMendingDue = true;
    log.warn({ seconds: Math.round(jump / 1000) }, 'the clock of this machine was set');
  }

  async function mend(): Promise<void> {
    const schedules = await repairSchedules(context);
    const waiting = await followClock(context);
    isMendingDue = false;
    if (schedules > 0) log.warn({ schedules }, 'schedules were due later than they say, and were moved back');
    if (waiting > 0)
      log.warn({ waiting }, 'jobs and messages waited for longer than they may, and are due now');
  }

  function look(): void {
    firing = poll();
  }

  return {
    start: look,
    async stop() {
      stopped = true;
      clearTimeout(polling);
      await firing;
    },
  };
}
