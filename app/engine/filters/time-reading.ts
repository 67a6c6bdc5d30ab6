// Reads times by the codes of strftime, as `date` writes them: those that people, spreadsheets and older systems write.
import { FilterProblem } from './filtering';

interface WrittenTime {
  /** What the clock shows, as though it were UTC, in milliseconds since 1970. */
  clock: number;
  /** How far the clock is ahead of UTC, in milliseconds, when that is written too. */
  offset?: number;
  /** Whether the pattern has hours. Otherwise it is a date. */
  hasTime: boolean;
}

/** The parts that are read; `h` are the hours of a clock with AM and PM, and `z` is an offset in milliseconds. */
type Part = 'Y' | 'y' | 'm' | 'd' | 'H' | 'h' | 'p' | 'M' | 'S' | 'L' | 'z';
type Parts = Partial<Record<Part, number>>;

/** What was read so far, and the names of months, which take long to find. */
interface Reading {
  parts: Parts;
  months: () => [name: string, month: number][];
}

/** Codes that stand for several others. */
const shortCodes: Record<string, string> = { F: '%Y-%m-%d', T: '%H:%M:%S', R: '%H:%M', n: ' ', ':z': '%z' };

const numberParts: Record<string, [part: Part, pattern: RegExp]> = {
  Y: ['Y', /\d{4}/y],
  y: ['y', /\d{2}/y],
  m: ['m', /\d{1,2}/y],
  d: ['d', /\d{1,2}/y],
  e: ['d', /\d{1,2}/y],
  H: ['H', /\d{1,2}/y],
  I: ['h', /\d{1,2}/y],
  l: ['h', /\d{1,2}/y],
  M: ['M', /\d{2}/y],
  S: ['S', /\d{2}/y],
  L: ['L', /\d{3}/y],
};

/**
 * Reads a text by a pattern such as `%d.%m.%Y %H:%M`. Numbers may lack leading zeros, and a space stands for any number of them. A
 * two-digit year means 1969 to 2068 (POSIX). Names of months are those of the language, long or short.
 */
export function readWrittenTime(text: string, pattern: string, locale: string): WrittenTime | FilterProblem {
  const expanded = pattern.replace(/%-?(:z|.)/gsu, (written, code: string) => shortCodes[code] ?? written);
  const steps = [...expanded.matchAll(/%-?(.)|(\s+)|([^%\s]+|%$)/gsu)];
  const unknown = steps.find(([, code]) => code !== undefined && !isReadable(code));
  if (unknown) return new FilterProblem(`does not know ${unknown[0]}`);
  const read = new Set(steps.flatMap(([, code = '']) => (code === 'B' ? ['b'] : [code])));
  if (!hasDate(read)) return new FilterProblem('needs a pattern with a year, a month and a day');
  const reading = beginReading(locale);
  if (reading instanceof FilterProblem) return reading;
  const source = text.trim();
  let at: number | undefined = 0;
  for (const [, code, space, literal = ''] of steps) {
    if (code !== undefined) at = readCode(source, at, code, reading);
    else if (space !== undefined) at = skip(source, at, /\s*/y);
    else at = source.startsWith(literal, at) ? at + literal.length : undefined;
    if (at === undefined) break;
  }
  return at === source.length ? toTime(reading.parts) : mismatch(pattern);
}

function beginReading(locale: string): Reading | FilterProblem {
  let months: ReturnType<Reading['months']> | undefined;
  try {
    Intl.DateTimeFormat.supportedLocalesOf(locale);
  } catch (error) {
    if (error instanceof RangeError) return new FilterProblem('needs a language like en or de-AT');
    throw error;
  }
  return { parts: {}, months: () => (months ??= listMonths(locale)) };
}

function mismatch(pattern: string): FilterProblem {
  const shown = pattern.length > longestShown ? 'its pattern says' : pattern;
  return new FilterProblem(`needs a time that is written as ${shown}`);
}

function isReadable(code: string): boolean {
  return Object.hasOwn(numberParts, code) || 'bBaApz%'.includes(code);
}

function hasDate(codes: ReadonlySet<string>): boolean {
  const has = (...some: string[]) => some.some((code) => codes.has(code));
  return has('Y', 'y') && has('m', 'b') && has('d', 'e');
}

/** Reads one code from a text, adds its part, and returns where it ends; undefined when it is not there. */
function readCode(text: string, at: number, code: string, reading: Reading): number | undefined {
  const { parts } = reading;
  const [part, pattern] = numberParts[code] ?? [];
  if (part && pattern) {
    const found = match(text, at, pattern);
    if (found === undefined) return undefined;
    parts[part] = Number(found);
    return at + found.length;
  }
  if (code === '%') return text.startsWith('%', at) ? at + 1 : undefined;
  if (code === 'p') return readHalf(text, at, parts);
  if (code === 'z') return readOffset(text, at, parts);
  // The name of a day says nothing that the date does not say.
  return code === 'a' || code === 'A' ? skip(text, at, /\p{L}+\.?/uy) : readMonth(text, at, reading);
}

function match(text: string, at: number, pattern: RegExp): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

function skip(text: string, at: number, pattern: RegExp): number | undefined {
  const found = match(text, at, pattern);
  return found === undefined ? undefined : at + found.length;
}

function readHalf(text: string, at: number, parts: Parts): number | undefined {
  const found = match(text, at, /[ap]\.?m\.?/iy);
  if (found === undefined) return undefined;
  parts.p = /^p/i.test(found) ? 12 : 0;
  return at + found.length;
}

function readOffset(text: string, at: number, parts: Parts): number | undefined {
  // GMT as in feeds and HTTP (RFC 822 §5.1), besides ISO 8601.
  const found = match(text, at, /z|gmt|utc?|[+-]\d{2}:?\d{2}/iy);
  if (found === undefined) return undefined;
  const [hours, minutes] = [Number(found.slice(1, 3)), Number(found.slice(-2))];
  const sign = found.startsWith('-') ? -1 : 1;
  parts.z = /^[a-z]/i.test(found) ? 0 : sign * (hours * 60 + minutes) * 60_000;
  return at + found.length;
}

/** Lists the names of months of a language in lower case: alone and behind a day, long and short, without a dot. */
function listMonths(locale: string): [name: string, month: number][] {
  const months: [string, number][] = [];
  for (const month of ['long', 'short'] as const) {
    for (const options of [{ month }, { month, day: 'numeric' }] as const) {
      const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
      for (let index = 0; index < 12; index += 1) {
        const parts = format.formatToParts(Date.UTC(2026, index, 1));
        const name = parts.find(({ type }) => type === 'month')?.value ?? '';
        months.push([name.toLowerCase().replace(/\.$/, ''), index + 1]);
      }
    }
  }
  return months;
}

/** Reads the longest name of a month that is there. */
function readMonth(text: string, at: number, { parts, months }: Reading): number | undefined {
  const rest = text.slice(at, at + longestName).toLowerCase();
  let length = 0;
  for (const [name, month] of months()) {
    if (name.length <= length || !rest.startsWith(name)) continue;
    parts.m = month;
    length = name.length;
  }
  return length === 0 ? undefined : skip(text, at + length, /\.?/y);
}

const longestName = 40;

/** The longest pattern that a problem shows. */
const longestShown = 100;

/** Puts the parts together. A problem when the clock or the calendar has no such time. */
function toTime({ Y, y = 0, m = 0, d = 0, H, h, p = 0, M = 0, S = 0, L = 0, z }: Parts) {
  const year = Y ?? y + (y < 69 ? 2000 : 1900);
  const hour = H ?? (h === undefined ? 0 : (h % 12) + p);
  const date = new Date(0);
  date.setUTCFullYear(year, m - 1, d);
  const isDay = date.getUTCMonth() === m - 1 && date.getUTCDate() === d;
  if (!isDay || hour > 23 || M > 59 || S > 59 || (h !== undefined && (h < 1 || h > 12))) {
    return new FilterProblem('needs a day and a time that exist');
  }
  const clock = date.getTime() + ((hour * 60 + M) * 60 + S) * 1000 + L;
  return { clock, hasTime: H !== undefined || h !== undefined, ...(z !== undefined && { offset: z }) };
}
