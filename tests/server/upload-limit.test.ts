import { type Socket, connect } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Installation, install } from './installation';

let installation: Installation;

beforeAll(async () => {
  installation = await install();
});

afterAll(() => installation.remove());

const pieceBytes = 64 * 1024;
const piecesPerMegabyte = 16;
const piece = ' '.repeat(pieceBytes);

interface Upload {
  megabytes: number;
  method?: string;
  path: string;
  headers?: Record<string, string>;
  /** Whether the length is said beforehand. */
  isAnnounced?: boolean;
}

/** Writes a piece and waits until it is on its way; fails when nobody takes it any more. */
function write(socket: Socket, chunk: string): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.write(chunk, (error) => (error ? reject(error) : resolve()));
  });
}

/**
 * Sends so many MiB as the plainest of senders do: on a connection for this request alone, all of it before a byte of
 * the answer is read. The status and code of the answer.
 */
async function upload({
  megabytes,
  method = 'POST',
  path,
  headers,
  isAnnounced,
}: Upload): Promise<[number, string]> {
  const { hostname, port } = new URL(installation.server.url);
  // A broken connection is told by whatever is written or read next.
  const socket = connect(Number(port), hostname).on('error', () => {});
  const pieces = megabytes * piecesPerMegabyte;
  const all = {
    Host: hostname,
    Connection: 'close',
    Cookie: installation.seed.cookie,
    'Sec-Fetch-Site': 'same-origin',
    ...headers,
    ...(isAnnounced ? { 'Content-Length': pieces * pieceBytes } : { 'Transfer-Encoding': 'chunked' }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  const chunk = isAnnounced ? piece : `${pieceBytes.toString(16)}\r\n${piece}\r\n`;
  for (let sent = 0; sent < pieces; sent += 1) {
    await write(socket, chunk);
  }
  if (!isAnnounced) socket.write('0\r\n\r\n');
  const answer = await readText(socket);
  const { code } = JSON.parse(answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1)) as {
    code: string;
  };
  return [Number(answer.split(' ')[1]), code];
}

const json = { 'Content-Type': 'application/json' };
const form = { 'Content-Type': 'application/x-www-form-urlencoded' };

test('a body of more than 4 MiB is rejected, whether or not it says so', async () => {
  const path = '/api/integrations';
  expect(await upload({ megabytes: 5, path, headers: json, isAnnounced: true })).toEqual([413, 'TOO_LARGE']);
  expect(await upload({ megabytes: 5, path, headers: json })).toEqual([413, 'TOO_LARGE']);
  expect(await upload({ megabytes: 3, path, headers: json })).toEqual([400, 'BAD_REQUEST']);
});

test('a form has to say its length', async () => {
  const path = '/login';
  expect(await upload({ megabytes: 1, path, headers: form })).toEqual([411, 'LENGTH_REQUIRED']);
  expect(await upload({ megabytes: 5, path, headers: form, isAnnounced: true })).toEqual([413, 'TOO_LARGE']);
});

test.each<[string, number, string, Omit<Upload, 'megabytes'>]>([
  ['for another site', 403, 'CROSS_ORIGIN', { path: '/login', headers: { 'Sec-Fetch-Site': 'cross-site' } }],
  ['by nobody', 401, 'UNAUTHENTICATED', { path: '/api/integrations', headers: { ...json, Cookie: '' } }],
  ['of another type', 415, 'UNSUPPORTED_MEDIA_TYPE', { path: '/api/integrations', headers: form }],
  ['to nowhere', 404, 'NOT_FOUND', { path: '/api/nowhere', headers: json }],
  ['to a webhook in a wrong way', 405, 'METHOD_NOT_ALLOWED', { path: '/webhook/x', method: 'PUT' }],
  ['to a webhook in too many bytes', 413, 'TOO_LARGE', { path: '/webhook/x' }],
])('who is rejected before all is read gets to read why: sent %s', async (_how, status, code, sent) => {
  expect(await upload({ megabytes: 3, isAnnounced: true, ...sent })).toEqual([status, code]);
});

test('who never sends what was announced gets a response, and the connection is closed', async () => {
  const { hostname, port } = new URL(installation.server.url);
  const socket = connect(Number(port), hostname);
  const head = ['POST /api/nowhere HTTP/1.1', `Host: ${hostname}`, 'Content-Length: 100', '', 'half of it'];
  socket.write(head.join('\r\n'));
  expect(await readText(socket)).toMatch(/^HTTP\/1\.1 404 [^]*\r\nconnection: close\r\n/i);
});
