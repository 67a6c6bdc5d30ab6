// Builds the text that a sender signs from unchanged parts of a delivery, so that every byte is the same.
import { createHash } from 'node:crypto';
import { isSame } from '~/auth/constant-time';
import type { SignatureProof } from '~/engine/senders/proof';
import { splitFields } from '../bodies/form-fields';
import { isForm, readMember } from './body-fields';
import type { SignedRequest } from './signed-request';

/** A request with the secret, which some senders sign together with the text instead of using HMAC. */
interface Signed extends SignedRequest {
  secret: string;
  /** Returns the value of a field of the body, as {@link openFields} does. */
  readField: (path: string) => Buffer | string | undefined;
  /** The list of signed headers that the signature's pairs hold. */
  listed: string | undefined;
}

/** Returns the pieces in order; undefined when one is missing, or when `{form}` covers neither the body nor its hash. */
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
    case '{listed}':
      return joinListed(request);
    default:
      return readNamed(request, piece.slice(1, -1));
  }
}

/**
 * Joins the names and values of a form's fields in the order of the names. Another body must match its hash in the query of the
 * signed address (Twilio, "Validating Signatures from Twilio").
 */
function readForm(request: SignedRequest): string | undefined {
  const { body, header, address } = request;
  if (body.length === 0) return '';
  if (isForm(request) && /^application/i.test(header('content-type') ?? '')) {
    // The body may come from a stranger. A field that appears twice with the same value is signed once.
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

/** Returns the value of `header:name` and similar pieces; undefined when there is none with that name. */
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

/** Joins the headers that a header lists, in the order of their names: `a:1;b:2` (Contentful, "Request verification"). */
function readListed({ header }: SignedRequest, name: string): string | undefined {
  const names = listNames(header(name));
  if (names === undefined || names.length > maxListed) return undefined;
  return names
    .toSorted(compare)
    .map((each) => `${each}:${header(each)?.trim() ?? ''}`)
    .join(';');
}

/** Joins a list of headers and their values: `a b.1.2` (Hook0, "Signature"). A header that is missing leaves nothing to prove. */
function joinListed({ header, listed = '' }: Signed): string | undefined {
  const values = listed.split(' ', maxListed + 1).map((name) => header(name.toLowerCase()));
  return values.length > maxListed || values.includes(undefined) ? undefined : [listed, ...values].join('.');
}

function listNames(text: string | undefined): string[] | undefined {
  return text?.split(',').map((each) => each.trim().toLowerCase());
}

/**
 * Checks whether the time's header is signed, where the sender lists the signed headers. The signed text does not show it: a
 * value may look like further headers, so an old delivery could be sent again with a shorter list and an unsigned time.
 */
export function isTimeSigned({ header }: SignedRequest, { signed, time }: SignatureProof): boolean {
  const [, list] = /\{headers:([^}]+)\}/.exec(signed) ?? [];
  return list === undefined || time === undefined || (listNames(header(list)) ?? []).includes(time);
}

/** How many headers may be listed; a stranger's list is read, too. */
const maxListed = 30;

/** Returns the first parameter with that name in the query. */
export function readParameter({ address }: Pick<SignedRequest, 'address'>, name: string): string | undefined {
  return new URL(address).searchParams.get(name) ?? undefined;
}

/**
 * Checks whether the secret stands in that parameter of the query. A plus in a secret that was pasted into a URL unescaped
 * reads as a space (WHATWG URL §5.1), so both count as the same.
 */
export function isInQuery(request: Pick<SignedRequest, 'address'>, name: string, secret: string): boolean {
  const given = readParameter(request, name) ?? '';
  return isSame(given.replaceAll('+', ' '), secret.replaceAll('+', ' '));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
