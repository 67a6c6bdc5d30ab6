// Writes the JSON text of a large value in parts, so that the event loop handles other work in between: `stringifyJson` of a
// million exact numbers blocks it for a second. As many entries of an object or list as fit into a part are written together.
// Only an entry that holds more values than a part is split further.
import { ExactNumber, stringifyJson } from './json';
import type { InParts } from './json-parts';
import { listPropertyNames } from './property-names';

/** How many values are written at once, which takes 3 ms at most. */
export const partValues = 2_000;

/** So many characters of a text count as one more value: escapes make them long to write. */
const charactersOfValue = 128;

/** How a value is written. */
export interface Writing {
  /** The spaces by which each level is indented; 0 writes one line. */
  space?: number;
  /** The length in characters after which the rest is left out: the returned text is longer than this, and is not JSON. */
  most?: number;
  /** Returns what is written in place of a value, or of an object's name. Called with parts of a large value. */
  change?: (part: unknown) => unknown;
}

/** Writes a value from `parseJson` as `stringifyJson` does. */
export function* stringifyJsonInParts(
  value: unknown,
  { space = 0, most = Infinity, change = (part) => part }: Writing = {},
): InParts<string> {
  const text = new Text(space, most, change);
  if (isSplit(value, countValues(value))) yield* writeEntries(text, value, '\n');
  else text.add(stringifyJson(change(value), space));
  return text.join();
}

/** `newLine` is the line break before the value's own closing bracket, with its indentation. */
function* writeEntries(text: Text, value: object, newLine: string): InParts<void> {
  const isList = Array.isArray(value);
  const inner = newLine + ' '.repeat(text.space);
  const small = new SmallEntries(text, isList, newLine);
  text.add(isList ? '[' : '{');
  let separator = '';
  for (const key of isList ? value.keys() : listPropertyNames(value)) {
    if (text.isFull) return;
    const entry = (value as Record<string | number, unknown>)[key];
    const count = countValues(entry);
    if (small.count + count > partValues && small.count > 0) {
      text.add(separator + small.take());
      separator = ',';
      yield;
    }
    if (!isSplit(entry, count)) small.add(key, entry, count);
    else {
      const name = isList ? '' : `${JSON.stringify(text.change(key))}:${text.space > 0 ? ' ' : ''}`;
      text.add(separator + (text.space > 0 ? inner : '') + name);
      separator = ',';
      yield* writeEntries(text, entry, inner);
    }
  }
  if (small.count > 0) text.add(separator + small.take());
  text.add((text.space > 0 ? newLine : '') + (isList ? ']' : '}'));
}

/** Checks whether a value is written in parts. A long text is one value, and is written whole. */
export function isSplit(value: unknown, count: number): value is object {
  return count > partValues && typeof value === 'object';
}

/** Counts a value and those within it, to more than `partValues` at most. */
export function countValues(value: unknown, most = partValues): number {
  if (typeof value === 'string') return 1 + Math.floor(value.length / charactersOfValue);
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return 1;
  let count = 1;
  for (const key of Array.isArray(value) ? value.keys() : listPropertyNames(value)) {
    if (count > most) break;
    count += countValues((value as Record<string | number, unknown>)[key], most - count);
  }
  return count;
}

/** Entries of one object or list that wait to be written together. */
class SmallEntries {
  count = 0;
  #entries: [name: string, value: unknown][] = [];

  constructor(
    readonly text: Text,
    readonly isList: boolean,
    readonly newLine: string,
  ) {}

  add(key: string | number, value: unknown, count: number): void {
    this.#entries.push([String(key), value]);
    this.count += count;
  }

  /** Returns their text without the brackets around them. */
  take(): string {
    const { space } = this.text;
    const whole = this.isList ? this.#entries.map(([, value]) => value) : Object.fromEntries(this.#entries);
    this.#entries = [];
    this.count = 0;
    const entries = stringifyJson(this.text.change(whole), space).slice(1, space > 0 ? -2 : -1);
    // Within a text, JSON escapes line breaks, so each line break here begins a line of the indented text.
    return space > 0 ? entries.replaceAll('\n', this.newLine) : entries;
  }
}

class Text {
  readonly #parts: string[] = [];
  #length = 0;

  constructor(
    readonly space: number,
    readonly most: number,
    readonly change: (part: unknown) => unknown,
  ) {}

  get isFull(): boolean {
    return this.#length > this.most;
  }

  add(part: string): void {
    this.#parts.push(part);
    this.#length += part.length;
  }

  join(): string {
    return this.#parts.join('');
  }
}
