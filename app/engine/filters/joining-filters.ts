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
  /** Makes a text for each item: `'{sku}: {price.amount}'`; `{}` is the item itself. */
  format_each: ofListInParts(function* (list, [pattern], work) {
    const written = readText(pattern, work);
    if (written instanceof FilterProblem) return written;
    const pieces: (string | ReturnType<typeof readPart>)[] = [];
    for (const [index, piece] of cutPattern(written).entries()) {
      if (work.left < 0) return tooMuch;
      pieces.push(index % 2 === 1 ? readPart(piece, work) : piece);
    }
    return yield* makeLines(list, work, (item) => {
      const texts = readTexts(
        pieces.map((piece) => (typeof piece === 'string' ? piece : piece(item))),
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
  write: (item: unknown) => string | FilterProblem,
): InParts<string[] | FilterProblem> {
  const lines: string[] = [];
  let length = 0;
  for (const [index, item] of list.entries()) {
    if (endsPart(index)) yield;
    if (work.left < 0) return tooMuch;
    const line = write(item);
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
