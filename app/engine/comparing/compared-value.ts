// Values besides single texts and numbers that conditions compare with: choices, times and lengths.
import { ExactNumber, parseJson } from '../json/json';
import { listPropertyNames } from '../json/property-names';
import { textOf } from '../json/value-text';

/**
 * Returns the values that `in` searches: the items of a JSON list, or the texts between the commas of another text, without the
 * spaces around them.
 */
export function readChoices(value: unknown): unknown[] {
  const text = textOf(value).trim();
  const listed = text.startsWith('[') ? readList(text) : undefined;
  return listed ?? text.split(',').flatMap((choice) => choice.trim() || []);
}

function readList(text: string): unknown[] | undefined {
  try {
    const value: unknown = parseJson(text);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const date = String.raw`(\d{4})-(\d{2})-(\d{2})`;
const clock = String.raw`\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?`;
const isoTime = new RegExp(`^${date}(?:[Tt ](${clock})(?: ?([Zz]|[+-]\\d{2}:\\d{2}))?)?$`);
const number = /^\d{1,15}(?:\.\d+)?$/;

/** The least Unix time in milliseconds. Smaller numbers are seconds: as milliseconds they would lie before March 1973. */
const leastMilliseconds = 1e11;

/**
 * Reads a time as milliseconds since 1970: ISO 8601 as in RFC 3339, or a Unix time in seconds or milliseconds. A date alone
 * means its beginning, and a time without a zone is in UTC. Undefined when the value is no time.
 */
export function readTime(value: unknown): number | undefined {
  if (typeof value !== 'string' && typeof value !== 'number' && !(value instanceof ExactNumber)) {
    return undefined;
  }
  const text = textOf(value).trim();
  if (number.test(text)) return Number(text) * (Number(text) < leastMilliseconds ? 1000 : 1);
  const [, year = '', month = '', day = '', time = '00:00', zone = 'Z'] = isoTime.exec(text) ?? [];
  const days = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  const isDate = year !== '' && Number(month) <= 12 && Number(day) <= days;
  const at = isDate ? Date.parse(`${year}-${month}-${day}T${time}${zone.toUpperCase()}`) : NaN;
  return Number.isNaN(at) ? undefined : at;
}

/** Returns the number of a list's items, an object's properties or a text's characters; undefined for anything else. */
export function measureLength(value: unknown): number | undefined {
  if (typeof value === 'string') return countCharacters(value);
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return undefined;
  return Array.isArray(value) ? value.length : listPropertyNames(value).length;
}

/** Counts characters; a surrogate pair is one. */
function countCharacters(text: string): number {
  let count = text.length;
  for (let index = 1; index < text.length; index += 1) {
    if ((text.charCodeAt(index) & 0xfc00) !== 0xdc00 || (text.charCodeAt(index - 1) & 0xfc00) !== 0xd800)
      continue;
    count -= 1;
    index += 1;
  }
  return count;
}

const wholeNumber = /^\d{1,9}$/;

/** Reads the length that `has_length` compares with; undefined when it is no whole number. */
export function readLength(value: unknown): number | undefined {
  const text = textOf(value).trim();
  return wholeNumber.test(text) ? Number(text) : undefined;
}
