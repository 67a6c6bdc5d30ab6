// Requests on a connection that the target closes at the moment in which they are sent.
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { HttpMethod } from '~/engine/definition/api-call';
import { makeOutbound, makeRequest, startTcp } from '../loopback';

const response = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
type Act = (socket: Socket) => void;

const respond: Act = (socket) => void socket.write(response);
const closings: [how: string, close: Act][] = [
  ['closes', (socket) => void socket.end()],
  ['resets', (socket) => void socket.resetAndDestroy()],
];
const safe = new Set<string>(['GET', 'HEAD', 'OPTIONS']);
const unsafe = HttpMethod.options.filter((method) => !safe.has(method));

/** A target, by what it does at the first request of each later connection, and at the second of each. Answers what arrived where. */
async function startForgetful({ atFirst = respond, atSecond }: { atFirst?: Act; atSecond: Act }) {
  const arrived: string[][] = [];
  const sockets: Socket[] = [];
  const { url } = await startTcp((socket) => {
    const methods: string[] = [];
    const isFirst = arrived.push(methods) === 1;
    sockets.push(socket);
    socket.on('data', (bytes) => {
      methods.push(String(bytes).split(' ')[0] ?? '');
      if (methods.length > 1) atSecond(socket);
      else if (isFirst) respond(socket);
      else atFirst(socket);
    });
  });
  return { url, arrived, sockets };
}

/** undici keeps a connection for two turns of the event loop after a response. */
async function connectionIsFree(): Promise<void> {
  await nextTurn();
  await nextTurn();
}

describe.each(closings)('a target that %s a kept connection when a request comes', (_how, close) => {
  test.each(['GET', 'OPTIONS'] as const)('gets %s once more, on a new connection', async (method) => {
    const { url, arrived } = await startForgetful({ atSecond: close });
    const outbound = makeOutbound();
    await outbound.send(makeRequest(url, { method }));
    await connectionIsFree();
    expect(await outbound.send(makeRequest(url, { method }))).toMatchObject({ kind: 'response', body: 'ok' });
    expect(arrived).toEqual([[method, method], [method]]);
  });

  test('gets HEAD once more', async () => {
    const { url, arrived } = await startForgetful({ atSecond: close });
    const outbound = makeOutbound();
    await outbound.send(makeRequest(url));
    await connectionIsFree();
    expect(await outbound.send(makeRequest(url, { method: 'HEAD' }))).toMatchObject({ status: 200 });
    expect(arrived).toEqual([['GET', 'HEAD'], ['HEAD']]);
  });

  test.each(unsafe)('gets no second %s', async (method) => {
    const { url, arrived } = await startForgetful({ atSecond: close });
    const outbound = makeOutbound();
    await outbound.send(makeRequest(url, { method }));
    await connectionIsFree();
    expect(await outbound.send(makeRequest(url, { method }))).toMatchObject({
      reason: 'connection',
      sent: true,
    });
    expect(arrived).toEqual([[method, method]]);
  });

  test('and then the new one, too, gets no third GET', async () => {
    const { url, arrived } = await startForgetful({ atFirst: close, atSecond: close });
    const outbound = makeOutbound();
    await outbound.send(makeRequest(url));
    await connectionIsFree();
    expect(await outbound.send(makeRequest(url))).toMatchObject({ reason: 'connection', sent: true });
    expect(arrived).toEqual([['GET', 'GET'], ['GET']]);
  });

  test('and all others with it gets each GET once more', async () => {
    const { url, arrived } = await startForgetful({ atSecond: close });
    const outbound = makeOutbound();
    const sendThree = () => Promise.all([1, 2, 3].map(() => outbound.send(makeRequest(url))));
    await sendThree();
    await connectionIsFree();
    expect(await sendThree()).toMatchObject([{ body: 'ok' }, { body: 'ok' }, { body: 'ok' }]);
    expect(arrived.flat()).toHaveLength(9);
  });
});

test('a kept connection that ends within a response is a failure', async () => {
  const { url, arrived } = await startForgetful({
    atSecond: (socket) => void socket.write('HTTP/1.1 2', () => socket.resetAndDestroy()),
  });
  const outbound = makeOutbound();
  await outbound.send(makeRequest(url));
  await connectionIsFree();
  expect(await outbound.send(makeRequest(url))).toMatchObject({ reason: 'connection', sent: true });
  expect(arrived).toEqual([['GET', 'GET']]);
});

test.each(HttpMethod.options)(
  'a %s that waits at a connection that is reset is sent on another',
  async (method) => {
    const { url, arrived, sockets } = await startForgetful({ atSecond: (socket) => void socket.destroy() });
    const outbound = makeOutbound();
    await outbound.send(makeRequest(url));
    // undici looks for the end of a kept connection for one turn of the event loop before it writes.
    await nextTurn();
    await nextTurn();
    sockets[0]?.resetAndDestroy();
    expect(await outbound.send(makeRequest(url, { method }))).toMatchObject({ status: 200 });
    expect(arrived).toEqual([['GET'], [method]]);
  },
);

test('a target that answers before it has read a large body and reads no more of it gets the next call on a new connection', async () => {
  const received: number[] = [];
  const { url } = await startTcp((socket) => {
    const connection = received.push(0) - 1;
    socket.once('data', (bytes) => {
      received[connection] = bytes.length;
      socket.pause();
      respond(socket);
    });
  });
  const outbound = makeOutbound();
  const large = makeRequest(url, { method: 'POST', body: 'x'.repeat(16 * 1024 * 1024) });
  expect(await outbound.send(large)).toMatchObject({ kind: 'response', body: 'ok' });
  await connectionIsFree();
  expect(await outbound.send(makeRequest(url, { method: 'POST', body: 'next' }))).toMatchObject({
    kind: 'response',
    body: 'ok',
  });
  expect(received).toHaveLength(2);
});

test('a GET is sent once more although 256 other targets were called while it waited for its response', async () => {
  const { url, arrived, sockets } = await startForgetful({ atSecond: () => {} });
  const { port: otherPort } = await startTcp((socket) => socket.on('data', () => respond(socket)));
  const outbound = makeOutbound({ lookup: async () => [{ address: '127.0.0.1', family: 4 }] });
  await outbound.send(makeRequest(url));
  await connectionIsFree();
  const waiting = outbound.send(makeRequest(url));
  await expect.poll(() => arrived[0]).toHaveLength(2);
  for (let other = 0; other < 256; other += 1) {
    const sent = await outbound.send(makeRequest(`http://h${other}.test:${otherPort}/`));
    expect(sent).toMatchObject({ status: 200 });
  }
  sockets[0]?.end();
  expect(await waiting).toMatchObject({ kind: 'response', body: 'ok' });
  expect(arrived).toEqual([['GET', 'GET'], ['GET']]);
});
