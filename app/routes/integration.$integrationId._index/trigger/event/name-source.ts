import { readTagValue } from '~/components/integration/tag-value';
import type { EventSources } from '~/db/integrations/choices';
import { anyIntegration } from '~/engine/schema/any-integration';

/** Names what an event waits for; undefined for nothing, a deleted integration, or one while the list is not loaded. */
export function nameSource(sources: EventSources | undefined, value = ''): string | undefined {
  if (value === anyIntegration) return 'any other integration';
  const tag = readTagValue(value);
  if (tag !== undefined) return `any other integration with the tag ${tag}`;
  return sources?.integrations.find(({ id }) => id === value)?.name;
}
