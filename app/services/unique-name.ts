import type { Problem } from '~/problem';

/** Checks that no other name differs from this one only in case. `id` is that of the named item. Problem: invalid. */
export function checkUniqueName(
  kind: 'value' | 'connection' | 'channel',
  known: { id: string; name: string }[],
  name: string,
  id?: string,
): Problem | undefined {
  const wanted = name.toLowerCase();
  const isTaken = known.some((other) => other.id !== id && other.name.toLowerCase() === wanted);
  return isTaken
    ? { kind: 'invalid', fields: { name: [`A ${kind} of this name already exists`] } }
    : undefined;
}
