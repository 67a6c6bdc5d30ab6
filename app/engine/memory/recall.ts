// What a run begins with: what was remembered at that moment. It is an event before anything is sent, so that a run which is taken up
// again goes on with the same, whatever other runs have left since.
import type { Telling } from '../events/event';
import type { MemoryRead, Recalled } from '../events/memory-event';
import type { MemoryPort } from './memory';

/** What is remembered, as an event unless `before` is what an earlier part of the run began with. */
export async function* recallMemory(
  { memory }: { memory?: MemoryPort },
  before: Recalled | undefined,
): Telling<Recalled> {
  if (before) return before;
  const read: MemoryRead = { kind: 'memory-read', memory: (await memory?.read()) ?? { values: {} } };
  yield read;
  return read.memory;
}
