// Reads a request that a person pastes: a cURL command, or lines as in HTTP (RFC 9112 §2.1), any of which may be missing.
import { formatCount } from '../texts/format-count';
import type { CallDraft } from './draft/draft';
import { parseCurl } from './curl/curl';
import { splitShellWords } from './curl/shell-words';
import { unwrapCommand } from './curl/pasted-command';

/** The most characters that a pasted request may have. */
export const maxPastedLength = 256 * 1024;

interface PastedRequest {
  method: string;
  /** Empty, or starts with its question mark. */
  query: string;
  /** Names are in lower case; the values of a repeated header are joined with commas (RFC 9110 §5.3). */
  headers: Map<string, string>;
  body: string;
}

export type ReadRequest = { kind: 'request'; request: PastedRequest } | { kind: 'invalid'; message: string };

/** Reads a request. Without a request line it is a POST; without headers, the whole text is the body. */
export function readPastedRequest(text: string): ReadRequest {
  if (text.trim() === '') return invalid('Paste a request first.');
  if (text.length > maxPastedLength) return invalid('A request may have at most 256 KiB here.');
  const command = unwrapCommand(text.slice(0, 1_000));
  return /^[$%#]?\s*curl(?:\.exe)?\s/.test(command)
    ? readCommand(unwrapCommand(text).replace(/^[$%#]\s*/, ''))
    : readMessage(text);
}

/** The most words of a command that a person wrote or a browser copied. Each takes time to parse. */
const maxWords = 1_000;

function readCommand(text: string): ReadRequest {
  const commands = splitShellWords(text);
  if (commands.reduce((count, { words }) => count + words.length, 0) > maxWords) {
    return invalid(`A command may have at most ${formatCount(maxWords)} words here.`);
  }
  const { calls, notes } = parseCurl(text, 1);
  const [choice, ...more] = calls;
  if (!choice) return invalid(notes[0]?.message ?? 'This command cannot be read.');
  if (more.length > 0) return invalid('These are several requests. Paste one of them.');
  const { call } = choice;
  const mark = call.url.indexOf('?');
  const query = mark === -1 ? '' : call.url.slice(mark).replace(/#.*$/s, '');
  const headers = joinHeaders([...Object.entries(call.headers), ...listAuthorization(call)]);
  return { kind: 'request', request: { method: call.method, query, headers, body: call.body ?? '' } };
}

/** Turns the call's authentication, which the import reads from the headers, back into a header. */
function listAuthorization({ authConfig }: CallDraft): [name: string, value: string][] {
  if (authConfig.type === 'bearer') return [['authorization', `Bearer ${authConfig.token}`]];
  if (authConfig.type !== 'basic') return [];
  const bytes = new TextEncoder().encode(`${authConfig.username}:${authConfig.password}`);
  return [['authorization', `Basic ${btoa(String.fromCharCode(...bytes))}`]];
}

const requestLine = /^([A-Z]{3,10})[ \t]+(\S+)(?:[ \t]+HTTP\/[\d.]+)?[ \t]*$/;
const headerLine = /^([\w!#$%&'*+.^`|~-]+):(.*)$/;

function readMessage(text: string): ReadRequest {
  const lines = text.replace(/^\s*\n/, '').split('\n');
  const [, method = 'POST', target = ''] = requestLine.exec((lines[0] ?? '').trimEnd()) ?? [];
  let at = target === '' ? 0 : 1;
  const found: [string, string][] = [];
  for (; at < lines.length; at += 1) {
    const [, name, value = ''] = headerLine.exec((lines[at] ?? '').trimEnd()) ?? [];
    if (name === undefined) break;
    found.push([name, value.replace(/^[ \t]+/, '')]);
  }
  const isHead = target !== '' || found.length > 0;
  if (isHead && at < lines.length && lines[at]?.trim() !== '') {
    return invalid(`Line ${at + 1} is not a header. Put an empty line before the body.`);
  }
  const headers = joinHeaders(found);
  const mark = target.indexOf('?');
  const query = mark === -1 ? '' : target.slice(mark);
  const body = fitBody(lines.slice(isHead ? at + 1 : 0).join('\n'), headers.get('content-length'));
  return { kind: 'request', request: { method, query, headers, body } };
}

/** Finds the line breaks that match Content-Length: a text field may change them, and pasting may add a line. */
function fitBody(text: string, length: string | undefined): string {
  const plain = text.replaceAll('\r\n', '\n');
  const ended = plain.replace(/\n$/, '');
  const spellings = [plain, ended, text, ended.replaceAll('\n', '\r\n')];
  const fitting = spellings.find((each) => String(new TextEncoder().encode(each).length) === length);
  return fitting ?? ended;
}

function joinHeaders(given: [name: string, value: string][]): Map<string, string> {
  const headers = new Map<string, string>();
  for (const [name, value] of given) {
    const known = headers.get(name.toLowerCase());
    headers.set(name.toLowerCase(), known === undefined ? value : `${known}, ${value}`);
  }
  return headers;
}

function invalid(message: string): ReadRequest {
  return { kind: 'invalid', message };
}
