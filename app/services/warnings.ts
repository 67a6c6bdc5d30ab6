import type { AppContext } from '~/context';
import type { DefinedIntegration } from '~/db/integrations';
import { listWarnings } from '~/engine/warnings';
import { openDefinition } from './definitions-secrets';

/** What of an integration will probably not work when it runs, as sentences without secrets. */
export function describeWarnings(
  { config }: Pick<AppContext, 'config'>,
  { id, storedDefinition }: DefinedIntegration,
): string[] {
  return listWarnings(openDefinition(config, id, storedDefinition).definition);
}
