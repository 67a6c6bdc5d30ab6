import { maxOffered } from '~/engine/definition/max-offered';
import { includesTag } from '~/engine/definition/tags';
import type { Queries } from '../core/queries';
import { findIntegration, listIntegrationNames } from './integrations';
import { listTags } from './tags';

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

/**
 * Returns the organization's tags, for a list to choose from. The chosen one is always included, and as it is written there: a
 * form without it would be saved with another choice.
 */
export async function listTagChoices(
  db: Queries,
  organizationId: string,
  chosen: string | null,
): Promise<string[]> {
  const tags = (await listTags(db, organizationId)).map(({ tag }) => tag);
  if (chosen === null) return tags;
  const isListed = includesTag(tags, chosen);
  return isListed ? tags.map((tag) => (includesTag([tag], chosen) ? chosen : tag)) : [...tags, chosen];
}

/** What an event of an integration may wait for besides any other integration: one, or those with a tag. */
export interface EventSources {
  integrations: IntegrationChoice[];
  tags: string[];
}

/** Returns what an event of an integration may wait for, by name, what is chosen included. */
export async function listEventSources(
  db: Queries,
  { integrationId, organizationId }: { integrationId: string; organizationId: string },
  chosen: { integrationId: string; tag?: string },
): Promise<EventSources> {
  const choices = await listIntegrationChoices(db, organizationId, chosen.integrationId || null);
  return {
    integrations: choices.filter(({ id }) => id !== integrationId),
    tags: await listTagChoices(db, organizationId, chosen.tag ?? null),
  };
}
