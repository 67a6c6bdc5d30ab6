import { formatCount } from '~/engine/texts/format-count';
import type { AppContext } from '~/context';
import type { DefinedIntegration } from '~/db/integrations/integrations';
import { listValueNames } from '~/db/values/values';
import { listDefinitionValues } from '~/engine/values/value-references';
import { listFilterWarnings } from '~/engine/checks/filter-check';
import { listWarnings } from '~/engine/checks/warnings';
import { yieldTurn } from '../event-loop';
import { listEventCycles } from '../triggers/event-trigger-cycles';
import { checkEventSource } from '../triggers/event-triggers';
import { maskDefinition, openDefinition } from './definition-secrets';

/** A body may hold very many placeholders without a value. Nobody reads that many sentences, and no page could show them. */
const maxShown = 100;

const sourceIsMissing = 'The integration whose end starts this one was deleted, so nothing starts this one.';

/** Returns what will probably not work when the integration runs, as sentences without secrets. */
export async function describeWarnings(
  { config, db }: Pick<AppContext, 'config' | 'db'>,
  integration: DefinedIntegration,
): Promise<string[]> {
  const { id, organizationId, storedDefinition } = integration;
  const opened = openDefinition(config, id, storedDefinition);
  const { definition } = opened;
  const isNaming = listDefinitionValues(definition).length > 0;
  const warnings = await listEventCycles(db, integration, definition.triggerConfig);
  if (await checkEventSource(db, integration, definition.triggerConfig)) warnings.push(sourceIsMissing);
  // Each of these takes tens of milliseconds for a definition of megabytes.
  await yieldTurn();
  warnings.push(...listFilterWarnings(maskDefinition(opened)));
  await yieldTurn();
  warnings.push(...listWarnings(definition, isNaming ? await listValueNames(db, organizationId) : []));
  await yieldTurn();
  const left = warnings.length - maxShown;
  if (left <= 0) return warnings;
  return [...warnings.slice(0, maxShown), `${formatCount(left)} more are not shown.`];
}
