import type { Problem } from '~/problem';

/** Names of what an organization keeps differ in more than their case. Problem: invalid. `id`: that of the one that is named. */
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
