import type { ReactNode } from 'react';
import { Badge } from '~/components/ui/badge';

const triggersPerMonth = 10_000;

interface SummaryCardsProps {
  integrationCount: number;
  callCount: number;
  triggersUsed: number;
}

/** The organization's figures at a glance. */
export function SummaryCards({ integrationCount, callCount, triggersUsed }: SummaryCardsProps) {
  const remaining = Math.max(0, triggersPerMonth - triggersUsed);
  return (
    <dl className="grid grid-cols-2 gap-4 lg:grid-cols-4">
      <Figure label="Configured API Calls" value={callCount.toLocaleString('en')} />
      <Figure label="Total Integrations" value={integrationCount.toLocaleString('en')} />
      <Figure label="Triggers Used" value={triggersUsed.toLocaleString('en')}>
        <progress
          aria-label="Triggers used this month"
          max={triggersPerMonth}
          value={Math.min(triggersUsed, triggersPerMonth)}
          className="h-1.5 w-full overflow-hidden rounded-full [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-surface-hover [&::-webkit-progress-value]:bg-accent"
        />
        <span className="mt-1.5 block">
          {remaining.toLocaleString('en')} of {triggersPerMonth.toLocaleString('en')} left
        </span>
      </Figure>
      <Figure label="Plan Status" value="Pro Plan">
        <span className="flex flex-wrap gap-2">
          <PlanStatus triggersUsed={triggersUsed} />
          <Badge tone="info">Sample data</Badge>
        </span>
      </Figure>
    </dl>
  );
}

function PlanStatus({ triggersUsed }: { triggersUsed: number }) {
  if (triggersUsed > 9_500) return <Badge tone="bad">Near Limit</Badge>;
  if (triggersUsed > 8_000) return <Badge tone="warn">Usage High</Badge>;
  return <Badge tone="good">✓ Healthy Usage</Badge>;
}

function Figure({ label, value, children }: { label: string; value: string; children?: ReactNode }) {
  return (
    <div className="min-w-0 rounded-lg border border-line bg-surface-raised p-4 shadow-raised sm:p-5">
      <dt className="text-[0.8125rem] text-ink-muted">{label}</dt>
      <dd className="mt-1">
        <span className="text-2xl font-medium tracking-tight tabular-nums">{value}</span>
        {children && <div className="mt-2 text-[0.8125rem] text-ink-muted">{children}</div>}
      </dd>
    </div>
  );
}
