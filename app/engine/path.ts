// The grammar of JSON paths: which ones there are, and what each segment leads to. Filters and scripts are none, and no
// path descends twice, which would let a short one visit a payload's places many times over.
import { normalizePath } from './path-spelling';

/** What a segment of a path to many places leads to. */
export type PathStep =
  /** A property of an object, or an item of a list. */
  | { kind: 'name'; name: string }
  /** The same for each of several names. */
  | { kind: 'union'; names: string[] }
  /** Every property or item. */
  | { kind: 'all' }
  /** Items of a list, as in Python; `end` undefined: up to its end. */
  | { kind: 'slice'; start: number; end: number | undefined; step: number }
  /** The value itself and everything below it. */
  | { kind: 'descent' };

/** `one` leads to one place at most. A number below zero counts from the end of a list. */
export type Path = { kind: 'one'; segments: (string | number)[] } | { kind: 'many'; steps: PathStep[] };

const token =
  /(?<descent>\.(?=\.))|\.(?<name>[\p{L}\p{N}_$-]+)|(?<all>\.\*|\.?\[\*\])|\.?\[(?:(?<index>-?\d+)|'(?<single>[^'\\]*)'|"(?<double>[^"\\]*)"|(?<slice>-?\d*:-?\d*(?::\d*)?)|(?<union>[^\][,]+(?:,[^\][,]+)+))\]/uy;

/**
 * Names that may stand in a path to many places. Of others, as `*` or `b,c`, readers of JSON paths do not agree whether
 * they name something or mean many.
 */
const plainName = /^(?:\d+|(?=.*[\p{L}_])[\p{L}\p{N}_$/ .:-]+)$/u;
const plainUnionName = /^(?:\d+|(?=.*[\p{L}_])[\p{L}\p{N}_$-]+)$/u;

/** The parts of a normalized path; undefined when it cannot be read. */
function parsePath(path: string): Path | undefined {
  if (path === '.') return { kind: 'one', segments: [] };
  const segments: (string | number)[] = [];
  const steps: PathStep[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < path.length) {
    const groups = token.exec(path)?.groups;
    if (!groups) return undefined;
    const name = groups.name ?? groups.single ?? groups.double;
    if (name !== undefined || groups.index !== undefined) {
      const segment = name ?? readIndex(groups.index ?? '');
      segments.push(segment);
      steps.push(readSegment(segment));
      continue;
    }
    const step = readMany(groups);
    if (!step) return undefined;
    steps.push(step);
  }
  if (steps.length === segments.length) return { kind: 'one', segments };
  const names = segments.filter((segment) => typeof segment === 'string');
  const descents = steps.filter(({ kind }) => kind === 'descent').length;
  return descents <= 1 && names.every((name) => plainName.test(name)) ? { kind: 'many', steps } : undefined;
}

/** A number, unless that would change how it is written: `007` can only be an object's property. */
function readIndex(digits: string): string | number {
  return String(Number(digits)) === digits ? Number(digits) : digits;
}

function readSegment(segment: string | number): PathStep {
  if (typeof segment === 'string' || segment >= 0) return { kind: 'name', name: String(segment) };
  return { kind: 'slice', start: segment, end: segment === -1 ? undefined : segment + 1, step: 1 };
}

/** Undefined for a union with an item that is neither a name nor an index. */
function readMany({ descent, slice, union }: Record<string, string | undefined>): PathStep | undefined {
  if (descent !== undefined) return { kind: 'descent' };
  if (slice !== undefined) {
    const [start, end, step] = slice.split(':').map((digits) => Number.parseInt(digits, 10));
    // An end of 0 is as good as none.
    return { kind: 'slice', start: start || 0, end: end || undefined, step: step || 1 };
  }
  if (union === undefined) return { kind: 'all' };
  const names = union.split(',').map((item) => item.trim().replace(/^(['"])(.*)\1$/, '$2'));
  return names.every((name) => plainUnionName.test(name))
    ? { kind: 'union', names: [...new Set(names)] }
    : undefined;
}

const parsed = new Map<string, Path | undefined>();

/** Longer ones, which only placeholders can hold, are not worth remembering. */
const longestKeptPath = 500;

/** A path as it is read, or undefined when it cannot be. */
export function findPath(path: string): Path | undefined {
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
