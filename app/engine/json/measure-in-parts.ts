import { measureBrackets, measureJson, measureName } from './json';
import type { InParts } from './json-parts';
import { listPropertyNames } from './property-names';
import { countValues, isSplit, partValues } from './write-in-parts';

/** Measures as `measureJson` does, in parts: a value of megabytes blocks the event loop for tens of milliseconds. */
export function* measureJsonInParts(value: unknown, most: number): InParts<number> {
  if (!isSplit(value, countValues(value))) return measureJson(value, most);
  const names = Array.isArray(value) ? undefined : listPropertyNames(value);
  let length = measureBrackets((names ?? (value as unknown[])).length);
  let measured = 0;
  for (const key of names ?? (value as unknown[]).keys()) {
    if (length > most) break;
    const entry = (value as Record<string | number, unknown>)[key];
    const count = countValues(entry);
    if (typeof key === 'string') length += measureName(key);
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
