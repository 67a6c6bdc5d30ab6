// Finds lists that end after their first page because the place for the next page is missing. A misspelt path looks like an API
// that leaves that place out on its last page, so the log mentions it and the run goes on.
import type { NextPage } from '../definition/repeat';
import { typeOfJson } from '../json/value-text';
import { readPath } from '../paths/path-walk';

/**
 * Says in one or two sentences why a page counts as the last although its answer does not say so. Undefined when the answer
 * says so, by null, `false` or an empty text in that place, or when pages are counted.
 */
export function findMissingNextPage(
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

/** Checks the path to the next page. A filter may match nothing on the last page, but the path before it must exist. */
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

/** What APIs call the number of items that a page is to have: `limit`, `per_page`, `pageSize`, `page[size]`, `$top` … */
const sizeName =
  /^(limit|(items|results)?per_?page|page_?(size|limit)|page\[(size|limit)\]|size|count|first|max_?(results|items)|\$top)$/i;

/** The most items that many APIs answer at once, however many are asked for. */
const usualMost = new Set([50, 100, 200, 250, 500, 1000]);

/**
 * Checks whether a page seems full, so that there may be another. `url`: the one it was requested at, which may name the number
 * of items that a page is to have. Else page sizes are usually multiples of ten or of twenty-five.
 */
export function seemsFull(count: number, url: string): boolean {
  if (count === 0) return false;
  const asked = findPageSize(url);
  if (asked !== undefined && count <= asked) return count === asked || usualMost.has(count);
  return count % 10 === 0 || count % 25 === 0;
}

function findPageSize(url: string): number | undefined {
  if (!URL.canParse(url)) return undefined;
  const [, size = ''] = [...new URL(url).searchParams].find(([name]) => sizeName.test(name)) ?? [];
  return /^\d{1,9}$/.test(size) ? Number(size) : undefined;
}
