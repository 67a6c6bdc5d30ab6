// Filters that make one text from a list.
import type { InParts } from '../json/json-parts';
import { listPropertyNames } from '../json/property-names';
import { textOf } from '../json/value-text';
import { limits } from '../schema/limits';
import {
  type ApplyFilter,
  endsPart,
  FilterProblem,
  type FilterWork,
  ofList,
  ofListInParts,
  readText,
  spend,
  type TakePart,
  tooLong,
  tooMuch,
} from './filtering';
import { cutPattern } from './item-fields';
import { readField, readPart } from './item-parts';
import { joinTexts } from './text-filters';

export const joiningFilters = {
  join: ofList((list, [separator], work) => {
    const texts = readTexts(list, work);
    return texts instanceof FilterProblem
      ? texts
      : joinTexts(texts, separator === undefined ? ', ' : textOf(separator));
  }),
  /** Makes a text for each item: `'{loop.index}. {sku}: {price.amount}'`; `{}` is the item itself. */
  format_each: ofListInParts(function* (list, [pattern], work) {
    const written = readText(pattern, work);
    if (written instanceof FilterProblem) return written;
    const pieces: (string | { take: TakePart; isOfLoop: boolean })[] = [];
    for (const [index, piece] of cutPattern(written).entries()) {
      if (work.left < 0) return tooMuch;
      const isPath = index % 2 === 1;
      pieces.push(isPath ? { take: readPart(piece, work), isOfLoop: ofLoop.test(piece) } : piece);
    }
    return yield* makeLines(list, work, (item, index) => {
      const place = { index: index + 1, count: list.length };
      const texts = readTexts(
        pieces.map((piece) => {
          if (typeof piece === 'string') return piece;
          return piece.take(piece.isOfLoop ? addPlace(item, place, work) : item);
        }),
        work,
      );
      return texts instanceof FilterProblem ? texts : joinTexts(texts);
    });
  }),
  /** Writes CSV (RFC 4180), with a line of names: those given, or else the first item's. Items that are lists are lines. */
  csv: ofListInParts(function* (list, columns, work) {
    const names = columns.length > 0 ? columns : namesOf(list[0]);
    const fields = names.map((name) => readField(name, work));
    const lines = yield* makeLines(list, work, (item) => {
      const values: unknown[] = Array.isArray(item) ? item : fields.map(({ take }) => take(item));
      const texts = readTexts(values, work);
      return texts instanceof FilterProblem ? texts : joinTexts(texts.map(quote), ',');
    });
    if (lines instanceof FilterProblem) return lines;
    const head = fields.length > 0 ? [fields.map(({ name }) => quote(name)).join(',')] : [];
    return joinTexts([...head, ...lines], '\r\n');
  }),
} satisfies Record<string, ApplyFilter>;

/** A path to the item's place, named as in a for each. */
const ofLoop = /^loop\.(?:index|count)\b/;

/** Returns a copy of an item with its place in the list, unless it has a field of this name. */
function addPlace(item: unknown, loop: { index: number; count: number }, work: FilterWork): unknown {
  const isObject = typeof item === 'object' && item !== null && !Array.isArray(item);
  if (!isObject) return { loop };
  spend(work, listPropertyNames(item).length);
  return { loop, ...item };
}

/** Returns the texts of values, or the problem that they are too long or too many. */
export function readTexts(values: readonly unknown[], work: FilterWork): string[] | FilterProblem {
  const texts: string[] = [];
  for (const value of values) {
    if (!spend(work, textSteps)) return tooMuch;
    const text = readText(value, work);
    if (text instanceof FilterProblem) return text;
    texts.push(text);
  }
  return texts;
}

const textSteps = 0.25;

/** Writes a line for each item; a problem when the lines are too long together. */
function* makeLines(
  list: readonly unknown[],
  work: FilterWork,
  write: (item: unknown, index: number) => string | FilterProblem,
): InParts<string[] | FilterProblem> {
  const lines: string[] = [];
  let length = 0;
  for (const [index, item] of list.entries()) {
    if (endsPart(index)) yield;
    if (work.left < 0) return tooMuch;
    const line = write(item, index);
    if (line instanceof FilterProblem) return line;
    length += line.length;
    if (length > limits.sentBodyBytes) return tooLong();
    lines.push(line);
  }
  return lines;
}

function namesOf(item: unknown): readonly string[] {
  const isObject = typeof item === 'object' && item !== null && !Array.isArray(item);
  return isObject ? listPropertyNames(item) : [];
}

function quote(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
