// Reads a page of a list: its items, and how the next page is asked for. It never changes what has been sent.
import { formatCount } from '../texts/format-count';
import { isAllowedHost } from '../definition/allowed-host';
import { type NextPage, type PagesRepeat, readBodyPath } from '../definition/repeat';
import { stringifyJson } from '../json/json';
import type { InParts } from '../json/json-parts';
import { measureJsonInParts } from '../json/measure-in-parts';
import { findPath } from '../paths/path';
import { readPath, readPlace } from '../paths/path-walk';
import { textOf, typeOfJson } from '../json/value-text';
import { savedValueLength } from '../computed/saved-value';
import { parseBody, parseBodyInParts, type SendOutcome } from './outcome';
import { findMissingNextPage } from './missing-next-page';
import type { BuiltRequest, CallRequest } from './request';
import { readContentInParts } from './response-content';
import { truncate } from '../texts/truncate';
import { readUrl } from '../http/read-url';

type Answer = Extract<SendOutcome, { kind: 'response' }>;

/** The part of a page that is kept, so that a resumed run continues after it. */
export interface ResponsePage {
  items: unknown[];
  /** The cursor, URL or number of the next page; null when this is the last. */
  next: string | null;
  /** The limit that ended the list, in words; null when the list ended by itself or continues. */
  bound: string | null;
  /** Set for a first page that has items and is also the last: says, in words, that its answer does not name a next page. */
  unnamed?: string;
}

/** The totals of the pages before. */
export interface PagesBefore {
  count: number;
  items: number;
  /** The length of their items as JSON. */
  length: number;
  nexts: ReadonlySet<string>;
  /** The URL of the first page. */
  origin: string;
}

/** `length`: the length of the page's items as JSON. */
type PageReading = { kind: 'page'; page: ResponsePage; length: number } | { kind: 'wrong'; message: string };

/**
 * Reads the page that was requested at `url`, in parts. `isLast`: no further page is asked for, whatever this one says. Returns a
 * message when the answer cannot be a page.
 */
export function* readPage(
  repeat: PagesRepeat,
  answer: Answer,
  {
    url,
    before,
    allowedHosts,
    isLast = false,
  }: { url: string; before: PagesBefore; allowedHosts: readonly string[]; isLast?: boolean },
): InParts<PageReading> {
  const number = before.count + 1;
  const wrong = (message: string): PageReading => ({ kind: 'wrong', message: `Page ${number}: ${message}` });
  if (answer.truncated) {
    return wrong('the response is too large to be read whole. Ask for smaller pages.');
  }
  const { value, isXml } = yield* readValue(answer, repeat.items);
  const list = (isXml && readElements(repeat.items, value)) || readItems(repeat.items, value, number);
  if (typeof list === 'string') return wrong(list);
  const items = list.slice(0, repeat.maxItems - before.items);
  const length = yield* measureJsonInParts(items, savedValueLength);
  if (before.length + length > savedValueLength) {
    return wrong(
      'the items of all pages together are larger than 2 MiB. Ask for fewer items, or for fewer of their fields.',
    );
  }
  const last = (bound: string | null) =>
    ({ kind: 'page', page: { items, next: null, bound }, length }) as const;
  const behind = before.items + list.length;
  const found = findNext(repeat, { value, list, number, behind, headers: answer.headers });
  const saysLast = isLast || (repeat.moreAt !== undefined && saysOver(value, repeat.moreAt));
  if (found === undefined || saysLast) {
    const ended = last(list.length > items.length ? describeMost(repeat) : null);
    if (saysLast) return ended;
    const unnamed =
      number === 1 && list.length > 0 ? findMissingNextPage(repeat.next, value, answer.headers) : undefined;
    return unnamed === undefined ? ended : { ...ended, page: { ...ended.page, unnamed } };
  }
  if (behind >= repeat.maxItems) return last(describeMost(repeat));
  const next = repeat.next.by === 'link' || repeat.next.by === 'url' ? resolve(found, url) : found;
  if (next === undefined) return wrong(`the URL of the next page is not valid: ${truncate(found, 100)}`);
  const problem = findOriginProblem(next, before.origin || url, allowedHosts, repeat);
  if (problem) return wrong(problem);
  if (before.nexts.has(next)) return wrong('it names the same next page as a page before it.');
  if (number >= repeat.maxPages) return last(`stopped at ${number} pages`);
  return { kind: 'page', page: { items, next, bound: null }, length };
}

/** Parses JSON; without a list in it, reads the content type's format, since one line of JSON lines is JSON too. */
function* readValue(answer: Answer, items: string): InParts<{ value: unknown; isXml: boolean }> {
  if (answer.binary) return { value: undefined, isXml: false };
  const value = yield* parseBodyInParts(answer.body);
  const list = readPath(value, items);
  if (list.found && Array.isArray(list.value)) return { value, isXml: false };
  const content = yield* readContentInParts(answer);
  return { value: content ?? value, isXml: content !== undefined && !Array.isArray(content) };
}

/** Reads XML elements: one is a list of one, none in an existing parent an empty list; undefined without a parent. */
function readElements(path: string, value: unknown): unknown[] | undefined {
  const place = findPath(path);
  if (place?.kind !== 'one') return undefined;
  const read = readPlace(value, place.segments);
  if (read.found) return Array.isArray(read.value) ? (read.value as unknown[]) : [read.value];
  const parent = readPlace(value, place.segments.slice(0, -1));
  return place.segments.length > 1 && parent.found ? [] : undefined;
}

/** Checks for false, which is a text in XML. A missing value does not end the list: the path may be misspelt. */
function saysOver(value: unknown, path: string): boolean {
  const read = readPath(value, path);
  return read.found && (read.value === false || read.value === 'false');
}

function describeMost({ maxItems }: PagesRepeat): string {
  return `stopped at ${formatCount(maxItems)} items`;
}

/** Returns the list of a page, or why it has none. After the first page, a missing list is the end. */
function readItems(path: string, value: unknown, number: number): unknown[] | string {
  const read = readPath(value, path);
  if (read.found && Array.isArray(read.value)) return read.value as unknown[];
  const isMissing = !read.found || read.value === null;
  if (isMissing && (number > 1 || findPath(path)?.kind === 'many')) return [];
  if (!read.found) return `there is nothing at ${path}, where the list should be.`;
  return `at ${path} there is ${describeType(read.value)} instead of a list.`;
}

function describeType(value: unknown): string {
  const type = typeOfJson(value);
  return type === 'object' ? 'an object' : type === 'null' ? 'null' : `a ${type}`;
}

interface Seen {
  value: unknown;
  /** The items of the page. */
  list: unknown[];
  number: number;
  /** The number of items up to the end of this page. */
  behind: number;
  headers: [name: string, value: string][];
}

/** Finds the next page, as the answer names it or by counting; undefined when this is the last page. */
function findNext({ next }: PagesRepeat, { value, list, number, behind, headers }: Seen): string | undefined {
  switch (next.by) {
    case 'link':
      return findNextLink(headers);
    case 'url':
    case 'cursor':
      return readNext(value, next.path);
    case 'header':
      return readHeader(headers, next.header);
    case 'page':
      return isOver(list, next.pageSize) ? undefined : String(next.start + number);
    case 'offset':
      return isOver(list, next.pageSize) ? undefined : String(behind);
  }
}

/** Returns the value of the first header with that name; undefined when it is empty. */
function readHeader(headers: [name: string, value: string][], wanted: string): string | undefined {
  const [, value] = headers.find(([name]) => name.toLowerCase() === wanted.toLowerCase()) ?? [];
  return value?.trim() || undefined;
}

/** Reads the text or number that names the next page; any other value names none. */
function readNext(value: unknown, path: string): string | undefined {
  const read = readPath(value, path);
  const found = read.found && findPath(path)?.kind === 'many' ? (read.value as unknown[])[0] : undefined;
  const named = read.found ? (found ?? read.value) : null;
  const type = typeOfJson(named);
  return type === 'string' || type === 'number' ? textOf(named) || undefined : undefined;
}

function isOver(list: unknown[], pageSize = 1): boolean {
  return list.length < pageSize;
}

const linkValue = /<([^<>]*)>((?:\s*;\s*[^\s;,=]+(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s;,"]*))?)*)/g;

/** Finds the address with `rel=next` (RFC 8288 §3); a header may name several relations, separated by spaces. */
export function findNextLink(headers: [name: string, value: string][]): string | undefined {
  for (const [name, value] of headers) {
    if (name.toLowerCase() !== 'link') continue;
    for (const [, address = '', parameters = ''] of value.slice(0, 16_384).matchAll(linkValue)) {
      const [, quoted, bare = ''] = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/i.exec(parameters) ?? [];
      if ((quoted ?? bare).toLowerCase().split(/\s+/).includes('next')) return address.trim();
    }
  }
  return undefined;
}

/** Makes an address absolute and escapes its braces, which would be read as placeholders. */
function resolve(address: string, url: string): string | undefined {
  return readUrl(address, url)?.href.replaceAll('{', '%7B').replaceAll('}', '%7D');
}

/** Returns why the next page is not requested at an address: the target must not choose where credentials go. */
function findOriginProblem(
  next: string,
  first: string,
  allowedHosts: readonly string[],
  { next: { by } }: PagesRepeat,
): string | undefined {
  if (by !== 'link' && by !== 'url') return undefined;
  const target = new URL(next);
  const isHttp = target.protocol === 'https:' || target.protocol === 'http:';
  if (isHttp && target.origin === new URL(first).origin) return undefined;
  if (isHttp && isAllowedHost(allowedHosts, target)) return undefined;
  return `the next page is at another host, ${target.host || target.protocol}. Add it to the call’s allowed hosts if it belongs there.`;
}

/** Builds the request of a page from `next`, as the page before it named it; undefined for the first. */
export function addPage(
  { next: way }: PagesRepeat,
  request: CallRequest,
  next: string | undefined,
): BuiltRequest {
  if (way.by === 'link' || way.by === 'url') return { kind: 'request', request };
  const value = next ?? findFirst(way);
  if (value === undefined) return { kind: 'request', request };
  if (way.in !== 'body') {
    return {
      kind: 'request',
      request: { ...request, url: setParameter(request.url, way.param ?? '', value) },
    };
  }
  const isCounted = way.by === 'page' || way.by === 'offset';
  const what = isCounted ? 'number of the page' : 'cursor';
  if (request.upload)
    return { kind: 'refused', message: `The ${what} cannot be put into a body with files.` };
  const body = setInBody(request.body, readBodyPath(way) ?? [], value, isCounted);
  if (body === undefined) {
    return { kind: 'refused', message: `The ${what} cannot be put into the body: it is not a JSON object.` };
  }
  return { kind: 'request', request: { ...request, body } };
}

/** Returns the value that asks for the first page; undefined for a cursor, which is not known before it. */
function findFirst(
  way: Extract<NextPage, { by: 'cursor' | 'header' | 'page' | 'offset' }>,
): string | undefined {
  return way.by === 'page' ? String(way.start) : way.by === 'offset' ? '0' : undefined;
}

/** Sets a query parameter, replacing all of the same name; the others stay as written. */
function setParameter(url: string, name: string, value: string): string {
  const [, address = '', query = '', fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(url) ?? [];
  const others = query.split('&').filter((pair) => pair !== '' && readName(pair) !== name);
  const pair = `${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
  return `${address}?${[...others, pair].join('&')}${fragment}`;
}

function readName(pair: string): string | undefined {
  return new URLSearchParams(pair).keys().next().value;
}

type JsonObject = Record<string, unknown>;

/** Sets a value in a JSON body. `isCounted`: the value is a number unless a text stood there. */
function setInBody(text: string, names: string[], value: string, isCounted: boolean): string | undefined {
  const body = parseBody(text || '{}');
  const last = names.at(-1);
  if (!isObject(body) || last === undefined) return undefined;
  let place = body;
  for (const name of names.slice(0, -1)) {
    const inner = Object.hasOwn(place, name) ? place[name] : undefined;
    const next: JsonObject = isObject(inner) ? inner : {};
    define(place, name, next);
    place = next;
  }
  // APIs with strict types take a number only where a number stood.
  const before = Object.hasOwn(place, last) ? typeOfJson(place[last]) : undefined;
  const isNumber = isCounted ? before !== 'string' : before === 'number' && /^\d{1,15}$/.test(value);
  define(place, last, isNumber ? Number(value) : value);
  return stringifyJson(body);
}

function isObject(value: unknown): value is JsonObject {
  return typeOfJson(value) === 'object';
}

/** Defines an own property, whatever its name: also `__proto__`. */
function define(object: JsonObject, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}
