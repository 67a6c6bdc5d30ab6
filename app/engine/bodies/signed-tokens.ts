// Opens JSON Web Tokens (RFC 7519) that are a body, or stand in fields of JSON as Apple's App Store sends them, so that a run
// reads their claims by paths. Nothing is verified here: the trigger's proof does that.
import { parseJson, stringifyJson } from '../json/json';

/** How deeply tokens may stand inside each other. Apple's transactions are two deep. */
const maxDepth = 3;

/** A text of JSON or a token alone as JSON text with the claims of each token in its place; undefined of anything else. */
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

/** Numbers that keep their digits are objects of a class of their own. */
function isFields(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    [Object.prototype, null].includes(Object.getPrototypeOf(value))
  );
}

/** The JSON text of a token's claims; undefined of what is no token. */
function readClaims(text: string): string | undefined {
  const [head = '', claims = '', signature, ...more] = text.split('.', 4);
  if (signature === undefined || more.length > 0 || !/^[\w-]+$/.test(head + claims)) return undefined;
  const read = decode(claims);
  return isObject(decode(head)) && isObject(read) ? read : undefined;
}

/** Undefined of what is not base64url, or not UTF-8 behind it. */
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
