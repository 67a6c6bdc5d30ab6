// Opens JSON Web Tokens (RFC 7519) that are a body, or fields of JSON as Apple's App Store sends them, so that a run reads
// their claims by paths. Nothing is verified here: the trigger verifies the delivery.
import { parseJson, stringifyJson } from '../json/json';

/** The most tokens inside each other that are opened. Apple's transactions have two. */
const maxDepth = 3;

/** Returns JSON, or a single token, as JSON text with each token replaced by its claims; undefined for other text. */
export function openTokens(text: string): string | undefined {
  const claims = readClaims(text.trim());
  try {
    return open(parseJson(claims ?? text), claims === undefined ? 0 : 1);
  } catch {
    return undefined;
  }
}

function open(value: unknown, depth: number): string {
  if (typeof value === 'string') {
    const claims = depth < maxDepth ? readClaims(value) : undefined;
    return claims === undefined ? stringifyJson(value) : open(parseJson(claims), depth + 1);
  }
  if (Array.isArray(value)) return `[${value.map((item) => open(item, depth)).join(',')}]`;
  if (!isFields(value)) return stringifyJson(value);
  const pairs = Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}:${open(item, depth)}`);
  return `{${pairs.join(',')}}`;
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
