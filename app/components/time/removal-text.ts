import { countDays } from './time-format';

/** Says after how many days executions are removed: '14 days', or '14 days, those that failed after 60 days'. */
export function describeRemoval({ completed, failed }: { completed: number; failed: number }): string {
  const ofFailed = completed === failed ? '' : `, those that failed after ${countDays(failed)}`;
  return `${countDays(completed)}${ofFailed}`;
}
