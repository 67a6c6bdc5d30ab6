// Lists that end after their first page because nothing was found where the next one should be named. A misspelt path looks just like
// the answer of an API that leaves the place out on its last page, so it is said rather than taken for an error.
import type { NextPage } from '../definition/repeat';
import { typeOfJson } from '../json/value-text';
import { readPath } from '../paths/path-walk';

/**
 * Why a page is taken for the last although its answer does not say so, as one or two sentences; undefined where the answer says so, by
 * null, `false` or an empty text in that place, or where pages are counted.
 */
export function findUnnamed(
  next: NextPage,
  value: unknown,
  headers: readonly (readonly [name: string, value: string])[],
): string | undefined {
  const found = findMissing(next, value, headers);
  return (
    found &&
    `${found}, so no second page was asked for. If the list has more, correct how the next page is found.`
  );
}

function findMissing(
  next: NextPage,
  value: unknown,
  headers: readonly (readonly [name: string, value: string])[],
): string | undefined {
  switch (next.by) {
    case 'url':
    case 'cursor':
      return findMissingPath(next.path, value);
    case 'link':
      return hasHeader(headers, 'link') ? undefined : 'The answer has no header Link';
    case 'header':
      return hasHeader(headers, next.header) ? undefined : `The answer has no header ${next.header}`;
    default:
      return undefined;
  }
}

function hasHeader(headers: readonly (readonly [name: string, value: string])[], wanted: string): boolean {
  return headers.some(([name]) => name.toLowerCase() === wanted.toLowerCase());
}

/** A filter that takes nothing is how a path says that a list is over; what stands before it must be there. */
function findMissingPath(path: string, value: unknown): string | undefined {
  const [before = '', ...filtered] = path.split(/\.?\[\s*\?/);
  const read = readPath(value, filtered.length > 0 ? before || '$' : path);
  if (!read.found) return `There is nothing at ${path} in the answer`;
  if (filtered.length > 0) return undefined;
  const type = typeOfJson(read.value);
  return type === 'object' || read.value === true
    ? `At ${path} there is ${nameType(type)}, which names no page`
    : undefined;
}

function nameType(type: string): string {
  return type === 'object' ? 'an object' : 'only true';
}

/** Pages are asked for, and come by default, in multiples of ten or of twenty-five. */
export function seemsFull(count: number): boolean {
  return count > 0 && (count % 10 === 0 || count % 25 === 0);
}
