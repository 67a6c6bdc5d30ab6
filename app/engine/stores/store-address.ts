// The address of a store or of one of its records, which calls reach by `store://`. WHATWG URL would change its path, so that a
// key of two dots would be none.
import { findNameProblem } from '../schema/name-characters';
import { storeLimits } from './store-limits';

const beginning = /^store:\/\/([a-z][a-z0-9_-]{0,62})(?=[/?]|$)/;

/** What a URL with the scheme of stores names. */
export interface StoreAddress {
  store: string;
  /** Undefined when the URL names the whole store. */
  key: string | undefined;
  /** The part behind the key, such as `increment`. */
  action: string | undefined;
  query: ReadonlyMap<string, string>;
}

/** Returns the name of the store that a URL leads to, as written or filled in: no placeholder chooses it. Undefined for others. */
export function findStoreName(url: string): string | undefined {
  return url.startsWith('store:') ? beginning.exec(url)?.[1] : undefined;
}

/** Checks whether a URL, as written or filled in, leads to a store. */
export function isStoreUrl(url: string): boolean {
  return findStoreName(url) !== undefined;
}

export const storeNameRule =
  'Write the name of the store out after store://, without a placeholder: a lower case letter, then up to 62 of a-z, 0-9, _ and -';

/** Reads a URL that is filled in, or returns in a sentence why it names no store and no record. */
export function readStoreAddress(url: string): StoreAddress | { problem: string } {
  const store = findStoreName(url);
  if (store === undefined) return { problem: `${storeNameRule}.` };
  if (url.includes('#')) return { problem: 'A # in the address of a store is written as %23.' };
  const [path = '', ...rest] = url.slice(`store://${store}`.length).split('?');
  const [written, action, ...more] = path.split('/').slice(1);
  if (more.length > 0) return { problem: 'A slash within a key is written as %2F.' };
  const query = readQuery(rest.join('?'));
  const key = written === undefined ? undefined : decode(written);
  if (!query || key?.isMalformed) return { problem: encodingProblem };
  const problem = key && findKeyProblem(key.text);
  return problem === undefined ? { store, key: key?.text, action, query } : { problem };
}

/** Explains in a sentence why a text cannot be the key of a record; undefined when it can. */
export function findKeyProblem(key: string): string | undefined {
  if (key === '') return 'The key is empty.';
  if (key.length > storeLimits.key) {
    return `A key has at most ${storeLimits.key} characters, and this one has ${key.length}.`;
  }
  const problem = /\p{Cs}/u.test(key) ? 'A key must be valid Unicode' : findNameProblem('A key', key);
  return problem && `${problem}.`;
}

const encodingProblem = 'The URL is not percent-encoded correctly.';

/** Explains in a sentence why a part of a URL cannot be decoded; undefined when it can. */
export function findEncodingProblem(text: string): string | undefined {
  return decode(text).isMalformed && encodingProblem;
}

function decode(text: string): { text: string; isMalformed?: true } {
  try {
    return { text: decodeURIComponent(text) };
  } catch {
    return { text: '', isMalformed: true };
  }
}

/** Reads `name=value` pairs; the first of a name counts, and a plus sign stands for itself. */
function readQuery(query: string): Map<string, string> | undefined {
  const found = new Map<string, string>();
  for (const pair of query === '' ? [] : query.split('&')) {
    const end = pair.includes('=') ? pair.indexOf('=') : pair.length;
    const [name, value] = [decode(pair.slice(0, end)), decode(pair.slice(end + 1))];
    if (name.isMalformed || value.isMalformed) return undefined;
    if (!found.has(name.text)) found.set(name.text, value.text);
  }
  return found;
}
