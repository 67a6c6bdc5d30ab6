// What a run knows of memory: what it reads there, whom it asks, and whether it needs to.
import type { Definition } from '../integration';

/** What is remembered, by name. */
export type Memory = Record<string, unknown>;

/** What a run asks of the memory of its integration. */
export interface MemoryPort {
  read(): Promise<Memory>;
  /** Those among keys of items that a for each, by its id, is done with. */
  findSeen(loopId: string, keys: readonly string[]): Promise<ReadonlySet<string>>;
}

const uses = new WeakMap<Definition, boolean>();

/** Whether a run of a definition may need what is remembered. It is the same in each of its runs. */
export function usesMemory(definition: Definition): boolean {
  let isUsed = uses.get(definition);
  if (isUsed === undefined) {
    isUsed = readsOrWrites(definition);
    uses.set(definition, isUsed);
  }
  return isUsed;
}

/** A text that only looks like a reference costs a look at what is remembered, and nothing else. */
function readsOrWrites(definition: Definition): boolean {
  const isWritten = definition.apiCalls.some(({ remember }) => remember !== undefined);
  return isWritten || /memory(?:\.|\[)/.test(JSON.stringify(definition));
}
