import type { AppContext } from '~/context';
import { findIntegration, type IntegrationKey, listIntegrationNames } from '~/db/integrations/integrations';

/** An integration that can be waited for. */
export interface EventSource {
  id: string;
  name: string;
}

/** So many are offered, the newest; a longer list nobody reads. */
const maxSources = 500;

/** The organization's other integrations by name, among them `chosenId` unless it was deleted. */
export async function listEventSources(
  { db }: AppContext,
  { id, organizationId }: IntegrationKey,
  chosenId: string,
): Promise<EventSource[]> {
  const sources = await listIntegrationNames(db, { organizationId, limit: maxSources });
  if (chosenId && !sources.some((source) => source.id === chosenId)) {
    const chosen = await findIntegration(db, { id: chosenId, organizationId });
    if (chosen) sources.push({ id: chosen.id, name: chosen.name });
  }
  return sources.filter((source) => source.id !== id).toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}
