import { formatCount } from '~/engine/texts/format-count';
import type { AppContext } from '~/context';
import type { DefinedIntegration } from '~/db/integrations/integrations';
import { listValueNames } from '~/db/values/values';
import { listDefinitionValues } from '~/engine/values/value-references';
import { listFilterWarnings } from '~/engine/checks/filter-check';
import type { IsOpened } from '~/engine/checks/doubtful-address';
import { listWebhooks } from '~/engine/checks/call-texts';
import type { Definition } from '~/engine/integration';
import { isLocalAddress } from '~/engine/http/local-address';
import { fillUrl } from '~/engine/placeholders/url-template';
import { isOpenedBy, parseOutboundAllow } from '~/outbound/allowlist';
import { listChainItems } from '~/engine/chain/chain';
import { explainMissingSecret } from '~/engine/senders/verify';
import { listWarnings } from '~/engine/checks/warnings';
import { yieldTurn } from '../event-loop';
import { listEventCycles } from '../triggers/event-trigger-cycles';
import { listUnconnected } from '../connections/connection-uses';
import { checkEventSource, findUnusedTag } from '../triggers/event-triggers';
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
  const unused = await findUnusedTag(db, integration, definition.triggerConfig);
  if (unused !== undefined) {
    warnings.push(
      `No other integration has the tag “${unused}”, so nothing starts this one until one has it.`,
    );
  }
  const { triggerConfig: trigger } = definition;
  const lack =
    trigger.type === 'webhook' && !opened.unreadable.has('webhook') && explainMissingSecret(trigger.webhook);
  if (lack) warnings.push(`Webhook: ${lack}`);
  const unconnected = new Set(await listUnconnected(db, organizationId, definition));
  for (const place of listChainItems(definition)) {
    if (place.kind !== 'call' || !unconnected.has(place.call)) continue;
    warnings.push(`${place.name}: its connection was deleted, so it would not be sent. Choose another one.`);
  }
  // Each of these takes tens of milliseconds for a definition of megabytes.
  await yieldTurn();
  warnings.push(...listFilterWarnings(maskDefinition(opened)));
  await yieldTurn();
  const values = isNaming ? await listValueNames(db, organizationId) : [];
  warnings.push(...listWarnings(definition, values, createIsOpened(config)));
  await yieldTurn();
  const left = warnings.length - maxShown;
  if (left <= 0) return warnings;
  return [...warnings.slice(0, maxShown), `${formatCount(left)} more are not shown.`];
}

function createIsOpened({ outboundAllow }: AppContext['config']): IsOpened {
  const allow = parseOutboundAllow(outboundAllow);
  return (url) => 'entries' in allow && isOpenedBy(allow.entries, url);
}

/** Lists the local addresses of a definition that OUTBOUND_ALLOW opens, as hosts with their ports, each once. */
export function listOpenedHosts(
  config: AppContext['config'],
  { apiCalls, responseHandlingSteps }: Pick<Definition, 'apiCalls' | 'responseHandlingSteps'>,
): string[] {
  const isOpened = createIsOpened(config);
  const posts = responseHandlingSteps.flatMap(listWebhooks);
  const opened = [...apiCalls.map(({ url }) => url), ...posts.map(({ text }) => text)]
    .map((template) => fillUrl(template))
    .filter((url) => isLocalAddress(url) && isOpened(url));
  return [...new Set(opened.map((url) => new URL(url).host))];
}
