// Proofs that a sender puts into the body: its secret, or a signature of some fields.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { isSame } from '~/auth/webhook-signature';
import { parseJson as parseExact } from '~/engine/json/json';
import { textOf, typeOfJson } from '~/engine/json/value-text';
import type { FieldsProof, SignatureProof } from '~/engine/senders/proof';
import { isBraintreeChallenge } from '~/engine/senders/signing-handshake';
import { splitFields } from '../bodies/form-fields';
import { readMultipart } from '../bodies/multipart';
import type { SignedRequest } from './signed-request';

/** So much of a body is looked at: anybody may send one. */
const maxSearchedBytes = 256 * 1024;

/** A mail that comes as a form without files may be longer. */
const maxFormBytes = 1024 * 1024;

/** So many things that are signed each by itself may come in one body. */
const maxSigned = 100;

/** JSON, or undefined of anything else. */
export function parseJson(text: string, parse: (text: string) => unknown = JSON.parse): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

/** Whether a body is an object of JSON, a list, or a form whose payload no challenge of Braintree's could be. */
export function isBodyOf(
  kind: NonNullable<SignatureProof['body']>,
  request: Pick<SignedRequest, 'body' | 'header'>,
): boolean {
  if (kind === 'braintree') return !isBraintreeChallenge(openBody(request)('bt_payload'));
  const value = parseJson(request.body.toString('utf8'));
  return typeof value === 'object' && value !== null && Array.isArray(value) === (kind === 'list');
}

/**
 * Reads fields of a body by their names: of a form, or by paths of JSON, scalars as texts, numbers with their digits. Undefined where there is
 * none of a name, or no scalar.
 */
export function openBody(
  request: Pick<SignedRequest, 'body' | 'header'>,
): (path: string) => string | undefined {
  const { body, header } = request;
  if (formTypes.test(header('content-type') ?? '')) {
    const field = openForm(request);
    return (name) => field(name) || undefined;
  }
  const value = body.length > maxSearchedBytes ? undefined : parseJson(body.toString('utf8'), parseExact);
  return (path) => {
    const [found, ...more] = findAll(value, path);
    return more.length === 0 && scalars.has(typeOfJson(found)) ? textOf(found) : undefined;
  };
}

const scalars = new Set(['string', 'number', 'boolean']);

/** The text of the member of that name, of an object of JSON that has one more behind it, a text, and nothing else. */
export function readMember(body: Buffer, name: string): string | undefined {
  if (body.length > maxSearchedBytes) return undefined;
  const [, member, text] =
    /^\s*\{\s*"(\w+)"\s*:(.*),\s*"\w+"\s*:\s*"\w*"\s*\}\s*$/s.exec(body.toString('utf8')) ?? [];
  return member === name ? text : undefined;
}

/** Whether the secret stands at each place of the path, of which there is one. */
export function isInBody(
  request: Pick<SignedRequest, 'body' | 'header'>,
  { path, formField }: { path: string; formField?: string },
  secret: string,
): boolean {
  const { body, header } = request;
  const isForm = formTypes.test(header('content-type') ?? '');
  if (isForm && secret !== '' && isSame(openForm(request)(path), secret)) return true;
  if (body.length > maxSearchedBytes) return false;
  const text = formField === undefined ? body.toString('utf8') : openForm(request)(formField);
  const found = findAll(parseJson(text), path);
  return found.length > 0 && found.every((value) => typeof value === 'string' && isSame(value, secret));
}

/** Whether each thing that is to be signed is, of which there is one. `isFresh` judges the time that it names. */
export function areFieldsSigned(
  { body, header }: Pick<SignedRequest, 'body' | 'header'>,
  proof: FieldsProof,
  secret: string,
  isFresh: (time: string | undefined) => boolean,
): boolean {
  const key = proof.key === 'hex' ? readHex(secret) : Buffer.from(secret);
  if (key.length === 0) return false;
  const items = listSigned({ body, header }, proof);
  if (items.length === 0 || items.length > maxSigned) return false;
  return items.every((item) => {
    const given = proof.header === undefined ? readText(item, proof.signature) : header(proof.header);
    const parts = proof.signed.map((path) => readText(item, path));
    if (!given || parts.includes(undefined)) return false;
    if (proof.time !== undefined && !isFresh(readText(item, proof.time))) return false;
    const expected = createHmac('sha256', key).update(parts.join(proof.separator)).digest();
    const signature = Buffer.from(given, proof.encoding);
    return signature.length === expected.length && timingSafeEqual(signature, expected);
  });
}

/** The things that are to be signed, each by itself. */
function listSigned(request: Pick<SignedRequest, 'body' | 'header'>, proof: FieldsProof): unknown[] {
  const { body, header } = request;
  const { formField, items, orForm } = proof;
  if (orForm && formTypes.test(header('content-type') ?? '')) {
    const field = openForm(request);
    const paths = [proof.signature, ...proof.signed, proof.time ?? proof.signature];
    return [Object.fromEntries(paths.map((path) => [path, field(path)]))];
  }
  if (body.length > maxSearchedBytes) return [];
  const text = formField === undefined ? body.toString('utf8') : openForm(request)(formField);
  return findAll(parseJson(text), items);
}

const formTypes = /^(?:multipart\/form-data|application\/x-www-form-urlencoded)/i;

/** The fields of a form of either kind by their names; '' where it has none. Of files nothing is read. */
function openForm({ body, header }: Pick<SignedRequest, 'body' | 'header'>): (name: string) => string {
  const type = header('content-type') ?? '';
  if (!/^multipart\/form-data/i.test(type)) {
    const fields = (body.length > maxFormBytes ? undefined : splitFields(body)) ?? [];
    return (name) => fields.find(([each]) => each.toString() === name)?.[1].toString('utf8') ?? '';
  }
  const read = readMultipart(body, type);
  const parts = read.kind === 'parts' ? read.parts : [];
  return (name) => parts.find((each) => each.name === name)?.content.toString('utf8') ?? '';
}

/** Without a byte where it is not hexadecimal. */
export function readHex(text: string): Buffer {
  return /^(?:[\da-f]{2})+$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.alloc(0);
}

/** The scalar at a path as text, empty where there is none; undefined of anything else. */
function readText(item: unknown, path: string): string | undefined {
  const [value, ...more] = findAll(item, path);
  if (value === undefined || value === null) return '';
  return typeof value === 'object' || more.length > 0
    ? undefined
    : String(value as string | number | boolean);
}

/** What stands at a path of names, the whole at an empty one; of lists on the way, each item counts. */
function findAll(root: unknown, path: string): unknown[] {
  if (path === '') return [root];
  return path
    .split('.')
    .reduce<unknown[]>(
      (values, name) =>
        values
          .flat()
          .map((value) =>
            typeof value === 'object' && value !== null && Object.hasOwn(value, name)
              ? (value as Record<string, unknown>)[name]
              : undefined,
          ),
      [root],
    );
}
