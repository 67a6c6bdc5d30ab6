// Turns a sender's body into a payload. JSON is kept as the text that came, so that its digits and order never change.
import { formatCount } from '~/engine/texts/format-count';
import { createHash } from 'node:crypto';
import { nameFile, readFileType } from '~/engine/files/file-name';
import type { FileValue } from '~/engine/files/file-value';
import type { BodyReading } from '~/engine/bodies/body-reading';
import { openEnvelope } from '~/engine/bodies/envelope';
import { openTokens } from '~/engine/bodies/signed-tokens';
import { readJsonLinesInParts } from '~/engine/bodies/json-lines';
import { readXmlInParts } from '~/engine/bodies/xml';
import { decodeBody, findCharset, findMark, isUtf8Possible } from '~/engine/http/charset';
import { describeJsonFault } from '~/engine/json/json-fault';
import { isNestedDeeperThan, isNestedDeeperThanInParts } from '~/engine/json/nesting';
import { finish, type InParts, isLargeJson, parseJsonInParts } from '~/engine/json/json-parts';
import { toStructuredEvent } from './cloud-event';
import { notJsonText, type Payload } from './payload-outcome';
import { maxFields, decodeFields, splitFields } from './form-fields';
import { readFormParts } from './form-parts';
import { limits } from '~/engine/schema/limits';

/** Further input: the trigger's choice, and the headers of the delivery with names in lower case. */
interface Reading {
  readAs?: BodyReading | undefined;
  /** What is sent as a form without JSON keeps its fields where the trigger reads JSON. */
  keepsForms?: boolean;
  headers?: Iterable<[name: string, value: string]>;
}

/**
 * Reads a webhook body: JSON (`application/json`, `+json`, and any unknown type whose body is JSON), lists of JSON lines,
 * forms (WHATWG URL §5; a repeated name becomes a list), forms with files and text. Without a content type, and in a form, a
 * body that begins like JSON is read as JSON. Plain text is read as JSON when it is JSON, since several senders name no better
 * type. A body of any other type is a file: an unknown type counts as bytes (RFC 2046 §4.5.1). For charsets see `decodeBody`
 * and `readFields`; `not-utf8`: the body is neither UTF-8 nor valid in the charset that it names. {@link BodyReading} lists
 * what the trigger may choose instead.
 */
export function readPayload(body: Buffer, contentType: string | undefined, reading?: Reading): Payload {
  return finish(readPayloadInParts(body, contentType, reading));
}

/** Like {@link readPayload}, but in parts when the body is long. */
export function* readPayloadInParts(
  body: Buffer,
  contentType: string | undefined,
  { readAs = 'auto', keepsForms = false, headers = [] }: Reading = {},
): InParts<Payload> {
  const type = readMediaType(contentType);
  if (readAs === 'file') return yield* readFile(body, contentType, headers);
  const payload = yield* readBody(body, type, contentType, readAs);
  if (readAs === 'auto' && payload.kind === 'unsupported') return yield* readFile(body, contentType, headers);
  if (keepsForms && payload === noJsonField) return yield* readBody(body, type, contentType, 'auto');
  if (readAs !== 'cloudevents' || type.startsWith('application/cloudevents')) return payload;
  return toStructuredEvent(headers, payload, body);
}

/** Reads the payload of a delivery without a body: the URL's parameters, without the one named `secret`, as form fields. */
export function readQuery(url: string, secret: string | undefined): Payload {
  const mark = url.indexOf('?');
  const fields = mark < 0 ? [] : [...new URLSearchParams(url.slice(mark + 1))];
  const others = fields.filter(([name]) => name !== secret);
  return finish(readFieldsAs(others, 'auto'));
}

/** Returns the media type in lower case, without parameters; '' without a content type. */
function readMediaType(contentType = ''): string {
  const end = contentType.indexOf(';');
  return (end < 0 ? contentType : contentType.slice(0, end)).trim().toLowerCase();
}

/** The limit of XML, which takes ten times as long to read as JSON. */
const maxXmlLength = 256 * 1024;

const formType = 'application/x-www-form-urlencoded';
const lineTypes = /^application\/(?:x-)?(?:ndjson|jsonl|jsonlines|json-lines|json-seq)$/;
const textTypes = /^text\/|^application\/(?:xml|jwt|jose)$|\+(?:xml|jwt)$/;

function* readBody(
  body: Buffer,
  type: string,
  contentType: string | undefined,
  readAs: BodyReading,
): InParts<Payload> {
  const isJson = type === 'application/json' || type.endsWith('+json') || type === 'text/json';
  const isChosen = readAs !== 'auto' && readAs !== 'cloudevents';
  const charset = findCharset(contentType);
  if (type === 'multipart/form-data' && readAs !== 'text')
    return yield* readParts(body, contentType ?? '', readAs);
  // The bytes of a form are text only after percent-decoding.
  const isForm = type === formType && readAs !== 'text' && readAs !== 'xml';
  const hidden = type === formType && readAs === 'xml' ? readHiddenXml(body) : undefined;
  if (hidden !== undefined) return yield* readXmlText(hidden);
  if (isForm && isUtf8Possible(findMark(body) ?? charset)) return yield* readForm(body, charset, readAs);
  // A replacement character must not be stored in place of other bytes, so invalid text is rejected.
  const text = decodeBody(body, charset);
  const isKnown = isJson || isForm || isChosen || type === '' || textTypes.test(type) || lineTypes.test(type);
  if (text === undefined) return isKnown ? { kind: 'not-utf8' } : { kind: 'unsupported' };
  if (isForm) return yield* readForm(Buffer.from(text), undefined, readAs);
  if (readAs === 'text') return toPayload(text);
  if (readAs === 'xml') return yield* readXmlText(text);
  if (lineTypes.test(type)) return yield* readLines(text);
  if (readAs === 'message') return yield* readEnvelope(text);
  if (readAs === 'jwt') return yield* readTokens(text);
  if (isJson || readAs === 'json') return yield* readJson(text);
  return yield* readByLooks(text, type, isKnown);
}

function* readByLooks(text: string, type: string, isKnown: boolean): InParts<Payload> {
  const looksLikeJson = /^\s*[[{]/.test(text);
  if (type === '') return looksLikeJson ? yield* readJson(text) : toPayload(text);
  if (looksLikeJson && (type === 'text/plain' || !isKnown)) {
    const payload = yield* readJson(text);
    if (payload.kind !== 'unparsable') return payload;
  }
  return isKnown ? toPayload(text) : { kind: 'unsupported' };
}

function* readJson(text: string): InParts<Payload> {
  if (text.trim() === '') return { kind: 'payload', json: 'null', value: null };
  if (yield* isNestedDeeperThanInParts(text, limits.payloadDepth)) return { kind: 'too-deep' };
  try {
    if (isLargeJson(text)) {
      yield;
      return { kind: 'payload', json: text, value: yield* parseJsonInParts(text), isExact: true };
    }
    return { kind: 'payload', json: text, value: JSON.parse(text) };
  } catch {
    return { kind: 'unparsable', message: describeFault(text) };
  }
}

/** Says where a text stops being JSON, without quoting it: the message is logged. A long text is not read a second time. */
function describeFault(text: string): string {
  const fault = isLargeJson(text) ? undefined : describeJsonFault(text);
  return fault === undefined ? notJsonText : `The body is not valid JSON: ${fault}.`;
}

/** Reads the message of a queue and opens the message inside it. */
function* readEnvelope(text: string): InParts<Payload> {
  const outside = yield* readJson(text);
  const opened = outside.kind === 'payload' ? yield* openEnvelope(outside.value) : undefined;
  return opened === undefined ? outside : yield* readJson(opened);
}

/** The limit of tokens: the claims of a single one are decoded in one turn, some milliseconds for this length. */
const maxTokenLength = 256 * 1024;

function* readTokens(text: string): InParts<Payload> {
  if (text.length > maxTokenLength) {
    return { kind: 'too-large', message: `Tokens may have at most ${maxTokenLength} characters.` };
  }
  if (isNestedDeeperThan(text, limits.payloadDepth)) return { kind: 'too-deep' };
  const opened = yield* openTokens(text);
  return opened === undefined ? { kind: 'unparsable' } : yield* readJson(opened);
}

function* readLines(text: string): InParts<Payload> {
  const read = yield* readJsonLinesInParts(text);
  return read.kind === 'values' ? yield* readJson(read.json) : read;
}

/** Returns the XML that Braintree puts, in base64, into a field of a form; undefined for any other body. */
function readHiddenXml(body: Buffer): string | undefined {
  const payload = splitFields(body)?.find(([name]) => name.toString('latin1') === 'bt_payload')?.[1];
  return payload && decodeBody(Buffer.from(payload.toString('latin1'), 'base64'), undefined);
}

function* readXmlText(text: string): InParts<Payload> {
  if (text.length > maxXmlLength) {
    return { kind: 'too-large', message: `XML may have at most ${maxXmlLength} characters.` };
  }
  const read = yield* readXmlInParts(text, limits.payloadDepth);
  yield;
  return read.kind === 'value' ? toPayload(read.value) : read;
}

const tooManyFields = `A form may have at most ${formatCount(maxFields)} fields.`;

function* readForm(body: Buffer, charset: string | undefined, readAs: BodyReading): InParts<Payload> {
  const text = decodeBody(body, charset);
  if (text !== undefined && /^\s*[[{]/.test(text)) return yield* readJson(text);
  const marked = findMark(body) === 'utf-8' ? body.subarray(3) : body;
  const fields = splitFields(marked);
  if (!fields) return { kind: 'unparsable', message: tooManyFields };
  // Each of these steps takes up to 10 ms.
  yield;
  const found = decodeFields(fields, charset);
  yield;
  if (!found) return { kind: 'not-utf8' };
  return yield* readFieldsAs(found, readAs);
}

/** `found`: fields with texts, or with the values of files. */
function* readFieldsAs(found: [name: string, value: unknown][], readAs: BodyReading): InParts<Payload> {
  const fields = new Map<string, unknown[]>();
  for (const [name, value] of found) {
    const values = fields.get(name);
    if (values) values.push(value);
    else fields.set(name, [value]);
  }
  if (readAs === 'json') return yield* readJsonField(fields);
  yield;
  const entries = [...fields].map(([name, values]) => [name, values.length > 1 ? values : values[0]]);
  return toPayload(Object.fromEntries(entries));
}

const noJsonField: Payload = {
  kind: 'unparsable',
  message: 'The form has several fields, but none named payload that holds JSON.',
};

/** Reads the JSON that several senders put into a field of a form. */
function* readJsonField(fields: Map<string, unknown[]>): InParts<Payload> {
  const [[only] = []] = fields.size === 1 ? fields.values() : [fields.get('payload') ?? []];
  return typeof only === 'string' ? yield* readJson(only) : noJsonField;
}

function* readParts(body: Buffer, contentType: string, readAs: BodyReading): InParts<Payload> {
  const read = readFormParts(body, contentType);
  return read.kind === 'fields' ? yield* readFieldsAs(read.fields, readAs) : read;
}

/** Returns the body as a file. A form keeps its boundary in the type, so that it can be sent on unchanged. */
function* readFile(
  body: Buffer,
  contentType: string | undefined,
  headers: Iterable<[string, string]>,
): InParts<Payload> {
  const given = [...headers].filter(([name]) => name === 'content-disposition');
  const sha256 = createHash('sha256').update(body).digest('hex');
  yield;
  const facts = {
    filename: nameFile(given, ''),
    contentType: readFileType([['content-type', contentType ?? '']]),
    size: body.length,
    sha256,
  };
  const file: FileValue = { ...facts, base64: body.toString('base64') };
  // Base64 needs no escaping, and searching it for characters to escape would take long.
  const json = `${JSON.stringify(facts).slice(0, -1)},"base64":"${file.base64}"}`;
  return { kind: 'payload', json, value: file };
}

function toPayload(value: unknown): Payload & { kind: 'payload' } {
  return { kind: 'payload', json: JSON.stringify(value), value };
}
