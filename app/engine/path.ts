// JSON paths. A path to one place is walked here, over own properties only, because it is on the way of every
// webhook; a path to many places goes to jsonpath-plus with evaluation off. Each is first read by the one grammar
// below, so that jsonpath-plus never sees a text that it could take for a script, and never more than one descent,
// which would let a short path visit a payload's places many times over.
import { JSONPath } from 'jsonpath-plus';
import { normalizePath } from './path-spelling';

export type PathResult = { found: true; value: unknown } | { found: false };

/** `many` holds the path as jsonpath-plus spells it. */
type Path = { kind: 'one'; segments: (string | number)[] } | { kind: 'many'; expression: string };

const token =
  /(?<descent>\.(?=\.))|\.(?<name>[\p{L}\p{N}_$-]+)|(?<all>\.\*|\.?\[\*\])|\.?\[(?:(?<index>-?\d+)|'(?<single>[^'\\]*)'|"(?<double>[^"\\]*)"|(?<slice>-?\d*:-?\d*(?::\d*)?)|(?<union>[^\][,]+(?:,[^\][,]+)+))\]/uy;

/** Names that mean nothing else to jsonpath-plus; only they may stand in a path to many places. */
const plainName = /^(?:\d+|(?=.*[\p{L}_])[\p{L}\p{N}_$/ .:-]+)$/u;
const plainUnionName = /^(?:\d+|(?=.*[\p{L}_])[\p{L}\p{N}_$-]+)$/u;

/** The parts of a normalized path; undefined when it cannot be read. */
function parsePath(path: string): Path | undefined {
  if (path === '.') return { kind: 'one', segments: [] };
  const segments: (string | number)[] = [];
  let expression = '$';
  let isMany = false;
  let descents = 0;
  token.lastIndex = 0;
  while (token.lastIndex < path.length) {
    const groups = token.exec(path)?.groups;
    if (!groups) return undefined;
    if (groups.descent) {
      expression += '..';
      descents += 1;
      continue;
    }
    const name = groups.name ?? groups.single ?? groups.double;
    if (name !== undefined || groups.index !== undefined) {
      const segment = name ?? readIndex(groups.index ?? '');
      segments.push(segment);
      expression += spellSegment(segment);
      continue;
    }
    isMany = true;
    const items = groups.union ? readUnion(groups.union) : (groups.slice ?? '*');
    if (!items) return undefined;
    expression += `[${items}]`;
  }
  if (!isMany && descents === 0) return { kind: 'one', segments };
  const names = segments.filter((segment) => typeof segment === 'string');
  return descents <= 1 && names.every((name) => plainName.test(name))
    ? { kind: 'many', expression }
    : undefined;
}

/** A number, unless that would change how it is written: `007` can only be an object's property. */
function readIndex(digits: string): string | number {
  return String(Number(digits)) === digits ? Number(digits) : digits;
}

/** jsonpath-plus knows an index from the end only as the slice that holds it. */
function spellSegment(segment: string | number): string {
  if (typeof segment === 'string') return `['${segment}']`;
  if (segment >= 0) return `[${segment}]`;
  return segment === -1 ? '[-1:]' : `[${segment}:${segment + 1}]`;
}

/** The items of `a,'b',0`, each once; undefined when one is neither a name nor an index. */
function readUnion(union: string): string | undefined {
  const items = union.split(',').map((item) => item.trim().replace(/^(['"])(.*)\1$/, '$2'));
  return items.every((item) => plainUnionName.test(item)) ? [...new Set(items)].join(',') : undefined;
}

const parsed = new Map<string, Path | undefined>();

/** Longer ones, which only placeholders can hold, are not worth remembering. */
const longestKeptPath = 500;

function findPath(path: string): Path | undefined {
  const known = parsed.get(path);
  if (known || parsed.has(path)) return known;
  const result = parsePath(normalizePath(path));
  if (parsed.size >= 10_000) parsed.clear();
  if (path.length <= longestKeptPath) parsed.set(path, result);
  return result;
}

/** Why a path is refused when it is saved, or undefined when it may be used. */
export function pathProblem(path: string): string | undefined {
  const unquoted = path.replace(/'[^']*'|"[^"]*"/g, '');
  if (/[()?@^~`]/.test(unquoted)) {
    return 'Filters, scripts and parent selectors cannot be used in a JSON path';
  }
  if (!/[.[]/.test(path) && path.trim() !== '$') {
    return 'JSON path should start with dot e.g .field or .[0].field';
  }
  if (/\.\..*\.\./.test(unquoted)) return 'A JSON path may use .. only once';
  return findPath(path) ? undefined : 'JSON path cannot be read';
}

/**
 * Reads a path from a value. A path to one place answers that value; a path to many answers the list of all
 * found. Only own properties count, so no path reaches a prototype; `[-1]` is the last item of a list. A path
 * that cannot be read leads nowhere.
 */
export function readPath(value: unknown, path: string): PathResult {
  const known = findPath(path);
  if (!known) return { found: false };
  if (known.kind === 'one') return walk(value, known.segments);
  const json = value as object | null;
  const found: unknown = JSONPath({ path: known.expression, json, eval: false, wrap: true });
  return Array.isArray(found) && found.length > 0 ? { found: true, value: found } : { found: false };
}

function walk(value: unknown, segments: (string | number)[]): PathResult {
  let current = value;
  for (const segment of segments) {
    if (typeof current !== 'object' || current === null) return { found: false };
    const isFromEnd = Array.isArray(current) && typeof segment === 'number' && segment < 0;
    const key = isFromEnd ? (current as unknown[]).length + segment : segment;
    if (!Object.hasOwn(current, key)) return { found: false };
    current = (current as Record<string | number, unknown>)[key];
  }
  return { found: true, value: current };
}
