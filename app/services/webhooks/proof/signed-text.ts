// The text that a sender signs, put together from a delivery: parts of it as they came, so that no byte is another one.
import { createHash } from 'node:crypto';
import { isSame } from '~/auth/webhook-signature';
import type { SignatureProof } from '~/engine/senders/proof';
import { splitFields } from '../bodies/form-fields';
import { isForm, readMember } from './body-fields';
import type { SignedRequest } from './signed-request';

/** With the secret, which some sign among the rest in place of HMAC. */
interface Signed extends SignedRequest {
  secret: string;
  /** What stands in a field of the body, as {@link openFields} has it. */
  readField: (path: string) => Buffer | string | undefined;
}

/** The pieces in their order; undefined when one is missing, or when a form is signed and the body is none and is not covered otherwise. */
export function listSignedParts(
  template: string,
  request: Signed,
  time: string | undefined,
): (string | Buffer)[] | undefined {
  const parts: (string | Buffer)[] = [];
  for (const piece of template.split(/(\{[^}]+\})/)) {
    const part = readPiece(piece, request, time);
    if (part === undefined) return undefined;
    parts.push(part);
  }
  return parts;
}

function readPiece(piece: string, request: Signed, time: string | undefined): string | Buffer | undefined {
  if (!piece.startsWith('{')) return piece;
  switch (piece) {
    case '{body}':
      return request.body;
    case '{body_sha256}':
      return createHash('sha256').update(request.body).digest('hex');
    case '{timestamp}':
      return time;
    case '{secret}':
      return request.secret;
    case '{url}':
      return request.address;
    case '{path}':
      return request.address.replace(/^[a-z]+:\/\/[^/?]*/i, '');
    case '{method}':
      return request.method;
    case '{form}':
      return readForm(request);
    default:
      return readNamed(request, piece.slice(1, -1));
  }
}

/**
 * The fields of a form, names and values joined in the order of the names. Another body is covered by its hash in the
 * query of the signed address (Twilio, "Validating Signatures from Twilio").
 */
function readForm(request: SignedRequest): string | undefined {
  const { body, header, address } = request;
  if (body.length === 0) return '';
  if (isForm(request) && /^application/i.test(header('content-type') ?? '')) {
    // A stranger's body is read here, too. What is twice there with the same value is signed once.
    return splitFields(body)
      ?.map(([name, value]): [string, string] => [name.toString(), value.toString()])
      .toSorted(([a, first], [b, second]) => compare(a, b) || compare(first, second))
      .filter(([name, value], at, all) => name !== all[at - 1]?.[0] || value !== all[at - 1]?.[1])
      .flat()
      .join('');
  }
  const hash = new URL(address).searchParams.get('bodySHA256');
  return hash === createHash('sha256').update(body).digest('hex') ? '' : undefined;
}

/** `header:name` and its like; undefined where there is none of that name. */
function readNamed(request: Signed, piece: string): string | Buffer | undefined {
  const [kind, ...rest] = piece.split(':');
  const name = rest.join(':');
  switch (kind) {
    case 'field':
      return request.readField(name);
    case 'member':
      return readMember(request.body, name);
    case 'query':
      return readParameter(request, name);
    case 'headers':
      return readListed(request, name);
    default:
      return request.header(name.toLowerCase());
  }
}

/** The headers that one lists, in the order of their names: `a:1;b:2` (Contentful, "Request verification"). */
function readListed({ header }: SignedRequest, name: string): string | undefined {
  const names = listNames(header(name));
  if (names === undefined || names.length > maxListed) return undefined;
  return names
    .toSorted(compare)
    .map((each) => `${each}:${header(each)?.trim() ?? ''}`)
    .join(';');
}

function listNames(text: string | undefined): string[] | undefined {
  return text?.split(',').map((each) => each.trim().toLowerCase());
}

/**
 * Whether the header of the time is signed, where a sender says itself which headers are. The signed text alone does not tell: the value of a header may
 * look like the headers behind it, so that an old delivery could be sent again with a shorter list and a time that nobody signed.
 */
export function isTimeSigned({ header }: SignedRequest, { signed, time }: SignatureProof): boolean {
  const [, list] = /\{headers:([^}]+)\}/.exec(signed) ?? [];
  return list === undefined || time === undefined || (listNames(header(list)) ?? []).includes(time);
}

/** So many headers may be listed: a stranger's list is read, too. */
const maxListed = 30;

/** The first parameter of that name in the query. */
export function readParameter({ address }: Pick<SignedRequest, 'address'>, name: string): string | undefined {
  return new URL(address).searchParams.get(name) ?? undefined;
}

/**
 * Whether the secret stands in that parameter of the query. A plus of one that was pasted into a URL as it is reads as a space (WHATWG URL §5.1), so
 * both are taken for one.
 */
export function isInQuery(request: Pick<SignedRequest, 'address'>, name: string, secret: string): boolean {
  const given = readParameter(request, name) ?? '';
  return isSame(given.replaceAll('+', ' '), secret.replaceAll('+', ' '));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
