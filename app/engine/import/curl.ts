// cURL commands as browsers copy them and documentation prints them, read as curl itself would (curl's manual).
import {
  addDraft,
  addNote,
  appendQuery,
  bodyOfGet,
  cleanLine,
  encodeBasic,
  encodePart,
  type Imported,
  importLimits,
  truncate,
} from './draft';
import { isCmdText, splitCmdWords } from './cmd-words';
import { type FormPart, readFormPart, writeForm } from './curl-form';
import { completeLongName, type CurlOption, findCurlOption } from './curl-options';
import { completeUrl, readPatterns } from './curl-url';
import { type ShellCommand, splitShellWords } from './shell-words';

interface CurlRequest {
  method?: string;
  urls: string[];
  headers: [string, string][];
  /** Header names that `-H 'Name:'` takes away. */
  removed: Set<string>;
  data: string[];
  query: string[];
  hasData: boolean;
  isJson: boolean;
  isGet: boolean;
  parts: FormPart[];
  cookies: string[];
  /** Of options that replace each other, the last; a header of the same name wins over them. */
  authorization?: string;
  agent?: string;
  referer?: string;
  bearer?: string;
  timeoutMs?: number;
  followRedirects?: boolean;
  /** Braces and brackets of addresses are patterns. */
  isGlobbing: boolean;
  /** What the command reads from its standard input, where the text says so. */
  input?: string;
  notes: string[];
}

/** The calls of one or more cURL commands. */
export function parseCurl(text: string): Imported {
  const imported: Imported = { calls: [], notes: [] };
  if (text.length > importLimits.length) {
    return { calls: [], notes: [{ message: 'The text is longer than 1 MiB.' }] };
  }
  const commands = isCmdText(text) ? splitCmdWords(text) : splitShellWords(text);
  for (const command of commands) addCommand(imported, command);
  if (imported.calls.length === 0 && imported.notes.length === 0) {
    imported.notes.push({ message: 'There is no cURL command in this text.' });
  }
  return imported;
}

function addCommand(imported: Imported, { words, notes, input }: ShellCommand): void {
  const start = words.findIndex((word) => /(?:^|[\\/])curl(?:\.exe)?$/i.test(word));
  if (start === -1) {
    const shown = truncate(cleanLine(words.join(' ')), 60);
    addNote(imported, { message: `“${shown}” is no cURL command and was left out.` });
    return;
  }
  let request = startRequest(notes, input);
  const finish = () => {
    addRequest(imported, request);
    request = startRequest([], input);
  };
  let onlyUrls = false;
  for (let at = start + 1; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (onlyUrls || !/^-./.test(word)) request.urls.push(word);
    else if (word === '--') onlyUrls = true;
    else {
      for (const { name, value } of readOption(word)) {
        const { meaning, takesValue } = findCurlOption(name);
        if (meaning === 'next') finish();
        else if (!takesValue) apply(request, meaning, name, '');
        else if (value !== undefined) apply(request, meaning, name, value);
        else if (at + 1 < words.length) {
          at += 1;
          apply(request, meaning, name, words[at] ?? '');
        } else request.notes.push(`The option ${spell(name)} has no value.`);
      }
    }
  }
  finish();
}

function startRequest(notes: string[], input: string | undefined): CurlRequest {
  return {
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
    isGlobbing: true,
    input,
    notes: [...notes],
  };
}

/** The options of one word: `--name`, `--name=value`, or letters of which the last may have its value attached. */
function readOption(word: string): { name: string; value?: string }[] {
  if (word.startsWith('--')) {
    const [, name = '', value] = /^--([^=]*)(?:=(.*))?$/s.exec(word) ?? [];
    return [{ name: completeLongName(name), value }];
  }
  const options: { name: string; value?: string }[] = [];
  for (let at = 1; at < word.length; at += 1) {
    const name = word[at] ?? '';
    if (findCurlOption(name).takesValue) {
      return [...options, { name, value: at + 1 < word.length ? word.slice(at + 1) : undefined }];
    }
    options.push({ name });
  }
  return options;
}

function spell(name: string): string {
  return `“${name.length === 1 ? '-' : '--'}${truncate(cleanLine(name), 40)}”`;
}

const appliers: Partial<Record<CurlOption, (request: CurlRequest, value: string) => void>> = {
  header: addHeader,
  method: (request, value) => void (request.method = value),
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
  bearer: (request, value) => void (request.bearer = value),
  get: (request) => void (request.isGet = true),
  head: (request) => void (request.method ??= 'HEAD'),
  url: (request, value) => void request.urls.push(value),
  'url-query': (request, value) =>
    void request.query.push(value.startsWith('+') ? value.slice(1) : encodePair(value)),
  cookie(request, value) {
    if (value.includes('=')) request.cookies.push(value);
    else request.notes.push('Cookies from a file (-b) were left out.');
  },
  agent: (request, value) => void (request.agent = value),
  referer: (request, value) => void (request.referer = value.replace(/;auto$/, '')),
  insecure: (request) =>
    void request.notes.push('Certificates are always checked, so the option -k was left out.'),
  location: (request) => void (request.followRedirects = true),
  upload(request) {
    request.method ??= 'PUT';
    request.notes.push('The file to upload (-T) was left out.');
  },
  seconds: (request, value) => void (request.timeoutMs = Number(value) * 1000),
  globoff: (request) => void (request.isGlobbing = false),
  silent: () => {},
};

function apply(request: CurlRequest, meaning: CurlOption, name: string, value: string): void {
  const applier = appliers[meaning];
  if (applier) applier(request, value);
  else request.notes.push(`The option ${spell(name)} was not understood and was left out.`);
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
    // Of what it reads, -d alone leaves out the line breaks.
    return addText(request, isBinary ? request.input : request.input.replace(/[\r\n]/g, ''));
  }
  request.hasData = true;
  const from =
    value === '@-' ? 'the standard input' : `the file “${truncate(cleanLine(value.slice(1)), 60)}”`;
  request.notes.push(`The body comes from ${from} and was left out. Please enter it.`);
}

function addEncoded(request: CurlRequest, value: string): void {
  const file = /^[^=@]*@/.test(value);
  if (file) addData(request, value.slice(value.indexOf('@')));
  else addText(request, encodePair(value));
}

/** `content`, `=content` or `name=content`, the content encoded as forms are: percent, and + for a space. */
function encodePair(value: string): string {
  const equals = value.indexOf('=');
  const content = encodePart(value.slice(equals + 1)).replaceAll('%20', '+');
  return equals <= 0 ? content : `${value.slice(0, equals)}=${content}`;
}

function addUser(request: CurlRequest, value: string): void {
  if (value.includes('{{')) {
    request.notes.push(
      'Basic authentication needs the user and password themselves. Please set the header Authorization.',
    );
    return;
  }
  if (!value.includes(':')) request.notes.push('The password (-u) is missing.');
  request.authorization = encodeBasic(value.includes(':') ? value : `${value}:`);
}

function addRequest(imported: Imported, request: CurlRequest): void {
  const { urls, isGet, hasData, notes } = request;
  if (urls.length === 0) {
    addNote(imported, { message: 'A cURL command has no URL and was left out.' });
    return;
  }
  const data = request.data.join(request.isJson ? '' : '&');
  const query = [...request.query, ...(isGet && hasData ? [data] : [])].join('&');
  const { body, headers } = completeHeaders(request, isGet ? '' : data);
  const method = request.method ?? (hasData && !isGet ? 'POST' : 'GET');
  if (body && method.toUpperCase() === 'GET') {
    notes.push(bodyOfGet);
  }
  for (const url of urls.slice(0, importLimits.choices + 1)) {
    const own = notes.slice(0, importLimits.notes);
    const read = request.isGlobbing ? readPatterns(url.trim(), own) : url.trim();
    const whole = completeUrl(read, own);
    addDraft(imported, {
      label: labelOf(method, whole),
      method,
      url: appendQuery(whole, query),
      headers,
      body,
      bearer: headers.some(([name]) => /^authorization$/i.test(name)) ? undefined : request.bearer,
      timeoutMs: request.timeoutMs,
      followRedirects: request.followRedirects,
      notes: own,
    });
  }
}

/** The headers with those that curl adds by itself, unless one of the same name is given or taken away. */
function completeHeaders(request: CurlRequest, data: string) {
  const { removed, isJson, isGet, hasData, cookies, parts } = request;
  const headers = request.headers.filter(([name]) => !removed.has(name.toLowerCase()));
  const add = (name: string, value: string | undefined) => {
    const isGiven = request.headers.some(([known]) => known.toLowerCase() === name.toLowerCase());
    if (value !== undefined && !isGiven && !removed.has(name.toLowerCase())) headers.push([name, value]);
  };
  add('Authorization', request.authorization);
  add('User-Agent', request.agent);
  add('Referer', request.referer);
  add('Cookie', cookies.length > 0 ? cookies.join(';') : undefined);
  if (isJson) add('Accept', 'application/json');
  if (parts.length > 0) {
    const { body, contentType } = writeForm(parts);
    // A type of one's own cannot name the boundary.
    const others = headers.filter(([name]) => name.toLowerCase() !== 'content-type');
    return { body, headers: [...others, ['Content-Type', contentType] satisfies [string, string]] };
  }
  if (hasData && !isGet) {
    add('Content-Type', isJson ? 'application/json' : 'application/x-www-form-urlencoded');
  }
  return { body: data, headers };
}

/** `POST /v1/charges`. */
function labelOf(method: string, url: string): string {
  const path = /^(?:[a-z][a-z\d+.-]*:\/\/)?[^/?#]*([^?#]*)/i.exec(url)?.[1] ?? '';
  return `${method.toUpperCase()} ${path || '/'}`;
}
