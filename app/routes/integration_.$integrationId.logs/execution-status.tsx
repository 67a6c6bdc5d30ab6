import { Ban, CircleCheck, CircleHelp, CircleX, Clock, LoaderCircle, type LucideIcon } from 'lucide-react';
import { joinClassNames } from '~/components/ui/class-names';
import { markTone, type Tone } from '~/components/ui/tone';

interface StatusLook {
  text: string;
  icon: LucideIcon;
  tone: Tone;
}

const looks: Record<string, StatusLook> = {
  queued: { text: 'Execution queued', icon: Clock, tone: 'neutral' },
  running: { text: 'Execution in progress', icon: LoaderCircle, tone: 'info' },
  completed: { text: 'Execution completed successfully', icon: CircleCheck, tone: 'good' },
  error: { text: 'Execution failed', icon: CircleX, tone: 'bad' },
  cancelled: { text: 'Execution cancelled', icon: Ban, tone: 'neutral' },
};

const unknown: StatusLook = { text: 'Unknown status', icon: CircleHelp, tone: 'warn' };

export function describeStatus(status: string): string {
  return (looks[status] ?? unknown).text;
}

/** The status as a picture; the text stands beside it. */
export function StatusIcon({ status }: { status: string }) {
  const { icon: Icon, tone } = looks[status] ?? unknown;
  return (
    <Icon
      aria-hidden
      className={joinClassNames('size-5 shrink-0', markTone[tone], status === 'running' && 'animate-spin')}
    />
  );
}

const triggers: Record<string, string> = {
  cron: 'Scheduled',
  webhook: 'Webhook',
  manual: 'Manual',
  event: 'Event',
};

export function describeTrigger(triggerType: string): string {
  return triggers[triggerType] ?? triggerType;
}
