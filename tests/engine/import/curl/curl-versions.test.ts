// The version of HTTP and of the address that curl chooses by an option, as a server sees it at its socket, against what our
// client sends: what differs is noted.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { allowing, makeOutbound } from '../../../outbound/loopback';
import { runByCurl, sendByImport } from './curl-sent';

/** Of each connection the family and the first line. */
let seen: string[] = [];
let port = 0;
const servers: ReturnType<typeof createTcpServer>[] = [];
const http: Server = createServer((_request, response) => {
  response.writeHead(200, { Connection: 'close' });
  response.end('{}');
});
const directory = mkdtempSync(join(tmpdir(), 'curl-versions-'));

/** Both families at one port, which only the second may find taken. */
beforeAll(async () => {
  for (const host of ['127.0.0.1', '::1']) {
    const server = createTcpServer((socket) => {
      socket.once('data', (first: Buffer) => {
        const [line = ''] = first.toString('latin1').split('\r\n');
        const upgrade = /^upgrade: .*$/im.exec(first.toString('latin1'))?.[0];
        seen.push([socket.remoteFamily, line, ...(upgrade ? [upgrade] : [])].join(' '));
        socket.pause();
        socket.unshift(first);
        http.emit('connection', socket);
        process.nextTick(() => socket.resume());
      });
      socket.on('error', () => socket.destroy());
    });
    servers.push(server);
    await new Promise<void>((resolve) => void server.listen(port, host, resolve));
    ({ port } = server.address() as AddressInfo);
  }
});

beforeEach(() => void (seen = []));

afterAll(async () => {
  await Promise.all(servers.map((server) => new Promise((resolve) => void server.close(resolve))));
  rmSync(directory, { recursive: true });
});

/** A name that leads to both families, for curl and for our client. */
const host = 'both.test';
const both = [
  { address: '127.0.0.1', family: 4 as const },
  { address: '::1', family: 6 as const },
];

async function compare(options: string) {
  const resolve = `--resolve ${host}:${port}:127.0.0.1,[::1]`;
  await runByCurl(`curl ${options} ${resolve} http://${host}:${port}/`, directory);
  const curls = seen;
  seen = [];
  const outbound = makeOutbound({
    allow: allowing('127.0.0.0/8, ::1/128'),
    lookup: () => Promise.resolve(both),
  });
  const notes = await sendByImport(`curl ${options} http://${host}:${port}/`, outbound);
  return { curls, ours: seen, notes };
}

const line = 'GET / HTTP/1.1';

it.each([['--http1.1']])('%s is what is sent', async (option) => {
  const { curls, ours, notes } = await compare(`-4 ${option}`);
  expect(curls).toEqual([`IPv4 ${line}`]);
  expect(ours).toEqual(curls);
  expect(notes.filter((note) => note.includes('HTTP'))).toEqual([]);
});

it.each([
  ['--http1.0', 'IPv4 GET / HTTP/1.0'],
  ['-0', 'IPv4 GET / HTTP/1.0'],
  ['--http2', `IPv4 ${line} Upgrade: h2c`],
  ['--http2-prior-knowledge', 'IPv4 PRI * HTTP/2.0'],
])('%s is left out, with a note', async (option, sent) => {
  const { curls, ours, notes } = await compare(`-4 ${option}`);
  expect(curls).toEqual([sent]);
  expect(ours).toEqual([`IPv4 ${line}`]);
  expect(notes).toContain(`Calls are sent as HTTP/1.1, so the option “${option}” was left out.`);
});

it.each([
  ['-4', 'IPv4'],
  ['--ipv4', 'IPv4'],
  ['-6', 'IPv6'],
  ['--ipv6', 'IPv6'],
])('%s is left out, with a note: our client takes the first that responds', async (option, family) => {
  const { curls, ours, notes } = await compare(option);
  expect(curls).toEqual([`${family} ${line}`]);
  expect(ours).toEqual([`IPv4 ${line}`]);
  expect(notes).toEqual([
    `Calls go to IPv4 or IPv6, whichever the host has, so the option “${option}” was left out.`,
  ]);
});
