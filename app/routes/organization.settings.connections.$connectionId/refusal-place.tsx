import { RelativeTime } from '~/components/time/relative-time';
import { TextLink } from '~/components/ui/link';

interface RefusalPlaceProps {
  at: string;
  integrationId: string;
  executionId: string;
}

/** Shows when the API refused the credentials, and leads to the execution's log. */
export function RefusalPlace({ at, integrationId, executionId }: RefusalPlaceProps) {
  return (
    <>
      {' '}
      That was <RelativeTime at={at} />.{' '}
      <TextLink to={`/integration/${integrationId}/logs?execution=${executionId}`}>See the log</TextLink>
    </>
  );
}
