// Says that the values beside the fields are not those of the newest execution.
import { RelativeTime } from '~/components/time/relative-time';
import { Banner } from '~/components/ui/banner';
import { TextLink } from '~/components/ui/link';

interface OlderValuesProps {
  integrationId: string;
  /** Of the execution whose values are shown. */
  id: string;
  /** ISO 8601. */
  startedAt: string;
}

export function OlderValues({ integrationId, id, startedAt }: OlderValuesProps) {
  return (
    <Banner>
      Values of variables and responses are those of{' '}
      <TextLink to={`/integration/${integrationId}/logs?execution=${id}`}>an older execution</TextLink>,{' '}
      <RelativeTime at={startedAt} />, until you save.
    </Banner>
  );
}
