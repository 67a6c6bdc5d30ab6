// The memory as a run sees it: what it reads, whom it asks, and whether it needs to.
import type { Recalled } from '../events/memory-event';
import type { Definition } from '../integration';
import { memoryName } from '../schema/memory';
import { listValueTexts } from '../values/secret-texts';

/** The memory of an integration, as a run asks for it. */
export interface MemoryPort {
  read(): Promise<Recalled>;
  /** Returns those of the keys that earlier runs of the for each have completed. */
  findSeen(loopId: string, keys: readonly string[]): Promise<ReadonlySet<string>>;
  /** Checks whether no run has gone through the for each yet. A test is never the first run: it tries the items that are there. */
  isFirstRun(loopId: string): Promise<boolean>;
  /** Keeps the keys for later runs. They count only once the first run has stored that its for each began. */
  rememberKeys(loopId: string, keys: readonly string[]): Promise<void>;
}

/** Lists the texts that a log must not show: secret values, as templates write them, and their parts. */
export function listRecalledSecrets({ values, secretNames = [] }: Recalled): string[] {
  return secretNames.flatMap((name) => listValueTexts(values[name] ?? ''));
}

const uses = new WeakMap<Definition, boolean>();

/** Checks whether runs of a definition may need memory. The result is the same for all its runs. */
export function usesMemory(definition: Definition): boolean {
  let isUsed = uses.get(definition);
  if (isUsed === undefined) {
    isUsed = readsOrWrites(definition);
    uses.set(definition, isUsed);
  }
  return isUsed;
}

const namesMemory = new RegExp(`\\b${memoryName}\\b`);

/** Looks for uses of memory. A text that only looks like a reference causes a needless read, which is harmless. */
function readsOrWrites(definition: Definition): boolean {
  const isWritten = definition.apiCalls.some(({ remember }) => remember !== undefined);
  return isWritten || namesMemory.test(JSON.stringify(definition));
}
