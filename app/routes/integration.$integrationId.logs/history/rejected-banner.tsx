import { formatCount } from '~/engine/texts/format-count';
import { useClock, useServedAt } from '~/components/time/clock';
import { RelativeTime } from '~/components/time/relative-time';
import { formatRelativeTime } from '~/components/time/time-format';
import { Banner } from '~/components/ui/banner';
import { LinkButton } from '~/components/ui/link';
import type { RejectionSummary } from '~/services/webhooks/rejection-summary';

/** Tells of deliveries that were rejected, since no execution in the list does. */
export function RejectedBanner({
  rejected: { count, since, last, acceptedAt },
  integrationId,
}: {
  rejected: RejectionSummary;
  integrationId: string;
}) {
  const isOne = count === 1;
  const clock = useClock();
  const servedAt = useServedAt();
  const now = clock ?? servedAt;
  const inWords = (at: string) => now !== undefined && formatRelativeTime(Date.parse(at), now);
  const isAlike = inWords(since) === inWords(last.at);
  return (
    <Banner
      tone="warn"
      title={`${formatCount(count)} ${isOne ? 'delivery was' : 'deliveries were'} rejected`}
      actions={
        <LinkButton to={`/integration/${integrationId}/deploy#last-deliveries`}>Last deliveries</LinkButton>
      }
    >
      {isOne ? 'It left' : 'They left'} no execution.{' '}
      {isOne ? 'It came' : isAlike ? 'They came' : 'The first came'} <RelativeTime at={since} />
      {since !== last.at && (
        // Without script, the times are exact, so they differ.
        <span className={isAlike ? 'scripted:hidden' : undefined}>
          , the last <RelativeTime at={last.at} />
        </span>
      )}
      . Status {last.status}: {last.reason}
      {acceptedAt !== null && (
        <>
          {' '}
          Since then, deliveries were accepted, the last one <RelativeTime at={acceptedAt} />.
        </>
      )}
    </Banner>
  );
}
