import { formatCount } from '~/engine/texts/format-count';
import { Link } from '@remix-run/react';
import { CircleAlert, CircleCheck } from '~/components/icons/icons';
import { Fragment } from 'react';
import { RelativeTime } from '~/components/time/relative-time';
import type { FailedIntegration } from '~/db/integrations/cards';
import { failedLogsUrl } from './failed-logs-url';

export interface RecentFailures {
  /** The first failed integrations; those that still fail come first. */
  failed: FailedIntegration[];
  /** The number of all failed integrations. */
  count: number;
}

const shape = 'flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 rounded-md px-4 py-2';
/** Stands in a line of its own above the link when text is large on a phone. */
const message = 'flex min-w-0 flex-1 basis-48 items-center gap-3';

/**
 * Shows the failures of the last 24 hours, or that there are none, so that nothing moves when one occurs. It is an alarm only while
 * an integration still fails.
 */
export function FailureLine({ failures: { failed, count } }: { failures: RecentFailures }) {
  const [first] = failed;
  if (!first) {
    return (
      <p className={`${shape} border border-line bg-surface-raised text-ink-muted`}>
        <span className={message}>
          <CircleCheck aria-hidden className="size-4 shrink-0 text-good" />
          No deployed integration failed in the last 24 hours.
        </span>
      </p>
    );
  }
  // Those that still fail come first.
  const isOver = first.failingSince === null;
  return (
    <div
      className={`${shape} ${isOver ? 'border border-line bg-surface-raised' : 'bg-bad-soft font-medium text-bad-ink forced-colors:outline'}`}
    >
      <div className={message}>
        <CircleAlert aria-hidden className={`size-4 shrink-0 ${isOver ? 'text-caution' : ''}`} />
        <p className="min-w-0">
          {count === 1 ? <One integration={first} /> : <Several {...{ failed, count }} />}
        </p>
      </div>
      {count === 1 && (
        <Link
          to={failedLogsUrl(first.id)}
          className="shrink-0 rounded-sm underline underline-offset-4"
          aria-label={`View the failed executions of ${first.name}`}
        >
          View
        </Link>
      )}
    </div>
  );
}

function One({
  integration: { name, lastFailedAt, failingSince, failuresInRow },
}: {
  integration: RecentFailures['failed'][number];
}) {
  if (failingSince === null) {
    return (
      <>
        {name} failed <RelativeTime at={lastFailedAt} />, but has completed since.
      </>
    );
  }
  if (failuresInRow === 1) {
    return (
      <>
        1 integration is failing: {name}, <RelativeTime at={lastFailedAt} />.
      </>
    );
  }
  return (
    <>
      1 integration is failing: {name}, {formatCount(failuresInRow)} times in a row, first{' '}
      <RelativeTime at={failingSince} />.
    </>
  );
}

function Several({ failed, count }: RecentFailures) {
  const more = count - failed.length;
  return (
    <>
      {formatCount(count)} integrations failed in the last 24 hours:{' '}
      {failed.map(({ id, name }, index) => (
        <Fragment key={id}>
          {index > 0 && ', '}
          <Link to={failedLogsUrl(id)} className="rounded-sm underline underline-offset-4">
            {name}
          </Link>
        </Fragment>
      ))}
      {more > 0 && ` and ${formatCount(more)} more`}.
    </>
  );
}
