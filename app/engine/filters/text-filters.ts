// Filters of texts. Positions are counted in characters; a surrogate pair is one.
import { findText, splitText } from '../texts/find-text';
import { formatCount } from '../texts/format-count';
import { limits } from '../schema/limits';
import { type ApplyFilter, FilterProblem, maxFilteredItems, ofText, readWhole, tooLong } from './filtering';

export const textFilters = {
  upcase: ofText((text) => text.toUpperCase()),
  downcase: ofText((text) => text.toLowerCase()),
  capitalize: ofText((text) => {
    const [first = ''] = text;
    return first.toUpperCase() + text.slice(first.length);
  }),
  strip: ofText((text) => text.trim()),
  append: ofText((text, more = '') => joinTexts([text, more])),
  prepend: ofText((text, more = '') => joinTexts([more, text])),
  replace: ofText((text, old = '', by = '') => replaceAll(text, old, by)),
  remove: ofText((text, old = '') => replaceAll(text, old, '')),
  before: ofText((text, mark = '') => {
    const at = findText(text, mark);
    return at === -1 ? text : text.slice(0, at);
  }),
  after: ofText((text, mark = '') => {
    const at = findText(text, mark);
    return at === -1 ? '' : text.slice(at + mark.length);
  }),
  truncate: ofText((text, length = '', ending = '…') => {
    const most = readWhole(length);
    if (most === undefined || most < 0) return needsCount;
    const signs = listSigns(text);
    if (signs.length <= most) return text;
    const left = Math.max(0, most - Array.from(ending).length);
    return joinSigns(signs.slice(0, left)) + ending;
  }),
  split: ofText((text, separator = '') => {
    if (text === '') return [];
    const parts = separator === '' ? Array.from(text) : splitText(text, separator, maxFilteredItems + 1);
    return parts.length > maxFilteredItems
      ? new FilterProblem(`would make a list of more than ${formatCount(maxFilteredItems)} items`)
      : parts;
  }),
  slugify: ofText((text) =>
    removeMarks(removeMarks(text.replaceAll('ß', 'ss')).normalize('NFKD'))
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, ''),
  ),
  // In the form that HTML and XML require in a text and in an attribute.
  escape: ofText((text) => escapeSigns(text)),
  strip_html: ofText(stripTags),
} satisfies Record<string, ApplyFilter>;

/**
 * Removes marks that combine. Those that were typed are removed before a text is brought into a normal form, which puts them in
 * order and takes time that grows with the square of their number; those of letters come out of it.
 */
function removeMarks(text: string): string {
  return text.replace(/\p{M}+/gu, '');
}

const needsCount = new FilterProblem('needs a whole number');

/** Returns a part of a text or of a list: `slice: 0, 5`. A negative start counts from the end. */
export const slice: ApplyFilter = (value, [start, length], work) => {
  const from = readWhole(start);
  const count = length === undefined ? undefined : readWhole(length);
  if (from === undefined || (length !== undefined && (count === undefined || count < 0))) return needsCount;
  const cut = <Items extends { length: number; slice: (from: number, to?: number) => Items }>(
    items: Items,
  ) => {
    const at = from < 0 ? Math.max(0, items.length + from) : from;
    return items.slice(at, count === undefined ? undefined : at + count);
  };
  if (Array.isArray(value)) return cut(value as unknown[]);
  return ofText((text) => joinSigns(cut<Signs>(listSigns(text))))(value, [], work);
};

/** The characters of a text. A text without surrogates is its own list, which is much faster. */
type Signs = { length: number; slice: (from: number, to?: number) => Signs } & (string | readonly string[]);

function listSigns(text: string): Signs {
  return (/[\ud800-\udfff]/.test(text) ? Array.from(text) : text) as Signs;
}

function joinSigns(signs: Signs): string {
  return typeof signs === 'string' ? signs : signs.join('');
}

/** Joins the texts, or returns the problem that the result would be too long. */
export function joinTexts(texts: readonly string[], separator = ''): string | FilterProblem {
  let length = separator.length * Math.max(0, texts.length - 1);
  for (const text of texts) length += text.length;
  return length > limits.sentBodyBytes ? tooLong() : texts.join(separator);
}

/** Escapes one sign after the other, which is several times as fast as a function for each place. */
function escapeSigns(text: string): string {
  let escaped = text;
  for (const sign of ['&', '<', '>', '"', "'"])
    escaped = escaped.replaceAll(sign, `&#${sign.charCodeAt(0)};`);
  return escaped;
}

function replaceAll(text: string, old: string, by: string): string | FilterProblem {
  if (old === '') return text;
  return joinTexts(splitText(text, old), by);
}

/**
 * Removes tags and comments, and scripts and styles with their content. Entities stay as they are, and so does a `<` that begins
 * no tag (WHATWG HTML §13.2.5.6).
 */
function stripTags(text: string): string {
  // Only ASCII letters: others may become longer in lower case.
  const lower = text.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase());
  let plain = '';
  let at = 0;
  while (at < text.length) {
    const open = text.indexOf('<', at);
    if (open === -1) return plain + text.slice(at);
    const isTag = /[a-z/!?]/.test(lower.charAt(open + 1));
    plain += text.slice(at, isTag ? open : open + 1);
    const close = isTag ? findTagEnd(lower, open) : open + 1;
    if (close === -1) return plain;
    at = close;
  }
  return plain;
}

function findTagEnd(lower: string, open: number): number {
  if (lower.startsWith('<!--', open)) return endOf(lower, '-->', open + 4);
  const [, name] = /^<(script|style)[\s>]/.exec(lower.slice(open, open + 8)) ?? [];
  const from = name === undefined ? open : lower.indexOf(`</${name}`, open);
  return from === -1 ? -1 : endOf(lower, '>', from);
}

function endOf(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at === -1 ? -1 : at + mark.length;
}
