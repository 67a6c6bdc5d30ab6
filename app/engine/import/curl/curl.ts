// Reads cURL commands, as browsers copy them and documentation prints them, like curl itself (curl's manual).
import {
  addDraft,
  addNote,
  appendQuery,
  cleanLine,
  type DraftParts,
  type Imported,
  importLimits,
} from '../draft/draft';
import { describeConnectionNeed, type NeededKind } from '../draft/connection-need';
import { isCmdText, splitCmdWords } from './cmd-words';
import { writeForm, writeFormWithFiles } from '../draft/form';
import { describeFile, isSentAsFile, nameFileVariable } from '../draft/left-file';
import { describeLeftFile } from './curl-form';
import { completeLongName, findCurlOption } from './curl-options';
import { describeLeftBehind, describeOfBody } from './curl-redirects';
import { applyOption, type CurlRequest, spellOption, startRequest } from './curl-request';
import { keepNames } from './pasted-braces';
import { unwrapCommand } from './pasted-command';
import { completeUrl, readPatterns, splitCredentials } from './curl-url';
import { type ShellCommand, splitShellWords } from './shell-words';
import { truncate } from '../../texts/truncate';

/**
 * Reads the calls of one or more cURL commands as they were copied, of at most 1 MiB together. `most`: how many calls are
 * wanted. If there are more, at least one of them is read, so that this can be said, and the rest is not.
 */
export function parseCurl(text: string, most: number = importLimits.choices): Imported {
  const imported: Imported = { calls: [], notes: [] };
  if (text.length > importLimits.commandLength) {
    return { calls: [], notes: [{ message: 'cURL commands can be 1 MiB long at most.' }] };
  }
  const unwrapped = unwrapCommand(text);
  const commands = isCmdText(unwrapped) ? splitCmdWords(unwrapped) : splitShellWords(unwrapped);
  for (const command of commands) addCommand(imported, command, most);
  if (imported.calls.length === 0 && imported.notes.length === 0) {
    imported.notes.push({ message: 'There is no cURL command in this text.' });
  }
  return imported;
}

function addCommand(imported: Imported, { words, notes, input: text }: ShellCommand, most: number): void {
  const start = words.findIndex((word) => /(?:^|[\\/])curl(?:\.exe)?$/i.test(word));
  if (start === -1) {
    const shown = truncate(cleanLine(words.join(' ')), 60);
    addNote(imported, { message: `“${shown}” is not a cURL command and was left out.` });
    return;
  }
  const input = text === undefined ? undefined : { text };
  let request = startRequest(notes, input);
  const finish = () => {
    addRequest(imported, request, most);
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
        else if (!takesValue) applyOption(request, meaning, name, '');
        else if (value !== undefined) applyOption(request, meaning, name, value);
        else if (at + 1 < words.length) {
          at += 1;
          applyOption(request, meaning, name, words[at] ?? '');
        } else request.notes.push(`The option ${spellOption(name)} has no value.`);
      }
    }
  }
  finish();
}

/** Reads the options of one word: `--name`, `--name=value`, or letters, the last of which may have its value attached. */
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

function addRequest(imported: Imported, request: CurlRequest, most: number): void {
  if (imported.calls.length > most) return;
  const { urls, isGet, hasData, notes } = request;
  if (urls.length === 0) {
    addNote(imported, { message: 'A cURL command has no URL and was left out.' });
    return;
  }
  const data = request.data.join(request.isJson ? '' : '&');
  const query = [...request.query, ...(isGet && hasData ? [data] : [])].join('&');
  const addressed = urls.map((url) => splitCredentials(url, request));
  const completed = completeHeaders(request, isGet ? '' : data);
  const { bodyType } = completed;
  const body = bodyType ? completed.body : keepNames(completed.body, notes);
  const headers = completed.headers.map(([name, value]): [string, string] => [name, keepNames(value, notes)]);
  const method = request.method ?? (hasData && !isGet ? 'POST' : 'GET');
  // After a redirect, curl repeats the method of -X whatever the status, without the body.
  if (request.followRedirects && request.isMethodGiven && (body || !/^(?:GET|HEAD)$/.test(method))) {
    notes.push('Redirects are followed as browsers do, though curl would repeat the method of -X.');
  } else if (request.followRedirects && body) {
    const note = describeOfBody(headers.map(([name]) => name).filter((name) => isByOption(request, name)));
    if (note) notes.push(note);
  }
  for (const { url, credentials } of addressed.slice(0, most + 1)) {
    const own = notes.slice(0, importLimits.notes);
    const read = request.isGlobbing ? readPatterns(url.trim(), own) : url.trim();
    const whole = keepNames(appendQuery(completeUrl(read, own), query), own);
    const parts = {
      label: labelOf(method, whole),
      method,
      url: whole,
      headers,
      body,
      bodyType,
      ...readAuthentication(request, credentials, own),
      timeoutMs: request.timeoutMs,
      followRedirects: request.followRedirects,
      notes: own,
    };
    addDraft(imported, parts, (call) => describeLeftBehind(call, request));
  }
}

/** Checks whether -H gave the header; a header that curl adds goes with the body. */
function isByOption(request: CurlRequest, name: string): boolean {
  return request.headers.some(([given]) => given.toLowerCase() === name.toLowerCase());
}

const connectionSchemes: Record<string, NeededKind> = { digest: 'digest', 'aws-sigv4': 'aws_sigv4' };

const schemeNames: Record<string, string> = {
  ntlm: 'NTLM authentication',
  negotiate: 'Negotiate (SPNEGO) authentication',
  anyauth: 'Authentication by a scheme that the server chooses',
};

/** Reads the authentication: Authorization given or removed by -H comes first, then a token, then user and password. */
function readAuthentication(
  { headers, removed, bearer, credentials, scheme }: CurlRequest,
  ofAddress: string | undefined,
  notes: string[],
): Pick<DraftParts, 'bearer' | 'credentials'> {
  const kind = scheme === undefined ? undefined : connectionSchemes[scheme];
  if (kind) notes.push(describeConnectionNeed(kind));
  else if (scheme !== undefined) {
    notes.push(
      `${schemeNames[scheme] ?? scheme} (${spellOption(scheme)}) cannot be sent, so username and password were left out.`,
    );
  }
  const isGiven = headers.some(([name]) => name.toLowerCase() === 'authorization');
  if (isGiven || removed.has('authorization')) return {};
  if (bearer !== undefined) return { bearer: keepNames(bearer, notes) };
  const used = scheme === undefined ? (credentials ?? ofAddress) : undefined;
  return { credentials: used && keepNames(used, notes) };
}

/** Adds the headers that curl adds by itself, unless -H gave or removed one of the same name. */
function completeHeaders(
  request: CurlRequest,
  data: string,
): { body: string; bodyType?: 'file' | 'multipart'; headers: [string, string][] } {
  const { removed, isJson, isGet, hasData, cookies } = request;
  const headers = request.headers.filter(([name]) => !removed.has(name.toLowerCase()));
  const add = (name: string, value: string | undefined) => {
    const isGiven = request.headers.some(([known]) => known.toLowerCase() === name.toLowerCase());
    if (value !== undefined && !isGiven && !removed.has(name.toLowerCase())) headers.push([name, value]);
  };
  add('User-Agent', request.agent);
  add('Referer', request.referer);
  add('Cookie', cookies.length > 0 ? cookies.join(';') : undefined);
  if (isJson) add('Accept', 'application/json');
  const own = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  const hasFiles = request.parts.some(({ file }) => file !== undefined);
  if (hasFiles && (own === undefined || /^multipart\/form-data\b/i.test(own))) {
    // The server sets the boundary.
    const others = headers.filter(([name]) => name.toLowerCase() !== 'content-type');
    const body = writeFormWithFiles(
      request.parts,
      (text) => keepNames(text, request.notes),
      request.notes,
      ' (-F)',
    );
    return { body, bodyType: 'multipart', headers: others };
  }
  request.parts.forEach((part) => part.file && request.notes.push(describeLeftFile(part.name, part.file)));
  const parts = request.parts.filter(({ file }) => file === undefined);
  if (parts.length > 0) {
    if (own && /;\s*boundary=/i.test(own)) {
      request.notes.push('The boundary in the header Content-Type was replaced by the one of the form.');
    }
    const { body, contentType } = writeForm(parts, own);
    const others = headers.filter(([name]) => name.toLowerCase() !== 'content-type');
    return { body, headers: [...others, ['Content-Type', contentType] satisfies [string, string]] };
  }
  if (isFileSent(request, own)) {
    const variable = nameFileVariable('file');
    if (request.file) request.notes.push(describeFile('The body', variable, request.file));
    return { body: `{{${variable}}}`, bodyType: 'file', headers };
  }
  if (hasData && !isGet) {
    add('Content-Type', isJson ? 'application/json' : 'application/x-www-form-urlencoded');
  }
  return { body: data, headers };
}

/** Checks whether the body is a file. A text, or a file beside another body, is left for the user to enter. */
function isFileSent(
  { file, data, parts, isGet, notes }: CurlRequest,
  contentType: string | undefined,
): boolean {
  if (file === undefined) return false;
  const isBytes = isSentAsFile(contentType) || (file.option === '-T' && contentType === undefined);
  if (isBytes && data.length === 0 && parts.length === 0 && !isGet) return true;
  notes.push(
    `The body comes from the file “${truncate(cleanLine(file.path), 60)}” (${file.option}) and was left out. Please enter it.`,
  );
  return false;
}

/** Returns a label like `POST /v1/charges`. */
function labelOf(method: string, url: string): string {
  const path = /^(?:[a-z][a-z\d+.-]*:\/\/)?[^/?#]*([^?#]*)/i.exec(url)?.[1] ?? '';
  return `${method.toUpperCase()} ${path || '/'}`;
}
