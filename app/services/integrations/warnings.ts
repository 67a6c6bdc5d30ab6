import type { AppContext } from '~/context';
import type { DefinedIntegration } from '~/db/integrations/integrations';
import { listWarnings } from '~/engine/checks/warnings';
import { openDefinition } from './definition-secrets';

/** What of an integration will probably not work when it runs, as sentences without secrets. */
export function describeWarnings(
  { config }: Pick<AppContext, 'config'>,
  { id, storedDefinition }: DefinedIntegration,
): string[] {
  return listWarnings(openDefinition(config, id, storedDefinition).definition);
}
