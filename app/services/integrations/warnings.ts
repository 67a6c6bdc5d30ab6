import type { AppContext } from '~/context';
import type { DefinedIntegration } from '~/db/integrations/integrations';
import { listValueNames } from '~/db/values/values';
import { listDefinitionValues } from '~/engine/values/value-references';
import { listWarnings } from '~/engine/checks/warnings';
import { openDefinition } from './definition-secrets';

/** What of an integration will probably not work when it runs, as sentences without secrets. */
export async function describeWarnings(
  { config, db }: Pick<AppContext, 'config' | 'db'>,
  { id, organizationId, storedDefinition }: DefinedIntegration,
): Promise<string[]> {
  const { definition } = openDefinition(config, id, storedDefinition);
  const isNaming = listDefinitionValues(definition).length > 0;
  return listWarnings(definition, isNaming ? await listValueNames(db, organizationId) : []);
}
