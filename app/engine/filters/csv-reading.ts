// Reads CSV (RFC 4180) with a line of names, also with the separators that spreadsheets of other languages write.
import { formatCount } from '../texts/format-count';
import { finish, type InParts } from '../json/json-parts';
import { textOf } from '../json/value-text';
import {
  type ApplyFilter,
  FilterParts,
  FilterProblem,
  type FilterWork,
  maxFilteredItems,
  spend,
  tooMuch,
} from './filtering';

/** Makes a list of objects, whose values are texts. The argument is the separator; without one, the line of names decides. */
export const parseCsv: ApplyFilter = (value, [separator], work) => {
  const text = textOf(value).replace(/^\ufeff/, '');
  const written = separator === undefined ? findSeparator(text) : textOf(separator);
  if (!isSeparator(written)) return new FilterProblem('needs a separator of one character');
  const parts = readItems(new Lines(text, written, work), work);
  return text.length < partLength ? finish(parts) : new FilterParts(parts, work);
};

/** A shorter text is read at once. */
const partLength = 16_384;

/** Those that are tried without an argument; of several that are as frequent, the first. */
const separators = [',', ';', '\t', '|'];

function isSeparator(text: string): boolean {
  return text.length === 1 && !/["\r\n]/.test(text);
}

/** Returns the separator that the line of names has most often outside of quotes. */
function findSeparator(text: string): string {
  const counts = new Map(separators.map((separator) => [separator, 0]));
  let isQuoted = false;
  for (let index = 0; index < Math.min(text.length, longestNames); index += 1) {
    const sign = text.charAt(index);
    if (sign === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (sign === '\n' || sign === '\r')) break;
    else if (!isQuoted && counts.has(sign)) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  }
  return separators.toSorted((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0))[0] ?? ',';
}

/** How many characters of the line of names decide about the separator. */
const longestNames = 16_384;

function* readItems(lines: Lines, work: FilterWork): InParts<unknown> {
  const names = (yield* lines.next()) ?? [];
  if (names instanceof FilterProblem) return names;
  if (!spend(work, names.length)) return tooMuch;
  const columns = listColumns(names);
  const items: unknown[] = [];
  for (let cells = yield* lines.next(); cells !== undefined; cells = yield* lines.next()) {
    if (cells instanceof FilterProblem) return cells;
    if (!spend(work, columns.length * cellSteps)) return tooMuch;
    if (cells.length === 1 && cells[0] === '') continue;
    if (cells.slice(names.length).some((cell) => cell !== '')) {
      return new FilterProblem(`needs CSV: line ${lines.count} has more values than there are names`);
    }
    if (items.length >= maxFilteredItems) {
      return new FilterProblem(`takes at most ${formatCount(maxFilteredItems)} lines`);
    }
    items.push(takeItem(columns, cells));
  }
  return items;
}

/** Lists the columns that have a name. The first of several with the same name counts. */
function listColumns(names: readonly string[]): [name: string, at: number][] {
  const columns = new Map<string, number>();
  for (const [at, written] of names.entries()) {
    const name = written.trim();
    if (name !== '' && !columns.has(name)) columns.set(name, at);
  }
  return [...columns];
}

function takeItem(columns: readonly [name: string, at: number][], cells: readonly string[]): object {
  return Object.fromEntries(columns.map(([name, at]) => [name, cells[at] ?? '']));
}

/** The steps for a cell, once when it is read and once when it is written into an object. */
const cellSteps = 0.125;

/** The steps for a quote in a quoted cell, since such a cell is read in one go. */
const quoteSteps = 0.5;

/** After so many cells, reading yields. */
const cellsOfPart = 2_000;

/** The lines of a text, one after the other. A line may hold line breaks within quotes. */
class Lines {
  /** The number of the line that was read last; one with line breaks in it counts once. */
  count = 0;
  #at = 0;
  #cells = 0;
  readonly #end: RegExp;

  constructor(
    private readonly text: string,
    private readonly separator: string,
    private readonly work: FilterWork,
  ) {
    this.#end = new RegExp(`[\\u${separator.charCodeAt(0).toString(16).padStart(4, '0')}\r\n]`, 'g');
  }

  /** Reads the next line; undefined at the end. */
  *next(): InParts<string[] | FilterProblem | undefined> {
    if (this.#at >= this.text.length) return undefined;
    this.count += 1;
    const cells: string[] = [];
    while (spend(this.work, cellSteps)) {
      this.#cells += 1;
      if (this.#cells % cellsOfPart === 0) yield;
      const cell = this.text.charAt(this.#at) === '"' ? this.#readQuoted() : this.#readPlain();
      if (cell instanceof FilterProblem) return cell;
      cells.push(cell);
      const sign = this.text.charAt(this.#at);
      this.#at += this.text.startsWith('\r\n', this.#at) ? 2 : 1;
      if (sign !== this.separator) return cells;
    }
    return tooMuch;
  }

  #readPlain(): string {
    const start = this.#at;
    this.#end.lastIndex = start;
    this.#at = this.#end.exec(this.text)?.index ?? this.text.length;
    return this.text.slice(start, this.#at);
  }

  #readQuoted(): string | FilterProblem {
    const start = this.#at + 1;
    let end = this.text.indexOf('"', start);
    while (end !== -1 && this.text.charAt(end + 1) === '"') {
      if (!spend(this.work, quoteSteps)) return tooMuch;
      end = this.text.indexOf('"', end + 2);
    }
    if (end === -1) {
      return new FilterProblem(`needs CSV: the quote that begins in line ${this.count} does not end`);
    }
    this.#at = end + 1;
    return this.#isEnd()
      ? this.text.slice(start, end).replaceAll('""', '"')
      : new FilterProblem(`needs CSV: in line ${this.count} there is text behind a quote`);
  }

  /** Checks whether a cell ends here. */
  #isEnd(): boolean {
    const sign = this.text.charAt(this.#at);
    return sign === this.separator || sign === '\n' || sign === '\r' || sign === '';
  }
}
