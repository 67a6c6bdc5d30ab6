import { CalendarClock, FlaskConical, type LucideIcon, MousePointerClick, Webhook, Zap } from 'lucide-react';
import { nameTrigger } from '~/components/integration/trigger-names';
import { Badge } from '~/components/ui/badge';

interface TriggerMarkProps {
  triggerType: string;
  isTest: boolean;
}

const icons: Partial<Record<string, LucideIcon>> = {
  cron: CalendarClock,
  webhook: Webhook,
  manual: MousePointerClick,
  event: Zap,
};

/** What started an execution: a badge, and where there is no room for one a picture. Of a test its trigger tells nothing. */
export function TriggerMark({ triggerType, isTest }: TriggerMarkProps) {
  const name = isTest ? 'Test' : nameTrigger(triggerType);
  const Icon = isTest ? FlaskConical : (icons[triggerType] ?? Zap);
  return (
    <>
      <span className="md:hidden" title={name}>
        <Icon aria-hidden className="size-4 text-ink-muted" />
      </span>
      <span className="min-w-0 max-md:sr-only">
        <Badge tone={isTest ? 'accent' : 'neutral'}>{name}</Badge>
      </span>
    </>
  );
}
