import { FlaskConical, Zap } from '~/components/icons/icons';
import { triggerIcons } from '~/components/integration/trigger-icons';
import { nameTrigger } from '~/components/integration/trigger-names';
import { Badge } from '~/components/ui/badge';

interface TriggerMarkProps {
  triggerType: string;
  isTest: boolean;
}

/** Shows what started an execution: a badge, or an icon where space is short. A test shows 'Test', not its trigger. */
export function TriggerMark({ triggerType, isTest }: TriggerMarkProps) {
  const name = isTest ? 'Test' : nameTrigger(triggerType);
  const Icon = isTest ? FlaskConical : (triggerIcons[triggerType] ?? Zap);
  return (
    <>
      <span className="lg:hidden" title={name}>
        <Icon aria-hidden className="size-4 text-ink-muted" />
      </span>
      <span className="min-w-0 max-lg:sr-only">
        <Badge tone={isTest ? 'accent' : 'neutral'}>{name}</Badge>
      </span>
    </>
  );
}
