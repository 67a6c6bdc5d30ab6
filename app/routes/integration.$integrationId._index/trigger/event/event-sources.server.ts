import { readSourceValue } from '~/components/integration/event-source';
import type { AppContext } from '~/context';
import { type EventSources, listEventSources } from '~/db/integrations/choices';
import type { CurrentForm } from '../../form/variable-scope';

/** Lists what the event of a form may wait for; undefined while its trigger is another one, since the list may be long. */
export async function findEventSources(
  { db }: AppContext,
  owner: { integrationId: string; organizationId: string },
  form: CurrentForm,
): Promise<EventSources | undefined> {
  const { type, event } = form?.triggerConfig ?? {};
  return type === 'event'
    ? listEventSources(db, owner, readSourceValue(event?.integrationId ?? ''))
    : undefined;
}
