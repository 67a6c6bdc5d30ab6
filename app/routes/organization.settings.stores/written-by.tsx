import { IdText } from '~/components/log/short-id';
import { TextLink } from '~/components/ui/link';

interface WrittenByProps {
  executionId: string | null;
  integrationId: string | null;
}

/** Says which execution wrote a record, and leads to its log as long as there is one. */
export function WrittenBy({ executionId, integrationId }: WrittenByProps) {
  if (executionId === null) return 'A member';
  if (integrationId === null) return <IdText id={executionId} />;
  return (
    <TextLink to={`/integration/${integrationId}/logs?execution=${executionId}`}>
      <IdText id={executionId} />
    </TextLink>
  );
}
