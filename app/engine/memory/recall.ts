// Reads the memory that a run begins with. An event records it before anything is sent, so that a resumed run has the same
// memory, whatever other runs have left since.
import type { EventGenerator } from '../events/event';
import type { MemoryRead, Recalled } from '../events/memory-event';
import type { MemoryPort } from './memory';

/** Returns the memory, and yields it as an event unless `before` holds what the run began with. */
export async function* recallMemory(
  { memory }: { memory?: MemoryPort },
  before: Recalled | undefined,
): EventGenerator<Recalled> {
  if (before) return before;
  const read: MemoryRead = { kind: 'memory-read', memory: (await memory?.read()) ?? { values: {} } };
  yield read;
  return read.memory;
}
