import { randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type LongBodyStore, partBytes } from '~/outbound/long-body';
import type { OutboundRequest } from '~/outbound/request-response';
import { hashBody, type StreamedBody } from '~/outbound/streamed-body';
import { makeOutbound, makeRequest, startHttp, startTcp } from './loopback';

const bytes = randomBytes(1_200_000);
const limits = { maxBodyBytes: 100_000, keepsBytes: true } as const;

/** A store that notes the parts; `add` may refuse one or keep it waiting. */
function createStore({
  maxBytes = 2 * 1024 * 1024,
  add = async (): Promise<string | undefined> => undefined,
} = {}) {
  const parts: Buffer[] = [];
  const store: LongBodyStore = {
    maxBytes,
    async add(part) {
      parts.push(part);
      return add();
    },
    async complete() {
      const size = parts.reduce((sum, part) => sum + part.length, 0);
      return { id: 'a', size, sha256: 'abc', isSecret: false };
    },
  };
  return { store, parts };
}

async function fetchLong(
  store: LongBodyStore,
  respond: (response: ServerResponse, request: IncomingMessage) => unknown,
  changes: Partial<OutboundRequest> = {},
) {
  const { url } = await startHttp((request, response) => respond(response, request));
  return makeOutbound().send(makeRequest(url, { ...limits, openLongBody: () => store, ...changes }));
}

describe('a response that is too long for the memory', () => {
  test.each<[string, (response: ServerResponse) => unknown]>([
    ['as it comes', (response) => response.end(bytes)],
    ['decoded', (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(bytes))],
  ])('is stored in parts, %s', async (_how, respond) => {
    const { store, parts } = createStore();
    const outcome = await fetchLong(store, respond);
    expect(outcome).toMatchObject({
      kind: 'response',
      truncated: true,
      bodyBytes: 100_000,
      body: bytes.subarray(0, 100_000).toString('base64'),
      longBody: { id: 'a', size: bytes.length },
    });
    expect(outcome).not.toHaveProperty('bytes');
    expect(parts.slice(0, -1).every(({ length }) => length === partBytes)).toBe(true);
    expect(Buffer.concat(parts).equals(bytes)).toBe(true);
  });

  test('a shorter one is not stored', async () => {
    const { store, parts } = createStore();
    const outcome = await fetchLong(store, (response) => response.end(bytes.subarray(0, 100_000)));
    expect(outcome).toMatchObject({ truncated: false, bytes: { sha256: expect.any(String) } });
    expect([outcome, parts]).toEqual([expect.not.objectContaining({ longBody: expect.anything() }), []]);
  });

  test.each<[string, (response: ServerResponse) => unknown, number]>([
    [
      'as soon as it is announced',
      (response) =>
        response.writeHead(200, { 'content-length': 3_000_000 }).write(bytes.subarray(0, 200_000)),
      0,
    ],
    [
      'when it comes',
      (response) =>
        void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(3_000_000))),
      8,
    ],
  ])('beyond the limit it is given up, %s', async (_when, respond, most) => {
    const { store, parts } = createStore();
    expect(await fetchLong(store, respond)).toMatchObject({
      kind: 'response',
      truncated: true,
      longBody: 'The response is larger than 2 MiB, so it is not kept as a file',
    });
    expect(parts.length).toBeLessThanOrEqual(most);
  });

  test('a store that refuses a part ends the reading', async () => {
    const { store } = createStore({ add: async () => 'No room' });
    const outcome = await fetchLong(store, (response) =>
      response.writeHead(200, { 'content-length': 2_000_000 }).write(bytes),
    );
    expect(outcome).toMatchObject({ kind: 'response', truncated: true, longBody: 'No room' });
  });

  test('the target waits while a part is being stored', async () => {
    const events = new EventEmitter();
    const stored = once(events, 'release').then(() => undefined);
    const release = () => events.emit('release');
    const { store, parts } = createStore({ maxBytes: 32 * 1024 * 1024, add: () => stored });
    const size = 30 * 1024 * 1024 + 7;
    let ended = false;
    const { url } = await startHttp(async (_request, response) => {
      response.writeHead(200, { 'content-length': size });
      for (let left = size; left > 0; left -= 1024 * 1024) {
        if (response.write(Buffer.alloc(Math.min(1024 * 1024, left)))) continue;
        const drained = once(response, 'drain');
        // As much waits at both ends as they have room for.
        const stuck = setTimeout(() => release(), 300);
        await drained;
        clearTimeout(stuck);
      }
      ended = true;
      release();
      response.end();
    });
    const sent = makeOutbound().send(makeRequest(url, { ...limits, openLongBody: () => store }));
    await stored;
    expect([parts.length, ended]).toEqual([1, false]);
    expect(await sent).toMatchObject({ kind: 'response', longBody: { size } });
  });

  const whole = bytes.subarray(0, 3 * partBytes + 10);

  /**
   * Sends `whole` behind a head, and stores none of its parts before the target has ended the connection by `end` and the end
   * has arrived.
   */
  async function fetchEnded(head: string, end: (socket: Socket) => void) {
    const events = new EventEmitter();
    const { url } = await startTcp((socket) => {
      socket.once('data', () => {
        const response = Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\n${head}\r\n\r\n`), whole]);
        socket.write(response, () => {
          end(socket);
          events.emit('ended');
        });
      });
    });
    const ended = once(events, 'ended');
    // So much waits behind the first part that the target has to wait, too.
    const { store, parts } = createStore({
      async add() {
        await ended;
        for (let turn = 0; turn < 50; turn += 1) await nextTurn();
        return undefined;
      },
    });
    const outcome = await makeOutbound().send(makeRequest(url, { ...limits, openLongBody: () => store }));
    return { outcome, parts };
  }

  test.each([
    `Content-Length: ${whole.length}`,
    `Content-Length: ${whole.length}\r\nConnection: close`,
    'Connection: close',
  ])('is whole, although the target ends the connection while its last part is stored: %j', async (head) => {
    const { outcome, parts } = await fetchEnded(head, (socket) => void socket.end());
    expect(outcome).toMatchObject({ kind: 'response', longBody: { size: whole.length } });
    expect(Buffer.concat(parts).equals(whole)).toBe(true);
  });

  test.each<[string, (socket: Socket) => void]>([
    ['ends the connection', (socket) => void socket.end()],
    ['resets the connection', (socket) => void socket.resetAndDestroy()],
  ])('is a failure when the target %s too early, while a part is stored', async (_how, end) => {
    const { outcome } = await fetchEnded(`Content-Length: ${whole.length + 5}\r\nConnection: close`, end);
    expect(outcome).toMatchObject({ kind: 'failure', sent: true });
    expect(['connection', 'invalid-response']).toContain(outcome.kind === 'failure' && outcome.reason);
  });

  test('is that of a success: neither of a redirect nor of an error', async () => {
    const { store, parts } = createStore();
    const outcome = await fetchLong(
      store,
      (response, { url }) =>
        url === '/next'
          ? response.end(bytes)
          : response.writeHead(302, { location: '/next' }).end(bytes.subarray(0, 500_000)),
      { maxRedirects: 3 },
    );
    expect(outcome).toMatchObject({ kind: 'response', longBody: { size: bytes.length } });
    expect(Buffer.concat(parts).equals(bytes)).toBe(true);
    const error = await fetchLong(store, (response) => response.writeHead(500).end(bytes));
    expect(error).toMatchObject({ kind: 'response', status: 500, bodyBytes: 100_000 });
    expect(error).not.toHaveProperty('longBody');
  });

  test('the deadline holds while it comes, and while its last part is stored', async () => {
    const slow = createStore();
    expect(
      await fetchLong(slow.store, (response) => response.writeHead(200).write(bytes), { timeoutMs: 500 }),
    ).toMatchObject({ kind: 'failure', reason: 'timeout', sent: true });
    const stuck = createStore({ add: () => new Promise(() => undefined) });
    expect(await fetchLong(stuck.store, (response) => response.end(bytes), { timeoutMs: 500 })).toMatchObject(
      { kind: 'failure', reason: 'timeout', sent: true },
    );
  });
});

/** Counts how often it is read. */
function createBody(of = bytes): StreamedBody & { reads: number } {
  const body = {
    size: of.length,
    reads: 0,
    async *read() {
      body.reads += 1;
      for (let at = 0; at < of.length; at += partBytes) yield of.subarray(at, at + partBytes);
    },
  };
  return body;
}

describe('a body that is read while it is sent', () => {
  test('is sent with its length', async () => {
    const body = createBody();
    const { url } = await startHttp(async (request, response) => {
      const hash = await hashBody('sha256', await toBuffer(request));
      response.end(
        JSON.stringify([hash, request.headers['content-length'], request.headers['transfer-encoding']]),
      );
    });
    const outcome = await makeOutbound().send(makeRequest(url, { method: 'PUT', body }));
    expect(outcome).toMatchObject({
      body: JSON.stringify([await hashBody('sha256', body), String(bytes.length)]).replace(']', ',null]'),
    });
  });

  test('is read again for a redirect, and not after a 303', async () => {
    const seen: unknown[] = [];
    const { url } = await startHttp(async (request, response) => {
      seen.push([request.method, request.url, (await toBuffer(request)).length]);
      const next = { '/': [307, '/next'], '/next': [303, '/end'] }[request.url ?? ''] as
        | [number, string]
        | undefined;
      response.writeHead(next?.[0] ?? 200, next && { location: next[1] }).end();
    });
    const body = createBody();
    const outcome = await makeOutbound().send(makeRequest(url, { method: 'PUT', body, maxRedirects: 3 }));
    expect(outcome).toMatchObject({ status: 200 });
    expect(seen).toEqual([
      ['PUT', '/', bytes.length],
      ['PUT', '/next', bytes.length],
      ['GET', '/end', 0],
    ]);
    expect(body.reads).toBe(2);
  });

  test('a target that answers before it has read everything has answered, and is not asked again', async () => {
    let requests = 0;
    const { url } = await startHttp((_request, response) => {
      requests += 1;
      response.writeHead(413, { 'content-type': 'text/plain' }).end('Too large');
    });
    const outcome = await makeOutbound().send(
      makeRequest(url, { method: 'PUT', body: createBody(Buffer.alloc(30_000_000)) }),
    );
    expect(outcome).toMatchObject({ kind: 'response', status: 413, body: 'Too large' });
    expect(requests).toBe(1);
  });

  test('a body that breaks off is a failure, and is not sent again', async () => {
    const requests: string[] = [];
    const { url, server } = await startHttp((request) => {
      requests.push(request.method ?? '');
      request.on('error', () => undefined).resume();
    });
    const body: StreamedBody = {
      size: bytes.length,
      async *read() {
        yield bytes.subarray(0, partBytes);
        if (requests.length === 0) await once(server, 'request');
        throw new Error('The part is gone.');
      },
    };
    const outcome = await makeOutbound().send(makeRequest(url, { method: 'PUT', body }));
    const message = 'A file could not be read while it was sent.';
    expect(outcome).toMatchObject({ kind: 'failure', reason: 'invalid-request', sent: true, message });
    expect(requests).toEqual(['PUT']);
  });
});

async function toBuffer(request: IncomingMessage): Promise<Buffer> {
  request.setEncoding('latin1');
  return Buffer.from(await text(request), 'latin1');
}
