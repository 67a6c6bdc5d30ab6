import type { AppContext } from '~/context';
import type { DefinedIntegration } from '~/db/integrations/integrations';
import { pickLimits } from '~/engine/definition/execution-limits';
import { type IntegrationFile, toIntegrationFile } from '~/engine/import/integration-file';
import { openDefinition } from '../integrations/definition-secrets';

/**
 * Makes the exported file of an integration, without its secrets.
 *
 * @param connections the names of the organization's connections, by id
 */
export function toFile(
  { config }: Pick<AppContext, 'config'>,
  integration: DefinedIntegration,
  connections: ReadonlyMap<string, string>,
): IntegrationFile {
  const { id, name, description, tags, version, storedDefinition } = integration;
  const { definition } = openDefinition(config, id, storedDefinition);
  const limits = pickLimits(integration);
  return toIntegrationFile({ name, description, tags, version, definition, limits, connections });
}
