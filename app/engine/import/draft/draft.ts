// Makes calls to choose from out of imported text, and notes about what was not understood. Every parser adds its calls with
// `addDraft`, so that each draft keeps the rules of a call.
import { formatCount } from '../../texts/format-count';
import { isCredentialName } from '../../secrets/credential-names';
import { type AuthConfig, ApiCall, HttpMethod } from '../../definition/api-call';
import { replaceHalfPairs, toWellFormed } from '../../json/half-pair';
import { HeaderName, HeaderValue } from '../../definition/headers';
import { limits } from '../../schema/limits';
import { toNameLine } from '../../schema/name-characters';
import { beginsWithAddress } from '../../placeholders/placeholder';
import { parseReference, quotedBraces, splitPlaceholders } from '../../placeholders/reference-pattern';
import { isHttpUrlTemplate } from '../../placeholders/url-template';
import { findHeaderProblem } from '../../http/header-rules';
import { shortenName } from './call-name';
import { leaveCredentials } from './left-credentials';
import { maxImportLength } from './size';
import { truncate } from '../../texts/truncate';

/** A call that is not part of a chain yet. */
export type CallDraft = Omit<ApiCall, 'id' | 'order'>;

export interface ImportNote {
  /** The name of the call; without it, the note is about the whole text. */
  call?: string;
  message: string;
}

/** A call that can be chosen. */
export interface ImportChoice {
  /** The index of the call in the text, from 0. */
  key: string;
  /** The call's name in the source, such as a summary. */
  label: string;
  /** The call's tag or folder; empty without one. */
  group: string;
  call: CallDraft;
  /** The notes about what was not understood, or has to be filled in. */
  notes: string[];
}

export interface Imported {
  calls: ImportChoice[];
  notes: ImportNote[];
}

export const importLimits = {
  /** The most characters of a text. */
  length: maxImportLength,
  /** The most characters of pasted commands, which are parsed character by character. */
  commandLength: 1024 * 1024,
  /** The most calls to choose from. */
  choices: 20_000,
  /** The most notes about the whole text, and about one call. */
  notes: 100,
} as const;

/** The parts of a call that a parser has found; headers are in the order of the source. */
export interface DraftParts {
  label: string;
  /** Another name of the call in the source, for when the label is too long. */
  shortName?: string;
  group?: string;
  method: string;
  url: string;
  headers: [name: string, value: string][];
  body?: string;
  bodyType?: ApiCall['bodyType'];
  bearer?: string;
  /** `user:password` of Basic authentication; both may have placeholders. */
  credentials?: string;
  timeoutMs?: number;
  followRedirects?: boolean;
  notes: string[];
}

/** The headers that hold one value instead of a list. */
const onceOnly =
  /^(authorization|content-type|user-agent|referer|origin|date|if-(un)?modified-since|idempotency-key)$/i;

/** Adds a note about the whole text, once, up to the limit. */
export function addNote(imported: Imported, note: ImportNote): void {
  const { call, message } = note;
  const isKnown = imported.notes.some((known) => known.call === call && known.message === message);
  if (!isKnown && imported.notes.length < importLimits.notes) imported.notes.push(note);
}

/**
 * Adds a call to the import, or a note why it cannot be added. `describe` returns a note about the finished call. Half of a
 * surrogate pair becomes the replacement character, because the API rejects it.
 */
export function addDraft(
  imported: Imported,
  given: DraftParts,
  describe?: (call: CallDraft) => string | undefined,
): void {
  if (imported.calls.length >= importLimits.choices) {
    const message = `Only the first ${formatCount(importLimits.choices)} calls are listed.`;
    addNote(imported, { message });
    return;
  }
  const parts = replaceHalfPairs(given);
  const notes = parts.notes.slice(0, importLimits.notes);
  const label = cleanLine(parts.label) || 'Imported call';
  const url = completeOrigin(parts.url.trim(), notes);
  if (!isHttpUrlTemplate(url)) {
    addNote(imported, {
      call: label,
      message: 'This call was left out: URL must be a valid HTTP/HTTPS URL.',
    });
    return;
  }
  const { headers, bearer } = readHeaders(parts, notes);
  if (
    parts.body &&
    !parts.bodyType &&
    !Object.keys(headers).some((name) => name.toLowerCase() === 'content-type')
  ) {
    notes.push('No Content-Type is given, so the body will be sent as application/json.');
  }
  const parsed = ApiCall.safeParse({
    id: 'draft',
    order: 0,
    name: nameImported(imported, label, cleanLine(parts.shortName ?? '')),
    method: readMethod(parts.method, notes),
    url,
    headers,
    secretHeaders: Object.keys(headers).filter(isCredentialName),
    body: parts.body ?? '',
    bodyType: parts.bodyType,
    authConfig:
      bearer === undefined ? readBasic(parts.credentials, notes) : { type: 'bearer', token: bearer },
    followRedirects: parts.followRedirects,
    ...(parts.timeoutMs !== undefined && { timeoutMs: clampTimeout(parts.timeoutMs) }),
  });
  if (!parsed.success) {
    const reasons = [...new Set(parsed.error.issues.map(({ message }) => message))].join(', ');
    addNote(imported, { call: label, message: `This call was left out: ${reasons}.` });
    return;
  }
  const { id: _id, order: _order, ...whole } = parsed.data;
  const call = leaveCredentials(whole, notes);
  const said = describe?.(call);
  if (said !== undefined) notes.push(said);
  const key = String(imported.calls.length);
  imported.calls.push({ key, label, group: cleanLine(parts.group ?? ''), call, notes: [...new Set(notes)] });
}

/** Returns a name that fits and differs from the other shortened names. */
function nameImported(imported: Imported, label: string, shortName: string): string {
  if (label.length <= limits.callName) return label;
  const taken = shortenedNames.get(imported) ?? new Map<string, number>();
  shortenedNames.set(imported, taken);
  const fits = shortName !== '' && shortName.length <= limits.callName;
  const name = fits ? shortName : shortenName(label, limits.callName);
  const count = (taken.get(name) ?? 0) + 1;
  taken.set(name, count);
  return count === 1 ? name : `${truncate(name, limits.callName - ` ${count}`.length)} ${count}`;
}

/** The number of uses of each shortened name. Kept outside the import, which is passed on without it. */
const shortenedNames = new WeakMap<Imported, Map<string, number>>();

/** Adds a scheme when the URL begins with a placeholder for a host; before a path, the placeholder holds the address. */
function completeOrigin(url: string, notes: string[]): string {
  const name = /^\{\{\s*(\w+)\s*\}\}(?!:\/\/)./s.exec(url)?.[1];
  if (!name) return url;
  if (beginsWithAddress(url)) {
    notes.push(`{{${name}}} stands for the address here: give it a value like https://api.example.com.`);
    return url;
  }
  notes.push(
    `{{${name}}} stands for the host here: give it a value without https://, or write the host itself.`,
  );
  return `https://${url}`;
}

function readMethod(method: string, notes: string[]): HttpMethod {
  const parsed = HttpMethod.safeParse(method.toUpperCase());
  if (parsed.success) return parsed.data;
  notes.push(`${truncate(cleanLine(method), 20)} requests cannot be sent, so the method is GET.`);
  return 'GET';
}

/** Reads the headers that can be sent, each name once; a bearer token becomes the call's authentication. */
function readHeaders(parts: DraftParts, notes: string[]) {
  const headers: Record<string, string> = {};
  let { bearer } = parts;
  // Later headers need no reading: the call is refused anyway.
  for (const [name, value] of parts.headers.slice(0, 2 * limits.headersPerCall)) {
    const text = value.trim();
    const token = /^authorization$/i.test(name) ? /^bearer\s+(\S.*)$/i.exec(text)?.[1] : undefined;
    const shown = truncate(cleanLine(name), 60);
    if (token !== undefined) bearer ??= token;
    else if (!HeaderName.safeParse(name).success || !HeaderValue.safeParse(text).success) {
      notes.push(`The header “${shown}” cannot be sent and was left out.`);
    } else if (text === '') notes.push(`The header “${shown}” has no value and was left out.`);
    else if (findHeaderProblem(name)) {
      notes.push(`The header “${shown}” is set by the server and was left out.`);
    } else {
      const known = Object.keys(headers).find((other) => other.toLowerCase() === name.toLowerCase());
      if (known === undefined) headers[name] = text;
      else if (!onceOnly.test(name)) headers[known] = joinValues(name, headers[known] ?? '', text);
      else notes.push(`The header “${shown}” was given twice; the first value was kept.`);
    }
  }
  if (bearer !== undefined && !HeaderValue.safeParse(bearer).success) {
    notes.push('The bearer token cannot be sent. Please enter it again.');
    bearer = '{{token}}';
  }
  return { headers, bearer };
}

/** Splits credentials at the first colon; later colons belong to the password (RFC 7617 §2). */
function readBasic(credentials: string | undefined, notes: string[]): AuthConfig {
  if (credentials === undefined) return { type: 'none' };
  const [, username = '', password = ''] = /^((?:\{\{[^{}]*\}\}|[^:])*):?(.*)$/s.exec(credentials) ?? [];
  const isEmpty = username === '' && password === '';
  if (!isEmpty && [username, password].every((part) => HeaderValue.safeParse(part).success)) {
    return { type: 'basic', username, password };
  }
  notes.push(
    isEmpty
      ? 'Username and password are missing. Please enter them.'
      : 'Username and password cannot be sent. Please enter them again.',
  );
  return { type: 'basic', username: '{{username}}', password: '{{password}}' };
}

/** Joins repeated headers to one list, which means the same (RFC 9110 §5.3; RFC 6265 §5.4 for cookies). */
function joinValues(name: string, first: string, second: string): string {
  return `${first}${/^cookie$/i.test(name) ? '; ' : ', '}${second}`;
}

function clampTimeout(timeoutMs: number): number {
  const { min, max, default: usual } = limits.callTimeoutMs;
  return Number.isFinite(timeoutMs) ? Math.round(Math.min(max, Math.max(min, timeoutMs))) : usual;
}

/** Makes a variable name: `petId` and `pet-id` become `pet_id`. */
export function toVariableName(text: string): string {
  const words = text
    .slice(0, 200)
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/\W+/g, '_')
    .replace(/^_+|(?<!_)_+$/g, '')
    .toLowerCase()
    .slice(0, 80);
  if (!words) return 'value';
  return /^\d/.test(words) || /^(trigger|constructor|prototype)$/.test(words) ? `value_${words}` : words;
}

/** Returns the text as one trimmed line without control characters. */
export function cleanLine(text: string): string {
  return toNameLine(text.slice(0, 1000));
}

/** Percent-encodes all but RFC 3986 §2.3's unreserved characters, and leaves placeholders as they are. */
export function encodePart(text: string): string {
  return splitPlaceholders(text)
    .map((part, index) => {
      if (index % 2 === 0) return encodeLiteral(part);
      if (parseReference(part.trim())) return `{{${part}}}`;
      return encodeLiteral(part.trim() === quotedBraces ? '{{' : `{{${part}}}`);
    })
    .join('');
}

/** Percent-encodes all but the unreserved characters, including the braces of placeholders. */
export function encodeLiteral(text: string): string {
  return encodeURIComponent(toWellFormed(text)).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Appends `name=value` pairs to a URL's query, before its fragment. */
export function appendQuery(url: string, query: string): string {
  if (!query) return url;
  const [base = '', ...fragment] = url.split('#');
  const glue = !base.includes('?') ? '?' : /[?&]$/.test(base) ? '' : '&';
  return [`${base}${glue}${query}`, ...fragment].join('#');
}
