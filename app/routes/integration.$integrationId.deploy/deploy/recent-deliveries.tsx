import { formatCount } from '~/engine/texts/format-count';
import { shortenId } from '~/components/log/short-id';
import { RelativeTime } from '~/components/time/relative-time';
import { Badge } from '~/components/ui/badge';
import { TextLink } from '~/components/ui/link';
import type { RecentDelivery } from '~/services/monitoring/operational-status';
import { timelineStatus } from './timeline-status';

/** Lists the last deliveries, and forms of strangers that were refused, with the reasons of rejections and failures. */
export function RecentDeliveries({ deliveries, address }: { deliveries: RecentDelivery[]; address: string }) {
  return (
    <section aria-labelledby="last-deliveries">
      <h3 id="last-deliveries" className="mb-2 font-medium">
        Last Deliveries
      </h3>
      {deliveries.length === 0 ? (
        <p className="text-ink-muted">Nothing has arrived yet. Send a payload and it shows up here.</p>
      ) : (
        <ul className="divide-y divide-line rounded-md border border-line">
          {deliveries.map((delivery) => (
            <Delivery key={keyOf(delivery)} delivery={delivery} address={address} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** Deliveries of one millisecond may be alike, except that each has an execution, or that they are counted together. */
function keyOf({ at, outcome, reason }: RecentDelivery): string {
  if (outcome.kind === 'execution') return outcome.executionId;
  return [at, outcome.kind, outcome.kind === 'refused' && outcome.status, reason].join(' ');
}

function Delivery({ delivery, address }: { delivery: RecentDelivery; address: string }) {
  const { at, count, outcome, reason } = delivery;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-4 py-3">
      {outcome.kind === 'execution' ? (
        <Badge tone={timelineStatus(outcome.status).tone}>{timelineStatus(outcome.status).text}</Badge>
      ) : outcome.kind === 'skipped' ? (
        <Badge tone="neutral">Skipped</Badge>
      ) : (
        <Badge tone={outcome.status >= 500 ? 'bad' : 'caution'}>{`Rejected ${outcome.status}`}</Badge>
      )}
      {count > 1 && <span className="text-ink-muted tabular-nums">{formatCount(count)} times</span>}
      {reason && <span className="min-w-0 flex-1 basis-60 wrap-anywhere">{reason}</span>}
      <span className="ml-auto flex flex-wrap items-center justify-end gap-x-3 text-ink-muted">
        <RelativeTime at={at} />
        {outcome.kind === 'execution' && (
          <TextLink to={`${address}/logs?execution=${outcome.executionId}`}>
            Log<span className="sr-only"> of execution {shortenId(outcome.executionId)}</span>
          </TextLink>
        )}
      </span>
    </li>
  );
}
