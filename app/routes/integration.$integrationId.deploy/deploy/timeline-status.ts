import { CircleCheck, CircleDashed, CircleX, LoaderCircle } from '~/components/icons/icons';
import type { StatusLook } from '~/components/integration/status-labels';

const looks: Record<string, StatusLook> = {
  running: { text: 'Running', icon: LoaderCircle, tone: 'info' },
  completed: { text: 'Completed', icon: CircleCheck, tone: 'good' },
  error: { text: 'Error', icon: CircleX, tone: 'bad' },
};

/** Returns the look of an execution's status in the timeline. A status without a result is yellow, like waiting. */
export function timelineStatus(status: string): StatusLook {
  const text = status.charAt(0).toUpperCase() + status.slice(1);
  return looks[status] ?? { text, icon: CircleDashed, tone: 'warn' };
}
