// Finds integrations that start each other in a cycle.
import { findEventSource, listStartedNames } from '~/db/integrations/event-triggers';
import type { IntegrationKey } from '~/db/integrations/integrations';
import type { Queries } from '~/db/core/queries';
import { anyIntegration, type TriggerConfig } from '~/engine/integration';
import { maxHops } from '~/engine/triggers/trigger';

/** The limit of integrations in a sentence; nobody reads more. */
const longest = 20;

const afterAny = 'runs after any other integration, so also after ';

/**
 * Lists the cycles of integrations which would start each other, by this trigger and by the deployed triggers of the others: a
 * sentence each, which names them.
 */
export async function listEventCycles(
  db: Queries,
  integration: IntegrationKey & { name: string },
  trigger: TriggerConfig,
): Promise<string[]> {
  if (trigger.type !== 'event') return [];
  const { name } = integration;
  const { integrationId: sourceId } = trigger.event;
  if (sourceId === anyIntegration) {
    // Those that wait for all others do not start each other: what runs after this one waits for it by name.
    const started = await listStartedNames(db, integration);
    return started.map((other) => describeCycle(`${name} ${afterAny}${other}, which runs after ${name}`));
  }
  const path = await findPathBack(db, integration, sourceId);
  return path === undefined ? [] : [describeCycle(`${name} ${path}`)];
}

/** Follows the deployed triggers from a source back to the integration; undefined when they do not lead there. */
async function findPathBack(
  db: Queries,
  { id, organizationId, name }: IntegrationKey & { name: string },
  sourceId: string,
): Promise<string | undefined> {
  const steps: string[] = [];
  for (let next: string | null = sourceId; next !== null && steps.length < longest;) {
    if (next === id || next === anyIntegration) {
      steps.push(`${next === id ? 'runs after ' : afterAny}${name}`);
      return steps.join(', which ');
    }
    const source: EventSource | undefined = await findEventSource(db, { id: next, organizationId });
    if (!source) return undefined;
    steps.push(`runs after ${source.name}`);
    next = source.sourceId;
  }
  return undefined;
}

type EventSource = Awaited<ReturnType<typeof findEventSource>>;

function describeCycle(cycle: string): string {
  return `${cycle}: they start each other, until ${maxHops} executions have led to one more, which is kept in error.`;
}
