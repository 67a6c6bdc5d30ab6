// Opens JSON Web Tokens (RFC 7519) that are a body, or fields of JSON as Apple's App Store sends them, so that a run reads
// their claims by paths. Nothing is verified here: the trigger verifies the delivery.
import { stringifyJson } from '../json/json';
import { type InParts, parseJsonInParts } from '../json/json-parts';

/** The most tokens inside each other that are opened. Apple's transactions have two. */
const maxDepth = 3;

/** How many values are written in a part: some 2 ms where each is a token. */
const partValues = 500;

/** How many values a walk has written. */
interface Walk {
  count: number;
}

/** Returns JSON, or a single token, as JSON text with each token replaced by its claims; undefined for other text. */
export function* openTokens(text: string): InParts<string | undefined> {
  const claims = readClaims(text.trim());
  try {
    const value = yield* parseJsonInParts(claims ?? text);
    return yield* open(value, claims === undefined ? 0 : 1, { count: 0 });
  } catch {
    return undefined;
  }
}

function* open(value: unknown, depth: number, walk: Walk): InParts<string> {
  walk.count += 1;
  if (walk.count % partValues === 0) yield;
  if (typeof value === 'string') {
    const claims = depth < maxDepth ? readClaims(value) : undefined;
    if (claims === undefined) return stringifyJson(value);
    return yield* open(yield* parseJsonInParts(claims), depth + 1, walk);
  }
  const parts: string[] = [];
  if (Array.isArray(value)) {
    for (const item of value) parts.push(yield* open(item, depth, walk));
    return `[${parts.join(',')}]`;
  }
  if (!isFields(value)) return stringifyJson(value);
  for (const [name, item] of Object.entries(value)) {
    parts.push(`${JSON.stringify(name)}:${yield* open(item, depth, walk)}`);
  }
  return `{${parts.join(',')}}`;
}

/** Checks for a plain object; exact numbers are objects of their own class. */
function isFields(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    [Object.prototype, null].includes(Object.getPrototypeOf(value))
  );
}

/** Returns the JSON text of a token's claims; undefined when the text is not a token. */
function readClaims(text: string): string | undefined {
  const [head = '', claims = '', signature, ...more] = text.split('.', 4);
  if (signature === undefined || more.length > 0 || !/^[\w-]+$/.test(head + claims)) return undefined;
  const read = decode(claims);
  return isObject(decode(head)) && isObject(read) ? read : undefined;
}

/** Decodes base64url to text; undefined when it is not base64url, or its bytes are not UTF-8. */
function decode(part: string): string | undefined {
  try {
    const signs = atob(part.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(signs, (sign) => sign.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function isObject(text: string | undefined): text is string {
  try {
    return text !== undefined && text.trimStart().startsWith('{') && typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}
