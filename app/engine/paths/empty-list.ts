// Tells a search that found nothing from a path that is wrong.
import { findPath } from './path';
import { readPlace } from './path-walk';

/** Checks whether a path finds nothing in a value because it asks for items of a list that is empty, as `.results[0].id` may. */
export function leadsThroughEmptyList(value: unknown, path: string): boolean {
  const known = findPath(path);
  if (!known) return false;
  // A step to many places has no name. Behind the first one, lists are not looked at.
  const names =
    known.kind === 'one'
      ? known.segments
      : known.steps.map((step) => (step.kind === 'name' ? step.name : undefined));
  let current = value;
  for (const name of names) {
    const asksForItem = name === undefined || /^-?\d+$/.test(String(name));
    if (asksForItem && Array.isArray(current) && current.length === 0) return true;
    if (name === undefined) return false;
    const read = readPlace(current, [name]);
    if (!read.found) return false;
    current = read.value;
  }
  return false;
}
