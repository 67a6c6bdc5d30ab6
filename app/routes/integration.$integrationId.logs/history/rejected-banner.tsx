import { RelativeTime } from '~/components/time/relative-time';
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
  return (
    <Banner
      tone="warn"
      title={`${count.toLocaleString('en')} ${isOne ? 'delivery was' : 'deliveries were'} rejected`}
      actions={
        <LinkButton to={`/integration/${integrationId}/deploy#last-deliveries`}>Last deliveries</LinkButton>
      }
    >
      {isOne ? 'It left' : 'They left'} no execution. {isOne ? 'It came' : 'The first came'}{' '}
      <RelativeTime at={since} />
      {!isOne && (
        <>
          , the last <RelativeTime at={last.at} />
        </>
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
