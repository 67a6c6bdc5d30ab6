/** Parts of a request that no call may set, since the HTTP connection sets them: refused on saving, and on sending. */
import { readUrl } from './read-url';

/** Headers that describe the connection or frame the message (RFC 9110 7.6.1, RFC 9112 6): they would allow smuggling. */
const ofTheConnection = new Set([
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
  'upgrade',
  'te',
  'trailer',
  'expect',
  'keep-alive',
]);

/** Explains in a sentence with its name why a header may not be given; undefined when it may. */
export function findHeaderProblem(name: string): string | undefined {
  const lower = name.toLowerCase();
  if (!ofTheConnection.has(lower) && !lower.startsWith('proxy-')) return undefined;
  return `The header ${name} is set by the client itself and cannot be given.`;
}

/** Explains why a URL with credentials may not be called (RFC 9110 4.2.4); undefined when it has none, or is no URL. */
export function findUserinfoProblem(text: string): string | undefined {
  const { username = '', password = '' } = readUrl(text) ?? {};
  if (username === '' && password === '') return undefined;
  return 'The URL must not carry a user name or password; send them in an Authorization header.';
}
