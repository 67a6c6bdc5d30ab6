// Merges an object into another one (RFC 7396): a field of null is removed, objects merge, and any other value replaces.
import { typeOfJson } from '../json/value-text';

type JsonObject = Record<string, unknown>;

/** Returns the merged value; changes neither of the two. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isJsonObject(patch)) return patch;
  const merged = new Map(isJsonObject(target) ? Object.entries(target) : []);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name);
    else merged.set(name, mergePatch(merged.get(name), value));
  }
  return Object.fromEntries(merged);
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeOfJson(value) === 'object';
}
