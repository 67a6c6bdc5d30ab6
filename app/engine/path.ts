// JSON paths. A path to one place is walked here, over own properties only, because it is on the way of every
// webhook; a path to many places goes to jsonpath-plus with evaluation off. Scripts and filters are refused.
import { JSONPath } from 'jsonpath-plus';
import { ExactNumber } from './json';

export type PathResult = { found: true; value: unknown } | { found: false };

const simpleSegment =
  /\.?([A-Za-z_$][\w$-]*)|\.?(\d+)(?=[.[]|$)|\.?\[(\d+)\]|\.?\['([^'\\]*)'\]|\.?\["([^"\\]*)"\]/y;

/** The names and indexes of a path to one place; undefined for a path that may lead to many. */
function parseSimplePath(path: string): (string | number)[] | undefined {
  const text = path.startsWith('$') ? path.slice(1) : path;
  const segments: (string | number)[] = [];
  simpleSegment.lastIndex = 0;
  while (simpleSegment.lastIndex < text.length) {
    const match = simpleSegment.exec(text);
    if (!match) return undefined;
    const [, name, digits, index, single, double] = match;
    const number = digits ?? index;
    segments.push(number === undefined ? (name ?? single ?? double ?? '') : Number(number));
  }
  return segments;
}

const parsed = new Map<string, (string | number)[] | undefined>();

function findSegments(path: string): (string | number)[] | undefined {
  if (parsed.has(path)) return parsed.get(path);
  if (parsed.size >= 10_000) parsed.clear();
  const segments = parseSimplePath(path);
  parsed.set(path, segments);
  return segments;
}

/** Why a path is refused when it is saved, or undefined when it may be used. */
export function pathProblem(path: string): string | undefined {
  if (/[()?@^~`]/.test(path.replace(/'[^']*'|"[^"]*"/g, ''))) {
    return 'Filters, scripts and parent selectors cannot be used in a JSON path';
  }
  if (!/[.[]/.test(path) && path !== '$') {
    return 'JSON path should start with dot e.g .field or .[0].field';
  }
  const normal = normalizePath(path);
  if (findSegments(normal)) return undefined;
  // What is left must at least be a path to many places: wildcards, slices, unions, descent.
  return /^(\.{1,2}(\*|[\w$-]+|(?=\[))|\[[\w\s'":*,$-]*\])+$/.test(normal)
    ? undefined
    : 'JSON path cannot be read';
}

/**
 * The one spelling under which a path is kept: no leading `$`, a leading dot, numbers in brackets
 * (`$.items.0.name` → `.items[0].name`, `$[0].id` → `.[0].id`).
 */
export function normalizePath(path: string): string {
  const text = path.trim().replace(/^\$/, '');
  const bracketed = text.replace(/\.(\d+)(?=[.[]|$)/g, '[$1]');
  return bracketed.startsWith('.') ? bracketed : `.${bracketed}`;
}

/**
 * Reads a path from a value. A path to one place answers that value; a path to many answers the list of all
 * found. Only own properties count, so no path reaches a prototype.
 */
export function readPath(value: unknown, path: string): PathResult {
  const segments = findSegments(path);
  if (segments) return walk(value, segments);
  const text = path.replace(/^\$?\.?(?=\[)|^\$/, '');
  const found: unknown = JSONPath({
    path: text.startsWith('.') || text.startsWith('[') ? `$${text}` : `$.${text}`,
    json: value as object,
    eval: false,
    wrap: true,
  });
  return Array.isArray(found) && found.length > 0 ? { found: true, value: found } : { found: false };
}

function walk(value: unknown, segments: (string | number)[]): PathResult {
  let current = value;
  for (const segment of segments) {
    if (segment === '') continue;
    if (typeof current !== 'object' || current === null || current instanceof ExactNumber)
      return { found: false };
    if (!Object.hasOwn(current, segment)) return { found: false };
    current = (current as Record<string | number, unknown>)[segment];
  }
  return { found: true, value: current };
}
