import { maxOffered } from '~/engine/definition/max-offered';
import { anyIntegration } from '~/engine/integration';
import type { Queries } from '../core/queries';
import { findIntegration, listIntegrationNames } from './integrations';

/** An integration that can be chosen. */
export interface IntegrationChoice {
  id: string;
  name: string;
}

/**
 * Returns the organization's integrations by name, for a list to choose from. The chosen one is always included unless it was
 * deleted: a form without it would be saved with another one.
 */
export async function listIntegrationChoices(
  db: Queries,
  organizationId: string,
  chosenId: string | null,
): Promise<IntegrationChoice[]> {
  const choices: IntegrationChoice[] = await listIntegrationNames(db, { organizationId, limit: maxOffered });
  if (chosenId && !choices.some(({ id }) => id === chosenId)) {
    const chosen = await findIntegration(db, { id: chosenId, organizationId });
    if (chosen) choices.push({ id: chosen.id, name: chosen.name });
  }
  return choices.toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** Returns what an event of an integration may wait for: first any other integration, then each by name, the chosen one included. */
export async function listEventSources(
  db: Queries,
  { integrationId, organizationId }: { integrationId: string; organizationId: string },
  chosenId: string | null,
): Promise<IntegrationChoice[]> {
  const choices = await listIntegrationChoices(db, organizationId, chosenId);
  return [
    { id: anyIntegration, name: 'Any other integration' },
    ...choices.filter(({ id }) => id !== integrationId),
  ];
}
