// Finds integrations that start each other in a cycle.
import { type EventListener, listEventListeners } from '~/db/integrations/event-triggers';
import type { IntegrationKey } from '~/db/integrations/integrations';
import type { Queries } from '~/db/core/queries';
import type { TriggerConfig } from '~/engine/integration';
import { anyIntegration } from '~/engine/schema/any-integration';
import { maxHops } from '~/engine/triggers/trigger';

/** The limits of integrations in a sentence, and of sentences; nobody reads more. */
const longest = 20;
const most = 10;

/**
 * Lists the shortest cycles of integrations which would start each other, by this trigger and by the deployed triggers of the
 * others: a sentence each, which names them.
 */
export async function listEventCycles(
  db: Queries,
  integration: IntegrationKey & Pick<EventListener, 'name' | 'tags'>,
  trigger: TriggerConfig,
): Promise<string[]> {
  if (trigger.type !== 'event') return [];
  const { id, organizationId, name, tags } = integration;
  const { integrationId: sourceId, tag: sourceTag = null } = trigger.event;
  const own = { id, name, tags, sourceId, sourceTag };
  const others = (await listEventListeners(db, organizationId)).filter((listener) => listener.id !== id);
  return findCycles(own, others).slice(0, most).map(describeCycle);
}

/** Follows the triggers from the integration back to itself. Each cycle begins with it and leaves out its second place. */
function findCycles(own: EventListener, others: EventListener[]): EventListener[][] {
  const listStarters = indexStarters([own, ...others]);
  const seen = new Set([own]);
  const followed = new Set<string>();
  let paths = [[own]];
  for (let length = 1; length <= longest && paths.length > 0; length += 1) {
    const cycles: EventListener[][] = [];
    const longer: EventListener[][] = [];
    for (const path of paths) {
      const last = path[path.length - 1] ?? own;
      const starters = listStarters(last);
      if (starters.has(own)) cycles.push(path);
      // What starts one that waits for the same has been seen.
      if (followed.has(nameWait(last))) continue;
      followed.add(nameWait(last));
      for (const starter of starters) {
        if (seen.has(starter)) continue;
        seen.add(starter);
        longer.push([...path, starter]);
      }
    }
    if (cycles.length > 0) return cycles;
    paths = longer;
  }
  return [];
}

/** Returns a function that finds the listeners which start one; as the ledger, it leaves out those that wait for the same. */
function indexStarters(listeners: EventListener[]): (waiting: EventListener) => Set<EventListener> {
  const byName = new Map<string, EventListener[]>();
  for (const listener of listeners) {
    const names = [listener.id, anyIntegration, ...listener.tags.map(nameTag)];
    for (const name of names) {
      const named = byName.get(name) ?? [];
      named.push(listener);
      byName.set(name, named);
    }
  }
  const known = new Map<string, Set<EventListener>>();
  return (waiting) => {
    const wait = nameWait(waiting);
    const found = known.get(wait) ?? new Set(byName.get(wait)?.filter((each) => nameWait(each) !== wait));
    known.set(wait, found);
    return found;
  };
}

function nameWait({ sourceId, sourceTag }: EventListener): string {
  return sourceTag === null ? sourceId : nameTag(sourceTag);
}

/** Names a tag apart from ids, which have no colon. */
function nameTag(tag: string): string {
  return `tag:${tag.toLowerCase()}`;
}

function describeCycle(cycle: EventListener[]): string {
  const [own] = cycle;
  const steps = cycle.map((waiting, index) => describeStep(waiting, (cycle[index + 1] ?? own)?.name ?? ''));
  return `${own?.name} ${steps.join(', which ')}: they start each other, until ${maxHops} executions have led to one more, which is kept in error.`;
}

function describeStep({ sourceId, sourceTag }: EventListener, source: string): string {
  if (sourceId !== anyIntegration) return `runs after ${source}`;
  const tagged = sourceTag === null ? '' : ` with the tag “${sourceTag}”`;
  return `runs after any other integration${tagged}, so also after ${source}`;
}
