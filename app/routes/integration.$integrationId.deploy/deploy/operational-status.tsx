import { formatCount } from '~/engine/texts/format-count';
import type { ReactNode } from 'react';
import { formatSuccessRate } from '~/components/integration/success-rate';
import { nameTrigger } from '~/components/integration/trigger-names';
import { shortenId } from '~/components/log/short-id';
import { RelativeTime } from '~/components/time/relative-time';
import { formatDuration, formatMilliseconds } from '~/components/time/time-format';
import { Badge } from '~/components/ui/badge';
import { Card } from '~/components/ui/card';
import { joinClassNames } from '~/components/ui/class-names';
import { LinkButton, TextLink } from '~/components/ui/link';
import { markTone } from '~/components/ui/tone';
import { DetailsChevron } from '~/components/ui/details-chevron';
import type { Operations, Statistics } from '~/services/monitoring/operational-status';
import { DurationChart } from './duration-chart';
import { timelineCookie } from './timeline-cookie';
import { timelineStatus } from './timeline-status';

const shownExecutions = 10;

interface OperationalStatusProps {
  operations: Operations;
  address: string;
  /** Whether the timeline was open when this browser left it. */
  isTimelineOpen: boolean;
}

/** Shows the integration's figures, durations and recent executions. */
export function OperationalStatus({ operations, address, isTimelineOpen }: OperationalStatusProps) {
  const { statistics, recent } = operations;
  return (
    <Card
      title="Operational Status"
      actions={
        <LinkButton to={`${address}/logs`} size="sm">
          View All Logs
        </LinkButton>
      }
    >
      <div className="flex flex-col gap-6">
        <Figures statistics={statistics} />
        <DurationChart executions={recent} />
        <Timeline executions={recent.slice(0, shownExecutions)} address={address} isOpen={isTimelineOpen} />
      </div>
    </Card>
  );
}

function Figures({ statistics }: { statistics: Statistics }) {
  const { totalExecutions, successRate, averageDuration, lastExecutionAt } = statistics;
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4 xl:grid-cols-2">
      <Figure label="Total Executions">{formatCount(totalExecutions)}</Figure>
      <Figure label="Success Rate">{successRate === null ? '–' : formatSuccessRate(successRate)}</Figure>
      <Figure label="Average Duration" hint="of the last 50 executions">
        {averageDuration === null ? '–' : formatMilliseconds(averageDuration)}
      </Figure>
      <Figure label="Last Execution">
        {lastExecutionAt === null ? 'Never' : <RelativeTime at={lastExecutionAt} />}
      </Figure>
    </dl>
  );
}

interface FigureProps {
  label: string;
  hint?: string;
  children: ReactNode;
}

function Figure({ label, hint, children }: FigureProps) {
  return (
    <div className="min-w-0 rounded-md border border-line p-4 [&_time]:whitespace-normal">
      <dt className="text-[0.8125rem] text-ink-muted">
        {label}
        {hint && <span className="sr-only"> {hint}</span>}
      </dt>
      <dd className="mt-1 text-base font-medium tracking-tight tabular-nums" title={hint}>
        {children}
      </dd>
    </div>
  );
}

interface TimelineProps {
  executions: Operations['recent'];
  address: string;
  isOpen: boolean;
}

/** A fold of the browser. A cookie tells the server its last state, so that nothing moves on the next visit. */
function Timeline({ executions, address, isOpen }: TimelineProps) {
  return (
    <details open={isOpen} className="min-w-0 rounded-md border border-line">
      <summary
        // Stored on the click, before the later `toggle` event, so that it is kept even if the user leaves at once.
        onClick={({ currentTarget }) => rememberTimeline(currentTarget.closest('details')?.open === false)}
        className="flex items-center gap-2.5 rounded-md px-4 py-3 -outline-offset-2! hover:bg-surface-hover"
      >
        <DetailsChevron />
        <h3 className="font-medium">Recent Execution Timeline</h3>
      </summary>
      {executions.length === 0 ? (
        <p className="border-t border-line px-4 py-4 text-ink-muted">No executions yet</p>
      ) : (
        <ol className="divide-y divide-line border-t border-line">
          {executions.map((execution) => (
            <TimelineItem key={execution.id} execution={execution} address={address} />
          ))}
        </ol>
      )}
    </details>
  );
}

function rememberTimeline(isOpen: boolean): void {
  const value = isOpen ? 'open' : 'closed';
  document.cookie = `${timelineCookie}=${value}; Path=/integration; Max-Age=31536000; SameSite=Lax`;
}

interface TimelineItemProps {
  execution: Operations['recent'][number];
  address: string;
}

function TimelineItem({ execution, address }: TimelineItemProps) {
  const { id, status, triggerType, isTest, startedAt, duration, errorMessage } = execution;
  const { icon: Icon, text, tone } = timelineStatus(status);
  return (
    <li className="flex gap-3 px-4 py-3">
      <Icon
        aria-hidden
        className={joinClassNames(
          'mt-0.5 size-5 shrink-0',
          markTone[tone],
          status === 'running' && 'animate-spin',
        )}
      />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
        <TextLink to={`${address}/logs?execution=${id}`}>
          {text}
          <span className="sr-only">, execution {shortenId(id)}</span>
        </TextLink>
        <Badge>{isTest ? 'Test' : nameTrigger(triggerType)}</Badge>
        <span className="ml-auto flex flex-wrap justify-end gap-x-3 text-ink-muted tabular-nums max-sm:[&_time]:whitespace-normal sm:whitespace-nowrap">
          {duration !== null && formatDuration(duration)}
          <RelativeTime at={startedAt} />
        </span>
        {errorMessage && <p className="w-full text-[0.8125rem] wrap-anywhere text-bad-ink">{errorMessage}</p>}
      </div>
    </li>
  );
}
