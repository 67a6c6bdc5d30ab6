/** The rules for header fields that are sent, and the form of those that are received. */
import { findHeaderProblem } from '~/engine/http/header-rules';

type Pair = [name: string, value: string];

/**
 * The most KiB of a response's headers, names and values, that are read. Four times what Node reads by default, since some
 * targets send many cookies or policies, and little enough to be logged whole. A response with more cannot be read.
 */
export const MAX_HEADER_KIB = 64;

/** A name by RFC 9110 5.6.2. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** The characters that no field's value may have (RFC 9110 5.5), among them every control character but tab. */
const NOT_IN_A_VALUE = /[^\t\x20-\x7e\x80-\xff]/;

/**
 * Returns the headers as undici takes them (name, value, name, value …), with `accept-encoding` and `user-agent` added unless
 * the caller set them. When a header may not be sent, returns a sentence that names the header, never its value.
 */
export function toUndiciHeaders(
  pairs: Pair[],
): { kind: 'headers'; flat: string[] } | { kind: 'invalid'; message: string } {
  const flat: string[] = [];
  let encodingSet = false;
  let agentSet = false;
  for (const [name, value] of pairs) {
    if (!TOKEN.test(name)) {
      return invalid(
        `The header name ${JSON.stringify(name)} is empty or has a character that names may not have.`,
      );
    }
    if (NOT_IN_A_VALUE.test(value)) {
      return invalid(
        `The value of header ${name} has a line break or another character that headers cannot carry.`,
      );
    }
    const lower = name.toLowerCase();
    const problem = findHeaderProblem(name);
    if (problem) return invalid(problem);
    if (lower === 'accept-encoding') encodingSet = true;
    if (lower === 'user-agent') agentSet = true;
    flat.push(name, value);
  }
  if (!encodingSet) flat.push('accept-encoding', 'gzip, br, deflate');
  if (!agentSet) flat.push('user-agent', 'wicked-integrations');
  return { kind: 'headers', flat };
}

function invalid(message: string): { kind: 'invalid'; message: string } {
  return { kind: 'invalid', message };
}

/** Returns the headers in the order received, names in lower case; a name that came twice is there twice. */
export function readHeaders(raw: readonly (Buffer | string)[]): Pair[] {
  const pairs: Pair[] = [];
  for (let index = 0; index + 1 < raw.length; index += 2) {
    pairs.push([decodeField(raw[index]).toLowerCase(), decodeField(raw[index + 1])]);
  }
  return pairs;
}

function decodeField(field: Buffer | string | undefined): string {
  return typeof field === 'string' ? field : (field?.toString('latin1') ?? '');
}

/** Returns the first value of a header; `name` in lower case. */
export function findHeader(pairs: Pair[], name: string): string | undefined {
  return pairs.find(([candidate]) => candidate === name)?.[1];
}

/** Lists all values of a list header as one list, as RFC 9110 5.3 joins them; `name` in lower case. */
export function listHeaderItems(pairs: Pair[], name: string): string[] {
  return pairs
    .filter(([candidate]) => candidate === name)
    .flatMap(([, value]) => value.split(','))
    .map((item) => item.trim().toLowerCase())
    .filter((item) => item !== '');
}
