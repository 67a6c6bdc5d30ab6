// What a call asks of a store. The wording of problems is what the log shows as the words of the response.
import { findJsonFault, isJsonLongerThan, parseJson, stringifyJson } from '../json/json';
import { formatCount } from '../texts/format-count';
import { readAmount } from '../filters/decimal-arithmetic';
import { readExpiry } from './expiry';
import { isJsonObject } from './merge-patch';
import { readStoreAddress, type StoreAddress } from './store-address';
import { storeLimits } from './store-limits';

interface Place {
  store: string;
  key: string;
}

/** `expiresInMs`: undefined when the call does not say when the record ends. */
interface Change extends Place {
  expiresInMs: number | undefined;
}

export type StoreOperation =
  | ({ kind: 'get' } & Place)
  | { kind: 'list'; store: string; prefix: string; after: string; limit: number }
  /** `json`: the text of the value. `isNew`: only if no record stands there. */
  | ({ kind: 'put'; json: string; isNew: boolean } & Change)
  | ({ kind: 'patch'; patch: unknown } & Change)
  | ({ kind: 'increment'; by: unknown } & Change)
  | ({ kind: 'add'; json: string } & Omit<Change, 'key'>)
  | ({ kind: 'delete' } & Place)
  | { kind: 'delete-up-to'; store: string; upTo: string };

interface StoreRequest {
  method: string;
  url: string;
  headers: readonly (readonly [name: string, value: string])[];
  body: string;
  /** Set for a body of files. */
  upload?: unknown;
}

/** A sentence for the log, with the status of the response (RFC 9110 §15.5). */
interface StoreProblem {
  kind: 'problem';
  status: 405 | 422;
  message: string;
}

/** Reads a request whose placeholders are filled in. */
export function readStoreOperation(request: StoreRequest): StoreOperation | StoreProblem {
  const address = readStoreAddress(request.url);
  if ('problem' in address) return invalid(address.problem);
  if (address.action !== undefined && !(address.action === 'increment' && request.method === 'POST')) {
    return invalid(
      'Behind the key, an address has only /increment, with POST. A slash within a key is written as %2F.',
    );
  }
  const { store, key, action } = address;
  switch (request.method) {
    case 'GET':
      return key === undefined
        ? readList(address)
        : (findUnknown(address, []) ?? { kind: 'get', store, key });
    case 'PUT':
      return key === undefined ? lacksKey : readPut(address, { store, key }, request);
    case 'PATCH':
      return key === undefined ? lacksKey : readPatch(address, { store, key }, request);
    case 'POST':
      if (key === undefined) return readAdd(address, request);
      return action === undefined ? postsToKey : readIncrement(address, { store, key }, request);
    case 'DELETE':
      return key === undefined
        ? readDeleteUpTo(address)
        : (findUnknown(address, []) ?? { kind: 'delete', store, key });
    default:
      return { kind: 'problem', status: 405, message: 'A store knows GET, PUT, PATCH, POST and DELETE.' };
  }
}

function invalid(message: string): StoreProblem {
  return { kind: 'problem', status: 422, message };
}

const lacksKey = invalid('Write the key of the record behind the name of the store: store://name/key.');
const postsToKey: StoreProblem = {
  kind: 'problem',
  status: 405,
  message:
    'POST adds a record to store://name, or counts at store://name/key/increment. PUT writes a record.',
};

/** Refuses a parameter that means nothing there: a misspelt `expires` would keep a record for ever. */
function findUnknown({ query }: StoreAddress, known: readonly string[]): StoreProblem | undefined {
  const unknown = [...query.keys()].find((name) => !known.includes(name));
  if (unknown === undefined) return undefined;
  const may = known.length > 0 ? `can have ${known.join(', ')}` : 'has no parameters';
  return invalid(`The address ${may} here, and not ${unknown.slice(0, 100)}.`);
}

function readList({ store, query, ...address }: StoreAddress): StoreOperation | StoreProblem {
  const unknown = findUnknown({ store, query, ...address }, ['prefix', 'after', 'limit']);
  if (unknown) return unknown;
  const limit = query.get('limit') ?? String(storeLimits.page);
  if (!/^\d{1,4}$/.test(limit) || Number(limit) < 1 || Number(limit) > storeLimits.maxPage) {
    return invalid(`limit is a whole number from 1 to ${formatCount(storeLimits.maxPage)}.`);
  }
  const { prefix = '', after = '' } = Object.fromEntries(query);
  return { kind: 'list', store, prefix, after, limit: Number(limit) };
}

function readDeleteUpTo(address: StoreAddress): StoreOperation | StoreProblem {
  const unknown = findUnknown(address, ['upTo']);
  if (unknown) return unknown;
  const upTo = address.query.get('upTo') ?? '';
  return upTo === ''
    ? invalid('Write the key of a record, or the last key of those to delete: store://name?upTo=key.')
    : { kind: 'delete-up-to', store: address.store, upTo };
}

function readPut(address: StoreAddress, place: Place, request: StoreRequest): StoreOperation | StoreProblem {
  const change = readChange(address, request);
  if ('kind' in change) return change;
  const condition = request.headers.find(([name]) => name.toLowerCase() === 'if-none-match')?.[1].trim();
  if (condition !== undefined && condition !== '*') {
    return invalid('If-None-Match is * for a record that must not stand there yet. A store knows no other.');
  }
  const { json, expiresInMs } = change;
  return { kind: 'put', ...place, json, expiresInMs, isNew: condition === '*' };
}

function readAdd(address: StoreAddress, request: StoreRequest): StoreOperation | StoreProblem {
  const change = readChange(address, request);
  if ('kind' in change) return change;
  return { kind: 'add', store: address.store, json: change.json, expiresInMs: change.expiresInMs };
}

function readPatch(
  address: StoreAddress,
  place: Place,
  request: StoreRequest,
): StoreOperation | StoreProblem {
  const change = readChange(address, request);
  if ('kind' in change) return change;
  const { value: patch, expiresInMs } = change;
  return isJsonObject(patch)
    ? { kind: 'patch', ...place, patch, expiresInMs }
    : invalid('PATCH merges an object into the record, so its body is an object in JSON.');
}

function readIncrement(
  address: StoreAddress,
  place: Place,
  request: StoreRequest,
): StoreOperation | StoreProblem {
  const change = readChange(address, { ...request, body: request.body.trim() || '1' });
  if ('kind' in change) return change;
  const { value: by, expiresInMs } = change;
  return typeof by !== 'string' && readAmount(by) !== undefined
    ? { kind: 'increment', ...place, by, expiresInMs }
    : invalid('The body of an increment is a number, or empty for 1.');
}

/** Reads the value in the body, and when the record ends. */
function readChange(
  address: StoreAddress,
  { body, upload }: StoreRequest,
): { json: string; value: unknown; expiresInMs: number | undefined } | StoreProblem {
  const unknown = findUnknown(address, ['expires']);
  if (unknown) return unknown;
  const expires = address.query.get('expires');
  const expiry = expires === undefined ? undefined : readExpiry(expires);
  if (expiry && 'problem' in expiry) return invalid(expiry.problem);
  if (upload !== undefined) return invalid('A store keeps JSON, and no files.');
  const read = readRecordValue(body);
  return 'problem' in read ? invalid(read.problem) : { ...read, expiresInMs: expiry?.ms };
}

/** Reads the JSON of a record's value, or returns in a sentence why it cannot be kept. */
export function readRecordValue(text: string): { json: string; value: unknown } | { problem: string } {
  if (text.trim() === '')
    return { problem: 'The body is empty. Write the value of the record into it, as JSON.' };
  if (text.length > 4 * storeLimits.value) return { problem: tooLong };
  let value: unknown;
  try {
    value = parseJson(text, storeLimits.depth);
  } catch {
    return { problem: describeFault(text) };
  }
  const json = writeRecordValue(value);
  return json === undefined ? { problem: tooLong } : { json, value };
}

function describeFault(text: string): string {
  const at = findJsonFault(text);
  return at === undefined
    ? `The value nests more than ${storeLimits.depth} deep.`
    : `The value is not JSON from its character ${formatCount(at + 1)} on.`;
}

/** Returns the JSON of a value; undefined when it is longer than a record may be. */
export function writeRecordValue(value: unknown): string | undefined {
  if (isJsonLongerThan(value, storeLimits.value)) return undefined;
  const json = stringifyJson(value);
  return measureRecordValue(json) <= storeLimits.value ? json : undefined;
}

/** Returns the bytes that count for a value. */
export function measureRecordValue(json: string): number {
  return new TextEncoder().encode(json).length;
}

export const tooLong = `A value has at most ${storeLimits.value / 1024} KiB as JSON.`;
