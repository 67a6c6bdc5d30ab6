// Finds the items of a list whose key no earlier run of a for each has completed. An item without a key is always new. A first
// run may only remember what is there.
import { formatCount } from '../texts/format-count';
import type { LoopStep, OnlyNew } from '../definition/loop-step';
import { textOf, typeOfJson } from '../json/value-text';
import type { Rest } from '../placeholders/work-turns';
import { readVariable } from '../placeholders/read-variable';
import type { Variables } from '../placeholders/reference';
import { memoryLimits } from '../schema/memory';
import type { FreshKeys } from '../events/memory-event';
import type { MemoryPort } from './memory';

/** `of`: the number of items that are neither seen nor remembered. */
type FreshItems = { kind: 'fresh'; items: unknown[]; of: number } & FreshKeys;

/** The number of keys that are read before other work can run. */
const keysAtOnce = 500;

type Loop = Pick<LoopStep, 'id' | 'items' | 'itemName'> & { onlyNew: OnlyNew };

/** Returns the new items in order, or why they cannot be found. */
export async function findFreshItems(
  { ports, variables }: { ports: { memory?: MemoryPort; rest?: Rest }; variables: Variables },
  loop: Loop,
  list: readonly unknown[],
): Promise<FreshItems | { kind: 'too-many'; message: string }> {
  if (list.length > memoryLimits.seen) {
    const [many, most] = [list.length, memoryLimits.seen].map(formatCount);
    const message = `For each: {{${loop.items}}} has ${many} items, and at most ${most} can be compared with those that were seen.`;
    return { kind: 'too-many', message };
  }
  const read = createKeyReader(loop, variables);
  const keys: (string | undefined)[] = [];
  for (const [index, item] of list.entries()) {
    if (index > 0 && index % keysAtOnce === 0) await ports.rest?.();
    keys.push(read(item));
  }
  const distinct = [...new Set(keys.flatMap((key) => key ?? []))];
  if (loop.onlyNew.firstRun === 'remember' && (await ports.memory?.isFirstRun(loop.id))) {
    await ports.memory?.rememberKeys(loop.id, distinct);
    const remembered = keys.filter((key) => key !== undefined).length;
    return { kind: 'fresh', items: [], of: list.length - remembered, known: 0, newKeys: [], remembered };
  }
  const seen = (await ports.memory?.findSeen(loop.id, distinct)) ?? new Set<string>();
  const newKeys = new Set<string>();
  const items = list.filter((_, index) => {
    const key = keys[index];
    if (key === undefined) return true;
    if (seen.has(key) || newKeys.has(key)) return false;
    newKeys.add(key);
    return true;
  });
  const known = list.length - items.length;
  return { kind: 'fresh', items, of: items.length, known, newKeys: [...newKeys] };
}

/** Returns the key of an item; undefined when it is neither text nor number, or is empty or too long. */
export function readItemKey(loop: Loop, variables: Variables, item: unknown): string | undefined {
  return createKeyReader(loop, variables)(item);
}

function createKeyReader({ itemName, onlyNew }: Loop, outside: Variables) {
  const variables = new Map(outside);
  return (item: unknown): string | undefined => {
    variables.set(itemName, item);
    const value = readVariable(onlyNew.key, variables);
    if (value === undefined || !/^(?:string|number)$/.test(typeOfJson(value))) return undefined;
    const text = textOf(value);
    return text && text.length <= memoryLimits.key ? text : undefined;
  };
}
