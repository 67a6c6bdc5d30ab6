// What a connection may take before anybody knows who it is. Times are short here; what is counted are sockets.
import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { constants } from 'node:os';
import { text as readText } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createHttpServer, type HttpTimes } from '~/api/http/http-server';

const times = { headers: 300, request: 60_000, keepAlive: 60_000, pace: 600, sweep: 100 };

interface Limits {
  times: HttpTimes;
  refused: () => void;
  unread: () => void;
  unaccepted: (error: Error) => void;
  mostUnread: number;
}

const readAll: RequestListener = (req, res) => {
  let bytes = 0;
  req.on('data', (chunk: Buffer) => void (bytes += chunk.length));
  req.on('end', () => res.end(`${bytes} bytes`));
};

async function startWithStop(answer: RequestListener = readAll, limits: Partial<Limits> = {}) {
  const { server, stop } = createHttpServer(answer, { times, ...limits });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { server, stop };
}

async function start(answer?: RequestListener, limits?: Partial<Limits>): Promise<Server> {
  return (await startWithStop(answer, limits)).server;
}

async function open(server: Server, first: string): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  if (first) socket.write(first);
  return socket;
}

/** Writes a little again and again until the other side has had enough. */
function drip(socket: Socket, piece: string): Promise<string> {
  const dripping = setInterval(() => void (socket.writable && socket.write(piece)), 20);
  return readText(socket)
    .catch(() => '')
    .finally(() => clearInterval(dripping));
}

const head = 'POST /webhook/x HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n';

test('clients that drip headers or a body, or send nothing at all, are cut off, however many they are', async () => {
  const server = await start();
  const kinds: [string, string][] = [
    ['', ''],
    ['POST / HTTP/1.1\r\nHost: x\r\n', 'X-More: 1\r\n'],
    [head, 'x'],
    [head + 'x'.repeat(500_000), ''],
    [head.replace('POST', 'GET'), 'x'],
  ];
  const sockets = await Promise.all(
    Array.from({ length: 200 }, (_, n) => open(server, kinds[n % kinds.length]?.[0] ?? '')),
  );
  const answers = await Promise.all(
    sockets.map((socket, n) => drip(socket, kinds[n % kinds.length]?.[1] ?? '')),
  );
  const statuses = answers.map((answer) => answer.slice(0, 12));
  expect(new Set(statuses.filter((status) => status !== ''))).toEqual(new Set(['HTTP/1.1 408']));
  await expect
    .poll(() => new Promise((resolve) => void server.getConnections((_, count) => resolve(count))))
    .toBe(0);
});

test('a slow body that goes on is read to its end', async () => {
  // Only the clock that bodies are held against stands still between the pieces.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const piece = 'x'.repeat(16 * 1024);
  const pieces = 10;
  let received = 0;
  const server = await start(
    (req, res) => {
      req.on('data', (chunk: Buffer) => void (received += chunk.length));
      req.on('end', () => res.end(`${received} bytes`));
    },
    { times: { ...times, headers: 60_000 } },
  );
  const length = pieces * piece.length;
  const slow = await open(
    server,
    `POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n`,
  );
  const answer = readText(slow);
  for (let sent = 1; sent <= pieces; sent += 1) {
    slow.write(piece);
    await expect.poll(() => received, { interval: 5 }).toBe(sent * piece.length);
    if (sent < pieces) vi.advanceTimersByTime(times.pace - times.sweep);
  }
  expect(await answer).toContain(`${length} bytes`);
});

test('a slow response is given to its end', async () => {
  const server = await start(
    (req, res) => {
      req.resume();
      res.write('first ');
      // Longer than a body may stand still.
      setTimeout(() => res.end('last'), 2 * times.pace);
    },
    { times: { ...times, headers: 60_000 } },
  );
  const stream = await open(server, 'GET /stream HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  expect(await readText(stream)).toMatch(/first [^]*last/);
});

test('of clients that read nothing, those that have read nothing for the longest time are cut off', async () => {
  const mebibyte = 1024 * 1024;
  // More than kernels hold of a connection.
  const page = Buffer.alloc(32 * mebibyte);
  const held: number[] = [];
  let ended = 0;
  const server = await start(
    (req, res) => {
      const number = Number(req.url?.slice(1));
      held.push(number);
      res.once('close', () => void held.splice(held.indexOf(number), 1));
      res.end(page);
    },
    { mostUnread: 110 * mebibyte, unread: () => void (ended += 1) },
  );
  const ask = async (number: number) => {
    const client = await open(server, `GET /${number} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    await expect.poll(() => held.includes(number) || ended > 0).toBe(true);
    return client;
  };
  for (const number of [1, 2, 3, 4]) await ask(number);
  await expect.poll(() => held).toEqual([2, 3, 4]);
  const reading = await ask(5);
  await expect.poll(() => held).toEqual([3, 4, 5]);
  let read = 0;
  reading.on('data', (chunk: Buffer) => void (read += chunk.length));
  await once(reading, 'close');
  expect(read).toBeGreaterThan(page.length);
  expect(ended).toBe(2);
});

test('connections beyond the bound are closed at once, and those that wait for nothing make room', async () => {
  let refused = 0;
  const server = await start(readAll, { refused: () => void (refused += 1) });
  server.maxConnections = 2;
  const get = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
  for (let n = 0; n < 2; n += 1) {
    const idle = await open(server, get);
    await once(idle, 'data');
  }
  const third = await open(server, '');
  await once(third.resume(), 'close');
  expect(refused).toBe(1);
  const getOnce = get.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');
  await expect.poll(async () => readText(await open(server, getOnce))).toMatch(/^HTTP\/1\.1 200 /);
});

test('a server that stops responds to what was begun and what comes at the last moment, and says that the connection ends', async () => {
  const { server, stop } = await startWithStop((req, res) => {
    if (req.url === '/stream') return void res.write('for ever');
    return void setTimeout(() => res.end('answered'), 200);
  });
  const stream = readText(await open(server, 'GET /stream HTTP/1.1\r\nHost: x\r\n\r\n'));
  const get = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
  const kept = await open(server, get);
  await once(kept, 'data');
  const begun = readText(await open(server, get));
  await once(server, 'request');
  const stopped = stop();
  kept.write(get);
  expect(await readText(kept)).toMatch(/connection: close[^]*answered/i);
  expect(await begun).toContain('answered');
  await stopped;
  // Without the end that a whole answer has.
  expect(await stream).toMatch(/for ever\r\n$/);
});

/** Waits for the first sign, sends a request, gives the second sign once it is on its way, and tells the answer. */
const senderSource = `
  const { parentPort, workerData: { port, signs } } = require('node:worker_threads');
  Atomics.wait(signs, 0, 0);
  const socket = require('node:net').connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => void (answer += chunk));
  socket.on('error', ({ code }) => parentPort.postMessage(code));
  socket.on('end', () => parentPort.postMessage(answer));
  socket.write('GET / HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n', () => {
    Atomics.store(signs, 1, 1);
    Atomics.notify(signs, 1);
  });
`;

test('a connection that the kernel took while the server was busy gets a response, too, before it stops', async () => {
  const { server, stop } = await startWithStop();
  const { port } = server.address() as AddressInfo;
  const signs = new Int32Array(new SharedArrayBuffer(12));
  const sender = new Worker(senderSource, { eval: true, workerData: { port, signs } });
  await once(sender, 'online');
  const answered = once(sender, 'message');
  // A server without connections gives no notice, and one that says nothing is closed soon.
  const taken = once(server, 'connection');
  await open(server, '');
  await taken;
  function beBusy() {
    Atomics.store(signs, 0, 1);
    Atomics.notify(signs, 0);
    Atomics.wait(signs, 1, 0, 5_000);
    Atomics.wait(signs, 2, 0, 200);
  }
  // Shortly before the notice is over, and until it is: nothing is taken in between, however late this machine is.
  setTimeout(beBusy, 200);
  await stop();
  expect((await answered)[0]).toMatch(/^HTTP\/1\.1 200 /);
  await sender.terminate();
});

test.each([
  ['http://x/webhook/a?b=1', '/webhook/a?b=1'],
  ['HTTP://x:3000', '/'],
  ['https://x?b=http://y/c', '/?b=http://y/c'],
  ['//x/y', '//x/y'],
  ['/http://x/y', '/http://x/y'],
])('the target %s is taken for %s', async (target, path) => {
  const server = await start((req, res) => res.end(`<${req.url}>`));
  const socket = await open(server, `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  expect(await readText(socket)).toContain(`<${path}>`);
});

test.each([
  ['http://x.example:8080/a', 'Host: y.example\r\n', 'x.example:8080'],
  ['http://a:b@x.example/a', 'hOST: y.example\r\n', 'x.example'],
  ['/a', 'Host: y.example\r\n', 'y.example'],
])('the host of %s is its own, whatever Host says', async (target, header, host) => {
  const server = await start((req, res) => {
    const sent = Object.fromEntries(
      req.rawHeaders.map((name, at) => [name.toLowerCase(), req.rawHeaders[at + 1]]),
    );
    res.end(`<${req.headers.host} ${sent.host}>`);
  });
  const socket = await open(server, `GET ${target} HTTP/1.1\r\n${header}Connection: close\r\n\r\n`);
  expect(await readText(socket)).toContain(`<${host} ${host}>`);
});

test('a request in HTTP/1.0 gets the host of its target', async () => {
  const server = await start((req, res) => res.end(`<${req.headers.host} ${req.rawHeaders.join()}>`));
  const socket = await open(server, 'GET http://x.example/ HTTP/1.0\r\n\r\n');
  expect(await readText(socket)).toContain('<x.example Host,x.example>');
});

test('a request with two hosts is refused, and its connection with it', async () => {
  const server = await start((_req, res) => res.end('answered'));
  const hosts = 'Host: x.example\r\nhost: y.example\r\n';
  const next = 'GET / HTTP/1.1\r\nHost: x.example\r\n\r\n';
  const socket = await open(server, `GET / HTTP/1.1\r\n${hosts}\r\n${next}`);
  const response = await readText(socket);
  expect(response).toMatch(/^HTTP\/1\.1 400 /);
  expect(response).not.toContain('answered');
});

test('a connection that the system cannot open ends nothing, and is reported', async () => {
  const reported: string[] = [];
  const server = await start(readAll, { unaccepted: (error) => reported.push(error.message) });
  const { ENFILE } = constants.errno;
  // As libuv tells Node of a failed accept(2).
  const { _handle: handle } = server as Server & { _handle: { onconnection(status: number): void } };
  handle.onconnection(-ENFILE);
  expect(reported).toEqual([expect.stringMatching(/^accept ENFILE/)]);
  const answer = await readText(await open(server, 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'));
  expect(answer).toContain('0 bytes');
});
