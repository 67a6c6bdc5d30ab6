// The variable `request`: what a run may know of the request that brought a delivery, beside its payload.
import { z } from 'zod';
import { measureJson, stringifyJson } from '../json/json';
import { isCredentialName } from '../secrets/credential-names';

/** The most bytes of a request that are kept, as JSON. */
export const maxRequestBytes = 16 * 1024;

/** The request of a delivery. Header names are in lower case; a repeated query parameter is a list. */
export const DeliveryRequest = z.object({
  method: z.string().default('POST'),
  path: z.string().default(''),
  query: z.record(z.string(), z.union([z.string(), z.array(z.string())])).default({}),
  headers: z.record(z.string(), z.string()).default({}),
  truncated: z.literal(true).optional().describe('Some parameters or headers did not fit into 16 KiB.'),
});
export type DeliveryRequest = z.infer<typeof DeliveryRequest>;

const tooLong = 'A request may have at most 16 KiB';
const parts = DeliveryRequest.omit({ truncated: true });

/**
 * The request that a test or a manual run passes instead. Its length is checked first, because checking each of a hundred
 * thousand headers takes a second.
 */
export const RequestInput = z
  .unknown()
  .refine((given) => !isTooLong(given), { error: tooLong, abort: true })
  .pipe(parts.partial())
  .transform(({ headers = {}, ...given }) => ({
    ...parts.parse(given),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
  }))
  .refine((request) => measure(request) <= maxRequestBytes, tooLong);

/** Checks the length of the known parts; other properties are left out. */
function isTooLong(given: unknown): boolean {
  if (typeof given !== 'object' || given === null) return false;
  const known = Object.keys(parts.shape).filter((name) => Object.hasOwn(given, name));
  const lengths = known.map((name) => measureJson((given as Record<string, unknown>)[name], maxRequestBytes));
  return lengths.some((length) => length > maxRequestBytes);
}

/** Matches the names of proofs, which are no credentials by themselves. */
const proof = /signature|hmac|jwt|assertion|(?:^|[-_])(?:sig|mac)(?:[-_]|$)/i;

/** Checks whether a header or parameter of this name is never kept: it signs in, or proves the sender. */
export function isLeftOut(name: string): boolean {
  return isCredentialName(name) || proof.test(name);
}

interface Received {
  method: string;
  /** The path and query, as received. */
  url: string;
  headers: Iterable<[name: string, value: string]>;
}

/**
 * Returns the part of a request that is kept: nothing for which {@link isLeftOut} is true, that has a `hidden` name (in lower
 * case) or holds the secret, and at most {@link maxRequestBytes}. Parts without room are left out, and `truncated` is set.
 */
export function describeRequest(
  { method, url, headers }: Received,
  { secret, hidden }: { secret: string; hidden: ReadonlySet<string> },
): DeliveryRequest {
  const mark = url.indexOf('?');
  const path = mark === -1 ? url : url.slice(0, mark);
  const request: DeliveryRequest = { method, path, query: {}, headers: {} };
  let left = maxRequestBytes - measure({ ...request, truncated: true });
  const keep = (name: string, value: string | string[]): boolean => {
    if (request.truncated) return false;
    if (isLeftOut(name) || hidden.has(name.toLowerCase())) return false;
    if (secret !== '' && [value].flat().some((text) => text.includes(secret))) return false;
    const bytes = measure({ [name]: value });
    if (bytes > left) request.truncated = true;
    else left -= bytes;
    return request.truncated !== true;
  };
  const parameters = mark === -1 ? [] : listParameters(url.slice(mark + 1));
  request.query = Object.fromEntries(parameters.filter(([name, value]) => keep(name, value)));
  request.headers = Object.fromEntries([...headers].filter(([name, value]) => keep(name, value)));
  return request;
}

function listParameters(query: string): [name: string, value: string | string[]][] {
  // Any sender may send thousands of names, and `getAll` would scan all of them for each.
  const found = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(query)) {
    const values = found.get(name);
    if (values) values.push(value);
    else found.set(name, [value]);
  }
  return [...found].map(([name, values]) => {
    const [first = '', ...more] = values;
    return [name, more.length > 0 ? values : first];
  });
}

function measure(value: unknown): number {
  return new TextEncoder().encode(stringifyJson(value)).length;
}

/** Reads a request from its stored JSON; undefined when there is none, or it is masked as a whole. */
export function readRequest(json: string | null): DeliveryRequest | undefined {
  const request = json === null ? undefined : (JSON.parse(json) as DeliveryRequest | string);
  return typeof request === 'string' ? undefined : request;
}
