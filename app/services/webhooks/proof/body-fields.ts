// Proofs in the body: the secret itself, or a signature of some fields.
import { createHmac } from 'node:crypto';
import { isSame } from '~/auth/constant-time';
import { findCharset, findMark, keepsAscii } from '~/engine/http/charset';
import { hasMoreValuesThan, parseJson as parseExact } from '~/engine/json/json';
import { textOf, typeOfJson } from '~/engine/json/value-text';
import type { FieldsProof, SignatureProof } from '~/engine/senders/proof';
import { isBraintreeChallenge } from '~/engine/senders/signing-handshake';
import { splitFields } from '../bodies/form-fields';
import { readMultipart } from '../bodies/multipart';
import { openCharsets } from '../bodies/part-charsets';
import type { SignedRequest } from './signed-request';

/** How many bytes of a body are searched; anybody may send one. */
export const maxSearchedBytes = 256 * 1024;

/** How many bytes of a form without files are searched; a mail that comes as such a form may be longer. */
const maxFormBytes = 1024 * 1024;

/**
 * How many values of JSON are searched, because parsing very many takes as long as hundreds of deliveries; and how many where
 * numbers keep their digits, which takes longer.
 */
const [maxSearchedValues, maxExactValues] = [10_000, 4_000];

/** How many signed items may come in one body. */
const maxSigned = 100;

/** Parses JSON that anybody may send; undefined for another text, and for very many values. */
export function parseJson(text: string): unknown {
  return hasMoreValuesThan(text, maxSearchedValues) ? undefined : parseAll(text, JSON.parse);
}

function parseAll(text: string, parse: (text: string) => unknown): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Checks whether a body, which its sender has signed, is of this kind: a JSON object, a list, or a form whose payload cannot be a
 * Braintree challenge.
 */
export function isBodyOf(
  kind: NonNullable<SignatureProof['body']>,
  request: Pick<SignedRequest, 'body' | 'header'>,
): boolean {
  if (kind === 'braintree') return !isBraintreeChallenge(openBody(request)('bt_payload'));
  const value = parseAll(request.body.toString('utf8'), JSON.parse);
  return typeof value === 'object' && value !== null && Array.isArray(value) === (kind === 'list');
}

/**
 * Returns a reader of what a run reads: the bytes of a form's field, or the JSON scalar at a path as text with all digits. It
 * returns undefined for no value, several values or no scalar, and parses the body once, when the first field is read.
 */
export function openFields(
  request: Pick<SignedRequest, 'body' | 'header'>,
): (path: string) => Buffer | string | undefined {
  let read: ((path: string) => Buffer | string | undefined) | undefined;
  return (path) => (read ??= readBody(request))(path);
}

/** Like {@link openFields}, but returns texts; also undefined for an empty field of a form. */
export function openBody(
  request: Pick<SignedRequest, 'body' | 'header'>,
): (path: string) => string | undefined {
  const read = openFields(request);
  return (path) => {
    const found = read(path);
    return Buffer.isBuffer(found) ? found.toString('utf8') || undefined : found;
  };
}

function readBody(request: Pick<SignedRequest, 'body' | 'header'>) {
  const { body } = request;
  if (isForm(request)) {
    const fields = listFields(request);
    return (name: string) => {
      const [found, ...more] = fields.filter(([each]) => each === name);
      return more.length === 0 ? found?.[1] : undefined;
    };
  }
  const value = body.length > maxSearchedBytes ? undefined : parseExactly(body.toString('utf8'));
  return (path: string) => {
    const [found, ...more] = findAll(value, path);
    return more.length === 0 && scalars.has(typeOfJson(found)) ? textOf(found) : undefined;
  };
}

function parseExactly(text: string): unknown {
  return hasMoreValuesThan(text, maxExactValues) ? undefined : parseAll(text, parseExact);
}

const scalars = new Set(['string', 'number', 'boolean']);

/** Returns the text of the named member of a JSON object that has exactly one more member behind it, a text. */
export function readMember(body: Buffer, name: string): string | undefined {
  if (body.length > maxSearchedBytes) return undefined;
  const [, member, text] =
    /^\s*\{\s*"(\w+)"\s*:(.*),\s*"\w+"\s*:\s*"\w*"\s*\}\s*$/s.exec(body.toString('utf8')) ?? [];
  return member === name ? text : undefined;
}

/** Checks whether the secret stands at each place of the path, of which there must be one. */
export function isInBody(
  request: Pick<SignedRequest, 'body' | 'header'>,
  { path, formField }: { path: string; formField?: string },
  secret: string,
): boolean {
  const { body } = request;
  if (isForm(request) && secret !== '' && isSame(openForm(request)(path), secret)) return true;
  if (body.length > maxSearchedBytes) return false;
  const text = formField === undefined ? body.toString('utf8') : openForm(request)(formField);
  const found = findAll(parseJson(text), path);
  return found.length > 0 && found.every((value) => typeof value === 'string' && isSame(value, secret));
}

/** Checks whether each item is signed, of which there must be one. `isFresh` judges the time in an item. */
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
    return isSame(signature, expected);
  });
}

/** Lists the items, each of which is signed by itself. */
function listSigned(request: Pick<SignedRequest, 'body' | 'header'>, proof: FieldsProof): unknown[] {
  const { body } = request;
  const { formField, items, orForm } = proof;
  if (orForm && isForm(request)) {
    const field = openForm(request);
    const paths = [proof.signature, ...proof.signed, proof.time ?? proof.signature];
    return [Object.fromEntries(paths.map((path) => [path, field(path)]))];
  }
  if (body.length > maxSearchedBytes) return [];
  const text = formField === undefined ? body.toString('utf8') : openForm(request)(formField);
  return findAll(parseJson(text), items);
}

/** Checks whether a run reads a body as a form. A URL-encoded body that looks like JSON is not a form. */
export function isForm({ body, header }: Pick<SignedRequest, 'body' | 'header'>): boolean {
  const type = header('content-type');
  if (/^multipart\/form-data\s*(?:;|$)/i.test(type ?? '')) return true;
  return /^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(type ?? '') && !looksLikeJson(body);
}

function looksLikeJson(body: Buffer): boolean {
  const start = body.subarray(findMark(body) === 'utf-8' ? 3 : 0);
  return /^\s*[[{]/.test(start.toString('latin1'));
}

/**
 * Lists the fields of a form of either kind; none when the charset could make other fields of the same bytes. A field of a
 * multipart form has no value when a run reads it as a file or in such a charset.
 */
function listFields({
  body,
  header,
}: Pick<SignedRequest, 'body' | 'header'>): [name: string, value: Buffer | undefined][] {
  const type = header('content-type') ?? '';
  if (/^multipart/i.test(type)) {
    const read = readMultipart(body, type);
    if (read.kind !== 'parts') return [];
    const findPartCharset = openCharsets(read.parts);
    return read.parts.map((part) => {
      const isText = part.filename === undefined && keepsAscii(findPartCharset(part));
      return [part.name, isText ? part.content : undefined];
    });
  }
  const fields = (body.length > maxFormBytes ? undefined : splitFields(body)) ?? [];
  const named = fields.map(([name, value]): [string, Buffer] => [name.toString(), value]);
  const charsets = named
    .filter(([name]) => /^(?:_charset_|charset)$/.test(name))
    .map(([, value]) => `${value}`);
  return [findMark(body), findCharset(type), ...charsets].every(keepsAscii) ? named : [];
}

/** Returns a reader of the first field with a name; the reader returns '' when there is none. */
function openForm(request: Pick<SignedRequest, 'body' | 'header'>): (name: string) => string {
  const fields = listFields(request);
  return (name) => fields.find(([each]) => each === name)?.[1]?.toString('utf8') ?? '';
}

/** Returns no bytes when the text is not hexadecimal. */
export function readHex(text: string): Buffer {
  return /^(?:[\da-f]{2})+$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.alloc(0);
}

/** Returns the scalar at a path as text, '' when there is none; undefined for anything else. */
function readText(item: unknown, path: string): string | undefined {
  const [value, ...more] = findAll(item, path);
  if (value === undefined || value === null) return '';
  return typeof value === 'object' || more.length > 0
    ? undefined
    : String(value as string | number | boolean);
}

/** Lists the values at a path of names; the root for an empty path. Of lists on the way, each item counts. */
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
