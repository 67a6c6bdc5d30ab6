// The part of its integration's memory that an execution read. A replay that goes on where the execution failed, and a
// playback, read the same.
import type { AppContext } from '~/context';
import type { Queries } from '~/db/core/queries';
import { insertExecutionMemory, listExecutionMemory } from '~/db/memory/execution-memory';
import { parseJson, stringifyJson } from '~/engine/json/json';
import type { Recalled } from '~/engine/events/memory-event';
import type { MemoryPort } from '~/engine/memory/memory';
import { openMemory, associatedDataOfRead, sealMemory } from './sealed-memory';

interface RecordedMemory {
  /** The memory that the execution began with. */
  recalled?: Recalled;
  /** The new keys, by the id of their for each. */
  newKeys: Record<string, string[]>;
}

/** Returns undefined for an execution that read nothing. */
export async function readRecordedMemory(
  { config, db }: Pick<AppContext, 'config'> & { db: Queries },
  executionId: string,
): Promise<RecordedMemory | undefined> {
  const rows = await listExecutionMemory(db, executionId);
  if (rows.length === 0) return undefined;
  const read: RecordedMemory = { newKeys: {} };
  for (const { loopId, content } of rows) {
    const opened = openMemory(config, associatedDataOfRead(executionId, loopId), content);
    if (!opened) continue;
    if (loopId === '') read.recalled = opened.value as Recalled;
    else read.newKeys[loopId] = opened.value as string[];
  }
  return read;
}

/** Writes the memory as a recorded test keeps it. */
export function writeRecordedMemory(read: RecordedMemory | undefined): string | undefined {
  return read && stringifyJson(read);
}

/** Reads what {@link writeRecordedMemory} wrote. */
export function parseRecordedMemory(text: string | undefined): RecordedMemory | undefined {
  return text === undefined ? undefined : (parseJson(text) as RecordedMemory);
}

/** Returns the memory as that execution found it: empty when it read nothing, and all items new where it did not ask. */
export function createRecordedMemory(read: RecordedMemory | undefined): MemoryPort {
  return {
    read: async () => read?.recalled ?? { values: {} },
    async findSeen(loopId, keys) {
      const recorded = read?.newKeys[loopId];
      if (!recorded) return new Set();
      const fresh = new Set(recorded);
      return new Set(keys.filter((key) => !fresh.has(key)));
    },
    // A first run that ran nothing has recorded that no key was new.
    isFirstRun: async () => false,
    rememberKeys: async () => undefined,
  };
}

/** Copies to an execution what another one read. */
export async function copyRecordedMemory(
  { config }: Pick<AppContext, 'config'>,
  tx: Queries,
  { from, to }: { from: string; to: string },
): Promise<void> {
  for (const { loopId, content } of await listExecutionMemory(tx, from)) {
    const opened = openMemory(config, associatedDataOfRead(from, loopId), content);
    if (!opened) continue;
    const copied = sealMemory(config, associatedDataOfRead(to, loopId), opened.value);
    await insertExecutionMemory(tx, { executionId: to, loopId, content: copied });
  }
}
