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

/** `monotonicNow` returns milliseconds of a clock that cannot be set. */
export function createScheduleLoop(context: AppContext, monotonicNow?: () => number): ScheduleLoop {
  const { log, now } = context;
  const errors = createRepeatedErrors(log);
  let polling: NodeJS.Timeout | undefined;
  let firing = Promise.resolve();
  let stopped = false;
  const clock = createClockWatch(now, monotonicNow);
  /** Whether due times must be checked: after the clock was set, and at the start, because it may have been set before. */
  let isRepairDue = true;

  async function poll(): Promise<void> {
    try {
      noticeJump();
      if (isRepairDue) await repair();
      await fireDueSchedules(context);
    } catch (error) {
      errors.error({ err: error }, 'schedules could not be looked at');
    }
    if (!stopped) polling = setTimeout(begin, pollMs);
  }

  function noticeJump(): void {
    const jump = clock.readJump();
    if (Math.abs(jump) <= jumpMs) return;
    isRepairDue = true;
    log.warn({ seconds: Math.round(jump / 1000) }, 'the clock of this machine was set');
  }

  async function repair(): Promise<void> {
    const schedules = await repairSchedules(context);
    const waiting = await followClock(context);
    isRepairDue = false;
    if (schedules > 0) log.warn({ schedules }, 'schedules were due later than they say, and were moved back');
    if (waiting > 0)
      log.warn({ waiting }, 'jobs and messages waited for longer than they may, and are due now');
  }

  function begin(): void {
    firing = poll();
  }

  return {
    start: begin,
    async stop() {
      stopped = true;
      clearTimeout(polling);
      await firing;
    },
  };
}
