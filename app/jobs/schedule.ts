// The loop that asks which schedules are due. It may run in several processes: each due time is fired by one of them.
import type { AppContext } from '~/context';
import { fireDueSchedules } from '~/services/schedules';

export interface ScheduleLoop {
  start(): void;
  /** Looks no more; resolves when what is being fired is on disk. */
  stop(): Promise<void>;
}

const pollMs = 500;

export function createScheduleLoop(context: AppContext): ScheduleLoop {
  let polling: NodeJS.Timeout | undefined;
  let firing = Promise.resolve();
  let stopped = false;

  async function poll(): Promise<void> {
    try {
      await fireDueSchedules(context);
    } catch (error) {
      context.log.error({ err: error }, 'schedules could not be looked at');
    }
    if (!stopped) polling = setTimeout(look, pollMs);
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
