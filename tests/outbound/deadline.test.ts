import { EventEmitter, once } from 'node:events';
import type { Socket } from 'node:net';
import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { makeOutbound, makeRequest, startHttp, startTcp } from './loopback';

test('a target that never responds ends at the deadline, and its connection with it', async () => {
  const sockets: Socket[] = [];
  const { url, port } = await startTcp((socket) => void sockets.push(socket.resume()));
  const failure = await makeOutbound().send(makeRequest(url, { timeoutMs: 500 }));
  expect(failure).toMatchObject({
    kind: 'failure',
    reason: 'timeout',
    sent: true,
    message: `127.0.0.1:${port} did not respond completely within 0.5 s.`,
  });
  expect(sockets).toHaveLength(1);
  await Promise.all(sockets.filter(({ destroyed }) => !destroyed).map((socket) => once(socket, 'close')));
});

test('a body that drips does not put the deadline off', async () => {
  const { url } = await startTcp((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n');
    // All of it would take a quarter of an hour.
    const drip = setInterval(() => socket.write('x'), 10);
    socket.on('close', () => clearInterval(drip));
  });
  const failure = await makeOutbound().send(makeRequest(url, { timeoutMs: 500 }));
  expect(failure).toMatchObject({ reason: 'timeout', sent: true });
});

test('a compressed body that is complete before its response ends the connection', async () => {
  const closed: Promise<unknown>[] = [];
  const { url } = await startTcp((socket) => {
    closed.push(once(socket, 'close'));
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Encoding: deflate\r\nContent-Length: 100000\r\n\r\n');
      socket.write(Buffer.concat([deflateSync('{}'), Buffer.alloc(1)]));
    });
  });
  expect(await makeOutbound().send(makeRequest(url))).toMatchObject({ status: 200, body: '{}' });
  expect(closed).toHaveLength(1);
  await Promise.all(closed);
});

test('a lookup that hangs ends at the deadline and at a cancel, with nothing sent', async () => {
  const outbound = makeOutbound({ lookup: () => new Promise(() => {}) });
  expect(await outbound.send(makeRequest('http://slow.test/', { timeoutMs: 50 }))).toMatchObject({
    reason: 'timeout',
    sent: false,
  });
  const cancel = new AbortController();
  const call = outbound.send(makeRequest('http://slow.test/', { signal: cancel.signal }));
  cancel.abort();
  expect(await call).toMatchObject({ reason: 'cancelled', sent: false });
});

test('a call whose lookup comes after its deadline is not sent at all', async () => {
  let requests = 0;
  const { port } = await startHttp((_request, response) => {
    requests += 1;
    response.end();
  });
  const answer = new EventEmitter();
  const outbound = makeOutbound({
    lookup: async () => {
      await once(answer, 'lookup');
      return [{ address: '127.0.0.1', family: 4 }];
    },
  });
  const late = outbound.send(makeRequest(`http://slow.test:${port}/`, { timeoutMs: 50 }));
  expect(await late).toMatchObject({ reason: 'timeout', sent: false });
  const inTime = outbound.send(makeRequest(`http://slow.test:${port}/`));
  answer.emit('lookup');
  expect(await inTime).toMatchObject({ status: 200 });
  expect(requests).toBe(1);
});

test('the caller can cancel before and during a call', async () => {
  const { server, url } = await startHttp(() => {});
  const outbound = makeOutbound();
  expect(await outbound.send(makeRequest(url, { signal: AbortSignal.abort() }))).toMatchObject({
    reason: 'cancelled',
    sent: false,
  });
  const cancel = new AbortController();
  const call = outbound.send(makeRequest(url, { signal: cancel.signal }));
  const [request] = await once(server, 'request');
  const closed = once(request.socket, 'close');
  cancel.abort();
  expect(await call).toMatchObject({ kind: 'failure', reason: 'cancelled', sent: true });
  await closed;
});

test('a cancel after the response changes nothing', async () => {
  const { url } = await startHttp((_request, response) => void response.end('ok'));
  const outbound = makeOutbound();
  const cancel = new AbortController();
  expect(await outbound.send(makeRequest(url, { signal: cancel.signal }))).toMatchObject({ body: 'ok' });
  cancel.abort();
  expect(await outbound.send(makeRequest(url))).toMatchObject({ body: 'ok' });
});
