// Applies the options of curl's manual to a request.
import { cleanLine, encodePart } from '../draft/draft';
import type { FormPart } from '../draft/form';
import type { LeftFile } from '../draft/left-file';
import { readFormPart } from './curl-form';
import type { CurlOption } from './curl-options';
import { readPlaces } from './curl-url';
import { isPlaceholder } from '../../placeholders/placeholder';
import { truncate } from '../../texts/truncate';

/** The request that the options of a command describe. */
export interface CurlRequest {
  method?: string;
  /** True when -X gave the method, false when another option implied it. */
  isMethodGiven: boolean;
  urls: string[];
  headers: [string, string][];
  /** The names of headers that `-H 'Name:'` removes, in lower case. */
  removed: Set<string>;
  data: string[];
  query: string[];
  hasData: boolean;
  isJson: boolean;
  isGet: boolean;
  parts: FormPart[];
  /** The file that is sent byte for byte, when it is the whole body. */
  file?: LeftFile & { option: string };
  cookies: string[];
  /** The last -u; of the options below, the last counts too. A header of the same name takes precedence. */
  credentials?: string;
  /** The option for another scheme than Basic. Basic never replaces that scheme. */
  scheme?: string;
  agent?: string;
  referer?: string;
  bearer?: string;
  timeoutMs?: number;
  followRedirects?: boolean;
  /** True with --location-trusted: credentials go to other sites too. */
  isTrusting: boolean;
  /** True when braces and brackets in URLs are patterns. */
  isGlobbing: boolean;
  /** The command's standard input, when the text contains it. */
  input?: StandardInput;
  notes: string[];
}

/** What is left to read. All requests of a command share it: who reads it first gets it whole, and the others nothing. */
interface StandardInput {
  text: string;
}

/** Starts a request with only the notes of the shell and its standard input. */
export function startRequest(notes: Iterable<string>, input: StandardInput | undefined): CurlRequest {
  return {
    isMethodGiven: false,
    urls: [],
    headers: [],
    removed: new Set(),
    data: [],
    query: [],
    hasData: false,
    isJson: false,
    isGet: false,
    parts: [],
    cookies: [],
    isTrusting: false,
    isGlobbing: true,
    input,
    notes: [...notes],
  };
}

/** Spells an option for a note. */
export function spellOption(name: string): string {
  return `“${name.length === 1 ? '-' : '--'}${truncate(cleanLine(name), 40)}”`;
}

const appliers: Partial<Record<CurlOption, (request: CurlRequest, value: string, name: string) => void>> = {
  header: addHeader,
  method(request, value) {
    request.method = value.toUpperCase();
    request.isMethodGiven = true;
    if (request.method === value) return;
    request.notes.push(
      `The method “${truncate(cleanLine(value), 20)}” was changed to capitals, as servers expect.`,
    );
  },
  data: (request, value) => addData(request, value),
  'data-binary': (request, value) => addData(request, value, true),
  'data-raw': (request, value) => addText(request, value),
  'data-urlencode': addEncoded,
  json(request, value) {
    request.isJson = true;
    addData(request, value, true);
  },
  form(request, value) {
    request.method ??= 'POST';
    const read = readFormPart(value);
    if (read.kind === 'part') request.parts.push(read.part);
    if (read.note) request.notes.push(read.note);
  },
  'form-string'(request, value) {
    request.method ??= 'POST';
    const equals = value.indexOf('=');
    request.parts.push({ name: value.slice(0, Math.max(0, equals)), value: value.slice(equals + 1) });
  },
  user: addUser,
  scheme: (request, _value, name) => void (request.scheme = name),
  bearer: (request, value) => void (request.bearer = value),
  get: (request) => void (request.isGet = true),
  head: (request) => void (request.method ??= 'HEAD'),
  url: (request, value) => void request.urls.push(value),
  'url-query': addQuery,
  cookie(request, value) {
    if (value.includes('=')) request.cookies.push(value);
    else request.notes.push('Cookies from a file (-b) were left out.');
  },
  agent: (request, value) => void (request.agent = value),
  referer: (request, value) => void (request.referer = value.replace(/;auto$/, '')),
  insecure: (request) =>
    void request.notes.push('Certificates are always checked, so the option -k was left out.'),
  location(request, _value, name) {
    request.followRedirects = true;
    if (name === 'location-trusted') request.isTrusting = true;
  },
  upload(request, value) {
    request.method ??= 'PUT';
    if (value !== '-' && value !== '.' && value !== '') request.file = { path: value, option: '-T' };
    else request.notes.push('The file to upload (-T) was left out.');
  },
  seconds: (request, value) => void (request.timeoutMs = Number(value) * 1000),
  'http-version': (request, _value, name) =>
    void request.notes.push(`Calls are sent as HTTP/1.1, so the option ${spellOption(name)} was left out.`),
  'ip-version': (request, _value, name) =>
    void request.notes.push(
      `Calls go to IPv4 or IPv6, whichever the host has, so the option ${spellOption(name)} was left out.`,
    ),
  globoff: (request) => void (request.isGlobbing = false),
  silent: () => {},
};

export function applyOption(request: CurlRequest, meaning: CurlOption, name: string, value: string): void {
  const applier = appliers[meaning];
  if (applier) applier(request, value, name);
  else request.notes.push(`The option ${spellOption(name)} was not understood and was left out.`);
}

function addHeader(request: CurlRequest, line: string): void {
  const end = line.search(/[:;]/);
  const name = line.slice(0, Math.max(0, end)).trim();
  const sign = line[end];
  const value = line.slice(end + 1);
  if (line.startsWith('@')) request.notes.push('Headers from a file (-H @…) were left out.');
  else if (!name) request.notes.push(`The header “${truncate(cleanLine(line), 60)}” was not understood.`);
  else if (sign === ':' && value.trim() === '') request.removed.add(name.toLowerCase());
  else request.headers.push([name, value.trim()]);
}

function addText(request: CurlRequest, text: string): void {
  request.hasData = true;
  request.data.push(text);
}

function addData(request: CurlRequest, value: string, isBinary = false): void {
  if (!value.startsWith('@')) return addText(request, value);
  if (value === '@-' && request.input !== undefined) {
    const { text } = request.input;
    request.input.text = '';
    // Only -d removes the line breaks from its input.
    return addText(request, isBinary ? text : text.replace(/[\r\n]/g, ''));
  }
  request.hasData = true;
  if (isBinary && value !== '@-' && request.file === undefined) {
    request.file = { path: value.slice(1), option: '--data-binary' };
    return;
  }
  const from =
    value === '@-' ? 'the standard input' : `the file “${truncate(cleanLine(value.slice(1)), 60)}”`;
  request.notes.push(`The body comes from ${from} and was left out. Please enter it.`);
}

function addEncoded(request: CurlRequest, value: string): void {
  const file = /^[^=@]*@/.test(value);
  if (file) addData(request, value.slice(value.indexOf('@')));
  else addText(request, encodePair(value));
}

function addQuery(request: CurlRequest, value: string): void {
  const file = /^[^=@+]*@(.*)$/s.exec(value)?.[1];
  if (file === undefined) request.query.push(value.startsWith('+') ? value.slice(1) : encodePair(value));
  else request.notes.push(`The query from the file “${truncate(cleanLine(file), 60)}” was left out.`);
}

/** Reads `content`, `=content` or `name=content`, and encodes the content as forms do: percent, and + for a space. */
function encodePair(value: string): string {
  const equals = value.indexOf('=');
  const content = encodePart(value.slice(equals + 1)).replaceAll('%20', '+');
  return equals <= 0 ? content : `${value.slice(0, equals)}=${content}`;
}

function addUser(request: CurlRequest, value: string): void {
  const credentials = readPlaces(value, request.notes);
  if (isPlaceholder(credentials)) {
    request.notes.push(
      `The username must not contain a colon: give the password of ${credentials} a variable of its own.`,
    );
  } else if (!credentials.includes(':')) request.notes.push('The password (-u) is missing.');
  request.credentials = credentials;
}
