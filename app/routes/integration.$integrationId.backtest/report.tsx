import { FlaskConical } from '~/components/icons/icons';
import { Differences } from '~/components/integration/differences';
import { IdText } from '~/components/log/short-id';
import { Badge } from '~/components/ui/badge';
import { Card } from '~/components/ui/card';
import { EmptyState } from '~/components/ui/empty-state';
import { TextLink } from '~/components/ui/link';
import type { Backtest } from '~/services/test-runs/backtest';

interface ReportProps {
  report: Backtest;
  integrationId: string;
}

/** Shows what the version would do differently, place by place, and in which executions. */
export function Report({ report, integrationId }: ReportProps) {
  const { tried, same, different, left, findings, unfinished } = report;
  if (tried === 0) {
    return (
      <Card title="Result">
        <EmptyState
          icon={FlaskConical}
          headingLevel={3}
          title="Nothing to test against"
          text="No execution of this integration has ended yet."
        />
      </Card>
    );
  }
  const early = tried - same - different;
  return (
    <Card
      title="Result"
      text={describeCounts({ tried, left })}
      actions={
        <>
          <Badge tone="good">{same} the same</Badge>
          <Badge tone={different > 0 ? 'warn' : 'neutral'}>{different} different</Badge>
          {early > 0 && <Badge>{early} compared in part</Badge>}
        </>
      }
    >
      <div className="flex flex-col gap-6">
        {findings.length === 0 && <p>No differences found.</p>}
        {findings.map(({ difference, count, executionIds }) => (
          <section key={`${difference.where} ${difference.field}`} className="flex flex-col gap-2">
            <h3 className="font-medium">{count === 1 ? '1 execution' : `${count} executions`}</h3>
            <Differences
              differences={[{ ...difference, mine: difference.former, theirs: difference.next }]}
              mine="Sent"
              theirs="Would be sent"
            />
            <Logs integrationId={integrationId} executionIds={executionIds} count={count} />
          </section>
        ))}
        {unfinished.map(({ callName, reason, count, executionIds }) => (
          <section key={`${callName} ${reason}`} className="flex flex-col gap-2">
            <h3 className="font-medium wrap-anywhere">
              {count === 1 ? '1 execution was' : `${count} executions were`} compared up to “{callName}”
            </h3>
            <p className="text-ink-muted">
              {reason === 'cut'
                ? 'The log holds only the first part of its response.'
                : 'Its response is unknown: it was not sent at the time.'}
            </p>
            <Logs integrationId={integrationId} executionIds={executionIds} count={count} />
          </section>
        ))}
      </div>
    </Card>
  );
}

function describeCounts({ tried, left }: Pick<Backtest, 'tried' | 'left'>): string {
  const counted = tried === 1 ? 'Tested on 1 execution.' : `Tested on ${tried} executions.`;
  return left === 0 ? counted : `${counted} There was no time for ${left} more.`;
}

interface LogsProps {
  integrationId: string;
  executionIds: string[];
  count: number;
}

function Logs({ integrationId, executionIds, count }: LogsProps) {
  return (
    <p className="flex flex-wrap gap-x-3 gap-y-1 text-[0.8125rem] text-ink-muted">
      {count > executionIds.length ? 'The newest:' : 'In the logs:'}
      {executionIds.map((id) => (
        <TextLink key={id} to={`/integration/${integrationId}/logs?execution=${id}`}>
          <IdText id={id} />
        </TextLink>
      ))}
    </p>
  );
}
