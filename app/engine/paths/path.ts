// The grammar of JSON paths: RFC 9535 without functions and with one form of filter, plus our own spellings. No path descends
// twice, since a short path could then visit a payload's places many times over.
import { type FilterTest, readFilter } from './path-filter';
import { nameSign, quoted, readQuoted } from './path-name';
import { normalizePath } from './path-spelling';

/** Items of a list (RFC 9535 §2.3.4). Undefined bounds are its beginning and end, swapped for a negative step. */
export interface Slice {
  kind: 'slice';
  start: number | undefined;
  end: number | undefined;
  step: number;
}

/** The part of a value that one segment selects. */
export type Selector =
  /** A property of an object, or an item of a list. */
  | { kind: 'name'; name: string }
  /** Every property or item. */
  | { kind: 'all' }
  | Slice;

/** The destination of one segment in a path to many places. */
export type PathStep =
  | Selector
  /** The selections of each selector, one after the other; values that two of them select are repeated. */
  | { kind: 'union'; selectors: Selector[] }
  /** Every property or item that passes all tests. */
  | { kind: 'filter'; tests: FilterTest[] }
  /** The value itself and everything below it. */
  | { kind: 'descent' };

/** `one` leads to at most one place. A negative number counts from the end of a list. */
type Path = { kind: 'one'; segments: (string | number)[] } | { kind: 'many'; steps: PathStep[] };

/** The pattern of the text between a filter's mark and its closing bracket; brackets may stand in it, but not in each other. */
export const filterText = String.raw`(?:${quoted}|\[(?:${quoted}|[^\]'"])*\]|[^[\]'"])*`;

/** The pattern of a segment; white space is allowed before it and between its selectors, but not behind a dot. */
const token = new RegExp(
  String.raw`\s*(?:(?<descent>\.(?=\.))|\.(?<name>${nameSign}+)|(?<all>\.\*)|\.?\[\s*\?(?<filter>${filterText})\]|\.?\[(?<selectors>(?:${quoted}|[^\]'"])*)\])`,
  'suy',
);

const bound = String.raw`(?:-\d*|\d+)`;
/** White space between two optional parts belongs to the later one: otherwise 500 spaces could be divided in a million ways. */
const slice = String.raw`(?:${bound}\s*)?:(?:\s*${bound})?(?:\s*:(?:\s*${bound})?)?`;
const listed = new RegExp(
  String.raw`\s*(?:(?<quoted>${quoted})|(?<slice>${slice})|(?<all>\*)|(?<index>-?\d+)|(?<bare>[\p{L}\p{N}_$-]+))\s*(?<more>,|$)`,
  'suy',
);

/** Parses a normalized path; undefined when it cannot be read. */
function parsePath(path: string): Path | undefined {
  if (path === '.') return { kind: 'one', segments: [] };
  const segments: (string | number)[] = [];
  const steps: PathStep[] = [];
  let place = 0;
  while (place < path.length) {
    const segment = readSegment(path, place);
    if (!segment) return undefined;
    const { found } = segment;
    place = segment.end;
    const isOne = typeof found !== 'object';
    if (isOne) segments.push(found);
    steps.push(isOne ? toSelector(found) : found);
  }
  if (steps.length === segments.length) return { kind: 'one', segments };
  return steps.filter(({ kind }) => kind === 'descent').length <= 1 ? { kind: 'many', steps } : undefined;
}

type Groups = Record<string, string | undefined>;

interface Segment {
  /** A name or index that leads to one place, or a step that leads to many. */
  found: string | number | PathStep;
  /** The position in the text behind the segment. */
  end: number;
}

/** Reads the segment that begins at a position of a path; undefined when none can be read there. */
export function readSegment(path: string, place: number): Segment | undefined {
  token.lastIndex = place;
  const groups = token.exec(path)?.groups;
  const found = groups && readToken(groups);
  return found === undefined ? undefined : { found, end: token.lastIndex };
}

function readToken({
  descent,
  name,
  all,
  filter,
  selectors,
}: Groups): string | number | PathStep | undefined {
  if (name !== undefined) return name;
  if (descent !== undefined) return { kind: 'descent' };
  if (filter !== undefined) {
    const tests = readFilter(filter);
    return tests && { kind: 'filter', tests };
  }
  if (all !== undefined || selectors === undefined) return { kind: 'all' };
  const found = readSelectors(selectors);
  if (!found || found.length === 1) return found?.[0];
  return {
    kind: 'union',
    selectors: found.map((each) => (typeof each === 'object' ? each : toSelector(each))),
  };
}

/** Reads the selectors between brackets; undefined when one cannot be read. A name without quotes must be one of several. */
export function readSelectors(text: string): (string | number | Selector)[] | undefined {
  const found: (string | number | Selector)[] = [];
  let place = 0;
  for (;;) {
    listed.lastIndex = place;
    const groups = listed.exec(text)?.groups;
    const isAlone = found.length === 0 && groups?.more === '';
    const selector = groups && readSelector(groups, isAlone);
    if (selector === undefined) return undefined;
    found.push(selector);
    if (groups?.more === '') return found;
    place = listed.lastIndex;
  }
}

function readSelector(groups: Groups, isAlone: boolean): string | number | Selector | undefined {
  if (groups.quoted !== undefined) return readQuoted(groups.quoted);
  if (groups.slice !== undefined) return readSlice(groups.slice);
  if (groups.all !== undefined) return { kind: 'all' };
  if (groups.index !== undefined) return readIndex(groups.index);
  const { bare = '' } = groups;
  return isAlone || !/[\p{L}_]/u.test(bare) ? undefined : bare;
}

/** Returns a number, unless that would change the spelling: `007` can only be an object's property. */
function readIndex(digits: string): string | number {
  return String(Number(digits)) === digits ? Number(digits) : digits;
}

function readSlice(text: string): Slice {
  const [start, end, step] = text.split(':').map((digits) => {
    const number = Number.parseInt(digits, 10);
    return Number.isNaN(number) ? undefined : number;
  });
  return { kind: 'slice', start, end, step: step ?? 1 };
}

/** Returns a segment as a selector of a path to many places, where an index from the end is the slice of that item. */
function toSelector(segment: string | number): Selector {
  if (typeof segment === 'string' || segment >= 0) return { kind: 'name', name: String(segment) };
  return { kind: 'slice', start: segment, end: segment === -1 ? undefined : segment + 1, step: 1 };
}

/** Parsed paths, since the same definition runs again and again. */
const parsed = new Map<string, Path | undefined>();

/** The greatest length of a path, in characters. Only placeholders can hold longer ones, which are parsed each time. */
export const maxPathLength = 500;

/** Parses a path; undefined when it cannot be read. */
export function findPath(path: string): Path | undefined {
  const known = parsed.get(path);
  if (known || parsed.has(path)) return known;
  const result = parsePath(normalizePath(path));
  if (parsed.size >= 10_000) parsed.clear();
  if (path.length <= maxPathLength) parsed.set(path, result);
  return result;
}
