// What a run knows of memory: what it reads there, whom it asks, and whether it needs to.
import type { Recalled } from '../events/memory-event';
import type { Definition } from '../integration';
import { memoryName } from '../schema/memory';
import { listTexts } from '../values/secret-texts';

/** What a run asks of the memory of its integration. */
export interface MemoryPort {
  read(): Promise<Recalled>;
  /** Those among keys of items that a for each, by its id, is done with. */
  findSeen(loopId: string, keys: readonly string[]): Promise<ReadonlySet<string>>;
}

/** The texts that must not stand in a log: those of secret values, as templates write them and the parts of them. */
export function listRecalledSecrets({ values, secretNames = [] }: Recalled): string[] {
  return secretNames.flatMap((name) => listTexts(values[name] ?? ''));
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

const namesMemory = new RegExp(`\\b${memoryName}\\b`);

/** A text that only looks like a reference makes the run read its memory needlessly, which does no harm. */
function readsOrWrites(definition: Definition): boolean {
  const isWritten = definition.apiCalls.some(({ remember }) => remember !== undefined);
  return isWritten || namesMemory.test(JSON.stringify(definition));
}
