import { formatCount } from '~/engine/texts/format-count';
import type { ReactNode } from 'react';
import { Badge } from '~/components/ui/badge';
import { Banner } from '~/components/ui/banner';
import { joinClassNames } from '~/components/ui/class-names';

const triggersPerMonth = 10_000;

export interface Counts {
  integrationCount: number;
  /** The number of deployed integrations. */
  activeCount: number;
  /** The numbers of integrations that were created, and saved, in the last seven days. */
  addedCount: number;
  savedCount: number;
  callCount: number;
}

interface SummaryCardsProps extends Counts {
  /** The triggers used this month. */
  triggersUsed: number;
  /** The triggers used in the last seven days, and in the seven days before. */
  recentTriggers: number;
  formerTriggers: number;
}

/** Shows the organization's figures and their recent changes. */
export function SummaryCards({
  integrationCount,
  activeCount,
  addedCount,
  savedCount,
  callCount,
  triggersUsed,
  recentTriggers,
  formerTriggers,
}: SummaryCardsProps) {
  const remaining = Math.max(0, triggersPerMonth - triggersUsed);
  const usage = readUsage(triggersUsed);
  return (
    <dl className="grid summary-columns gap-4">
      <Figure label="Configured API Calls" value={formatCount(callCount)}>
        in {formatCount(integrationCount)} {integrationCount === 1 ? 'integration' : 'integrations'}
        <Change>{savedCount > 0 ? formatCount(savedCount) : 'None'} saved in the last 7 days</Change>
      </Figure>
      <Figure label="Total Integrations" value={formatCount(integrationCount)}>
        {formatCount(activeCount)} active, {formatCount(integrationCount - activeCount)} in draft
        <Change>{addedCount > 0 ? formatCount(addedCount) : 'None'} added in the last 7 days</Change>
      </Figure>
      <Figure label="Triggers Used" value={formatCount(triggersUsed)}>
        <progress
          aria-label="Triggers used this month"
          max={triggersPerMonth}
          value={Math.min(triggersUsed, triggersPerMonth)}
          className={joinClassNames(
            'h-1.5 w-full overflow-hidden rounded-full bg-surface-hover forced-color-adjust-none [&::-webkit-progress-bar]:bg-surface-hover',
            barColours[usage],
          )}
        />
        <span className="mt-1.5 block">
          {formatCount(remaining)} of {formatCount(triggersPerMonth)} left this month
        </span>
        <Change>{compareWeeks(recentTriggers, formerTriggers)}</Change>
      </Figure>
      <Figure label="Plan Status" value="Pro Plan" aside="Sample data">
        <PlanStatus usage={usage} />
      </Figure>
    </dl>
  );
}

function Change({ children }: { children: ReactNode }) {
  return <span className="mt-0.5 block">{children}</span>;
}

/** Compares two weeks: '380 in the last 7 days, 120 more than in the 7 before' */
function compareWeeks(recent: number, former: number): string {
  if (recent === 0 && former === 0) return 'None in the last 14 days';
  const count = recent === 0 ? 'None' : formatCount(recent);
  const difference = formatCount(Math.abs(recent - former));
  const change =
    recent === former ? 'as many as' : `${difference} ${recent > former ? 'more' : 'fewer'} than`;
  return `${count} in the last 7 days, ${change} in the 7 before`;
}

type Usage = 'healthy' | 'high' | 'near-limit';

/** Classifies the usage by the bounds of the product's documents. */
function readUsage(triggersUsed: number): Usage {
  if (triggersUsed > 9_500) return 'near-limit';
  return triggersUsed > 8_000 ? 'high' : 'healthy';
}

const barColours: Record<Usage, string> = {
  healthy: '[&::-moz-progress-bar]:bg-accent [&::-webkit-progress-value]:bg-accent',
  high: '[&::-moz-progress-bar]:bg-warn [&::-webkit-progress-value]:bg-warn',
  'near-limit': '[&::-moz-progress-bar]:bg-bad [&::-webkit-progress-value]:bg-bad',
};

function PlanStatus({ usage }: { usage: Usage }) {
  if (usage === 'near-limit') return <Badge tone="bad">Near Limit</Badge>;
  if (usage === 'high') return <Badge tone="warn">Usage High</Badge>;
  return <Badge tone="good">✓ Healthy Usage</Badge>;
}

/** The banner at the top of the page when the month's triggers run out. */
export function UsageBanner({ triggersUsed }: { triggersUsed: number }) {
  const usage = readUsage(triggersUsed);
  if (usage === 'healthy') return null;
  const used = `${formatCount(triggersUsed)} of ${formatCount(triggersPerMonth)} triggers are used this month.`;
  return (
    <div className="mb-6">
      <Banner tone={usage === 'high' ? 'warn' : 'bad'} title={usage === 'high' ? 'Usage High' : 'Near Limit'}>
        {used} The plan is sample data: nothing stops at the limit.
      </Banner>
    </div>
  );
}

interface FigureProps {
  label: string;
  value: string;
  /** A text beside the label. */
  aside?: string;
  children?: ReactNode;
}

function Figure({ label, value, aside, children }: FigureProps) {
  return (
    <div className="flex min-w-0 flex-col rounded-lg border border-line bg-surface-raised p-4 shadow-raised sm:p-5">
      <dt className="flex flex-wrap content-start items-baseline justify-between gap-x-2 text-[0.8125rem] text-ink-muted max-sm:min-h-10">
        {label}
        {aside && <span className="text-xs font-medium text-info-ink">{aside}</span>}
      </dt>
      <dd className="mt-1 flex grow flex-col">
        <span className="text-2xl font-medium tracking-tight tabular-nums">{value}</span>
        {children && <div className="mt-auto pt-2 text-[0.8125rem] text-ink-muted">{children}</div>}
      </dd>
    </div>
  );
}
