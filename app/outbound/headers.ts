/** The rules for header fields that leave, and the form of those that arrive. */
import { findHeaderProblem } from '~/engine/http/header-rules';

type Pair = [name: string, value: string];

/**
 * So much of a response's headers, names and values, is read: four times what Node reads by default, since some targets send many
 * cookies or policies, and little enough to be logged whole. More is a response that cannot be read.
 */
export const MOST_HEADER_KIB = 64;

/** RFC 9110 5.6.2. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** RFC 9110 5.5, with every control character but tab left out: what may not stand in a field's value. */
const NOT_IN_A_VALUE = /[^\t\x20-\x7e\x80-\xff]/;

/**
 * The headers as undici takes them (name, value, name, value …), with `accept-encoding` and `user-agent` added
 * unless the caller set them; a sentence that names the header, never its value, when one may not be sent.
 */
export function writeHeaders(
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

/** Names in lower case, in the order received; a name that came twice is there twice. */
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

/** The first value of a header; `name` in lower case. */
export function findHeader(pairs: Pair[], name: string): string | undefined {
  return pairs.find(([candidate]) => candidate === name)?.[1];
}

/** All values of a list header as one list, as RFC 9110 5.3 joins them; `name` in lower case. */
export function listHeaderItems(pairs: Pair[], name: string): string[] {
  return pairs
    .filter(([candidate]) => candidate === name)
    .flatMap(([, value]) => value.split(','))
    .map((item) => item.trim().toLowerCase())
    .filter((item) => item !== '');
}
