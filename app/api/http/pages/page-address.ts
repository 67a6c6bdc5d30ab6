// Bounds the addresses of screens before Remix compares them with its routes. That comparison takes time that grows with the
// square of the number of segments, since Remix also looks up every path above a page, and anybody may send such an address.
import type { MiddlewareHandler } from 'hono';
import { type ApiEnv, problemResponse } from '../problem-response';

/** The longest path, in characters. No screen's path has nearly as many characters or slashes. */
const maxPathLength = 1024;
const maxSlashes = 32;

/** The path where the browser's router asks which screens lie behind the links of a page: `?p=/docs/api&p=/profile`. */
const manifestPath = '/__manifest';
/** How many different paths, with their parents, one page may link to. A page has fewer than half as many. */
const maxLinked = 128;
/** The ids of integrations and other things: all of them lead to the same screen. */
const id = /\/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}(?=[/.]|$)/gi;

/** Refuses addresses that would keep the router busy. Problem: not-found, since no screen has such an address. */
export function boundPageAddresses(): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    if (isTooLong(c.req.path)) return problemResponse(c, { kind: 'not-found' });
    if (c.req.path !== manifestPath) return next();
    const url = new URL(c.req.url);
    const linked = new Set(url.searchParams.getAll('p').map((path) => path.replace(id, '/-')));
    if (isTooMuch(linked)) return problemResponse(c, { kind: 'not-found' });
    url.searchParams.delete('p');
    for (const path of linked) url.searchParams.append('p', path);
    const { method, headers, signal } = c.req.raw;
    c.req.raw = new Request(url, { method, headers, signal });
    return next();
  };
}

function isTooLong(path: string): boolean {
  return path.length > maxPathLength || path.split('/', maxSlashes + 2).length > maxSlashes + 1;
}

/** Checks whether these are more paths than a page links to. */
function isTooMuch(paths: Set<string>): boolean {
  const withParents = new Set<string>();
  for (const path of paths) {
    if (isTooLong(path)) return true;
    for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
      withParents.add(path.slice(0, end));
    }
    if (withParents.size > maxLinked) return true;
  }
  return false;
}
