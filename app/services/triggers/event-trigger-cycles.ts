// Finds integrations that start each other in a cycle.
import { findEventSource } from '~/db/integrations/event-triggers';
import type { Queries } from '~/db/core/queries';
import type { TriggerConfig } from '~/engine/integration';
import { maxHops } from '~/engine/triggers/trigger';

/** The limit of integrations in a sentence; nobody reads more. */
const longest = 20;

/**
 * Returns a sentence that names the integrations which would start each other, by this trigger and by the deployed triggers of
 * the others; undefined when there are none.
 */
export async function findEventCycle(
  db: Queries,
  { id, organizationId, name }: { id: string; organizationId: string; name: string },
  trigger: TriggerConfig,
): Promise<string | undefined> {
  let next = trigger.type === 'event' ? trigger.event.integrationId : null;
  let told = name;
  for (let length = 1; next !== null && length <= longest; length += 1) {
    const follows: string = length === 1 ? ' runs after ' : ', which runs after ';
    if (next === id) {
      return `${told}${follows}${name}: they start each other, until ${maxHops} executions have led to one more, which is kept in error.`;
    }
    const source = await findEventSource(db, { id: next, organizationId });
    if (!source) return undefined;
    told += `${follows}${source.name}`;
    next = source.sourceId;
  }
  return undefined;
}
