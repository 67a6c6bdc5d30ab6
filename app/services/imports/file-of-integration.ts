import type { AppContext } from '~/context';
import type { Queries } from '~/db/core/queries';
import { type DefinedIntegration, findIntegration } from '~/db/integrations/integrations';
import { pickLimits } from '~/engine/definition/execution-limits';
import { type IntegrationFile, toIntegrationFile } from '~/engine/import/integration-file';
import type { Definition } from '~/engine/integration';
import { openDefinition } from '../integrations/definition-secrets';

/**
 * Makes the exported file of an integration, without its secrets.
 *
 * @param connections the names of the organization's connections, by id
 */
export async function toFile(
  { config }: Pick<AppContext, 'config'>,
  db: Queries,
  integration: DefinedIntegration,
  connections: ReadonlyMap<string, string>,
): Promise<IntegrationFile> {
  const { id, organizationId, name, description, tags, version, storedDefinition } = integration;
  const { definition } = openDefinition(config, id, storedDefinition);
  const limits = pickLimits(integration);
  const startedBy = await findSourceName(db, organizationId, definition);
  return toIntegrationFile({ name, description, tags, version, definition, limits, connections, startedBy });
}

/** Returns the name of the integration whose end starts an integration; undefined when none does. */
export async function findSourceName(
  db: Queries,
  organizationId: string,
  { triggerConfig }: Pick<Definition, 'triggerConfig'>,
): Promise<string | undefined> {
  if (triggerConfig.type !== 'event') return undefined;
  return (await findIntegration(db, { id: triggerConfig.event.integrationId, organizationId }))?.name;
}
