import { measureJson, measureText } from './json';
import type { InParts } from './json-parts';
import { listPropertyNames } from './property-names';
import { countValues, isSplit, partValues } from './write-in-parts';

/** Measures as `measureJson` does, in parts: a value of megabytes blocks the event loop for tens of milliseconds. */
export function* measureJsonInParts(value: unknown, most: number): InParts<number> {
  if (!isSplit(value, countValues(value))) return measureJson(value, most);
  const isList = Array.isArray(value);
  const keys = isList ? value.keys() : listPropertyNames(value);
  // The first bracket. Each entry ends with a comma, and the last with the other bracket.
  let length = 1;
  let measured = 0;
  for (const key of keys) {
    if (length > most) break;
    const entry = (value as Record<string | number, unknown>)[key];
    const count = countValues(entry);
    length += 1 + (isList ? 0 : measureText(String(key)) + 1);
    length += isSplit(entry, count)
      ? yield* measureJsonInParts(entry, most - length)
      : measureJson(entry, most - length);
    measured += count;
    if (measured < partValues) continue;
    measured = 0;
    yield;
  }
  return length;
}
