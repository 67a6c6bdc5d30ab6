import { z } from 'zod';
import type { AppContext } from '~/context';
import type { Typed } from '~/components/typed-form/typed-form';
import type { Actor } from '~/services/actor';
import { findMemory } from '~/services/memory/memory';

const SeenValues = z.record(z.string(), z.string().nullable());

/** Reads when each value was stored that the page showed, by name. */
function readSeen(text = ''): z.infer<typeof SeenValues> {
  try {
    return SeenValues.parse(JSON.parse(text));
  } catch {
    return {};
  }
}

/** Returns `updatedAt` of the value that the form began from; null when the page showed none of this name. */
export function readSince({ seen, name = '' }: Typed): string | null {
  return new Map(Object.entries(readSeen(seen))).get(name.trim()) ?? null;
}

/** Returns the form with the value as it is stored by now, which a second save replaces. */
export async function noteStored(app: AppContext, actor: Actor, id: string, typed: Typed): Promise<Typed> {
  const found = await findMemory(app, actor, id);
  const name = (typed.name ?? '').trim();
  const stored =
    found.kind === 'memory' ? found.memory.values.find((value) => value.name === name) : undefined;
  return { ...typed, seen: JSON.stringify({ ...readSeen(typed.seen), [name]: stored?.updatedAt ?? null }) };
}
