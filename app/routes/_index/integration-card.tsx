import type { LucideIcon } from 'lucide-react';
import { CalendarClock, MousePointerClick, Trash2, Webhook, Zap } from 'lucide-react';
import { nameTrigger } from '~/components/integration/trigger-names';
import { RelativeTime } from '~/components/time/relative-time';
import { Badge } from '~/components/ui/badge';
import { LinkButton } from '~/components/ui/link';
import { dashboardUrl, type ListQuery } from './list-query';

export interface IntegrationSummary {
  id: string;
  name: string;
  description: string | null;
  isActive: boolean;
  triggerType: string;
  callCount: number;
  totalExecutions: number;
  /** Milliseconds since 1970. */
  lastTestAt: number | null;
}

const triggerIcons: Record<string, LucideIcon> = {
  manual: MousePointerClick,
  webhook: Webhook,
  cron: CalendarClock,
  event: Zap,
};

interface IntegrationCardProps {
  integration: IntegrationSummary;
  /** The list it stands in, to come back to. */
  list: ListQuery;
}

export function IntegrationCard({ integration, list }: IntegrationCardProps) {
  const { id, name, description, isActive, triggerType, callCount, totalExecutions, lastTestAt } =
    integration;
  const TriggerIcon = triggerIcons[triggerType] ?? Zap;
  return (
    <li className="flex min-w-0 flex-col rounded-lg border border-line bg-surface-raised p-5 shadow-raised">
      <div className="flex flex-wrap gap-2">
        <Badge tone={isActive ? 'good' : 'neutral'}>{isActive ? 'Active' : 'Draft'}</Badge>
        <Badge tone={isActive ? 'info' : 'neutral'}>{isActive ? 'Enabled' : 'Disabled'}</Badge>
      </div>
      <h3 className="mt-3 line-clamp-2 text-base font-medium wrap-anywhere">{name}</h3>
      <p className="mt-1 mb-4 line-clamp-2 wrap-anywhere text-ink-muted empty:hidden">{description}</p>
      <p className="mt-auto flex items-center gap-2 pt-3 text-[0.8125rem] text-ink-muted">
        <TriggerIcon aria-hidden className="size-4 shrink-0" />
        <span>
          {nameTrigger(triggerType)} · {callCount} {callCount === 1 ? 'API call' : 'API calls'}
        </span>
      </p>
      <dl className="mt-4 grid grid-cols-2 gap-3 border-t border-line pt-4 text-[0.8125rem]">
        <div>
          <dt className="text-ink-muted">Executions</dt>
          <dd className="mt-0.5 font-medium tabular-nums">{totalExecutions.toLocaleString('en')}</dd>
        </div>
        {lastTestAt !== null && (
          <div>
            <dt className="text-ink-muted">Last test</dt>
            <dd className="mt-0.5 font-medium">
              <RelativeTime at={lastTestAt} />
            </dd>
          </div>
        )}
      </dl>
      <div className="mt-5 flex items-center gap-2">
        <LinkButton to={`/integration/${id}`} className="flex-1">
          View<span className="sr-only"> {name}</span>
        </LinkButton>
        <LinkButton
          to={dashboardUrl(list, { delete: id })}
          preventScrollReset
          variant="quiet"
          icon={Trash2}
          aria-label={`Delete ${name}`}
          title="Delete"
          className="w-9 px-0!"
        />
      </div>
    </li>
  );
}
