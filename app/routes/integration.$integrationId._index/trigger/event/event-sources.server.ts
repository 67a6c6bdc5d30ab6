import type { AppContext } from '~/context';
import { type IntegrationChoice, listEventSources } from '~/db/integrations/choices';
import type { CurrentForm } from '../../form/variable-scope';

/** Lists what the event of a form may wait for; undefined while its trigger is another one, since the list may be long. */
export async function findEventSources(
  { db }: AppContext,
  owner: { integrationId: string; organizationId: string },
  form: CurrentForm,
): Promise<IntegrationChoice[] | undefined> {
  const { type, event } = form?.triggerConfig ?? {};
  return type === 'event' ? listEventSources(db, owner, event?.integrationId || null) : undefined;
}
