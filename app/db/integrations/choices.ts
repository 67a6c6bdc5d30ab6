import { mostOffered } from '~/engine/definition/most-offered';
import type { Queries } from '../core/queries';
import { findIntegration, listIntegrationNames } from './integrations';

/** An integration that can be chosen. */
export interface IntegrationChoice {
  id: string;
  name: string;
}

/**
 * The organization's integrations by name, for a list that one is chosen from. The chosen one is always among them unless
 * it was deleted: a form that lacks it would be saved with another.
 */
export async function listIntegrationChoices(
  db: Queries,
  organizationId: string,
  chosenId: string | null,
): Promise<IntegrationChoice[]> {
  const choices: IntegrationChoice[] = await listIntegrationNames(db, { organizationId, limit: mostOffered });
  if (chosenId && !choices.some(({ id }) => id === chosenId)) {
    const chosen = await findIntegration(db, { id: chosenId, organizationId });
    if (chosen) choices.push({ id: chosen.id, name: chosen.name });
  }
  return choices.toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}
