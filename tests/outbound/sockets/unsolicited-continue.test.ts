import { once } from 'node:events';
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { makeOutbound, makeRequest, startTcp } from '../loopback';

const go = 'HTTP/1.1 100 Continue\r\n\r\n';
const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

/** Answers each request with these bytes, in as many writes. */
async function startAnswering(pieces: string[]) {
  const { url } = await startTcp((socket) => {
    socket.setNoDelay(true);
    socket.on('data', () => void writeAll(socket, pieces));
  });
  return { url };
}

async function writeAll(socket: Socket, pieces: string[]) {
  for (const piece of pieces) {
    if (!socket.write(piece, 'latin1')) await once(socket, 'drain');
    // The next goes in a packet of its own.
    await new Promise((resolve) => void setImmediate(resolve));
  }
}

test.each<[string, string[]]>([
  ['before the answer', [go, answer]],
  ['in one packet with the answer', [go + answer]],
  ['byte by byte', [...go, ...answer]],
  ['several times', [go + go, go, answer]],
  ['with headers', ['HTTP/1.1 100 Continue\r\nServer: x\r\nX-A: 100\r\n\r\n', answer]],
  ['without a reason', ['HTTP/1.1 100 \r\n\r\n', answer]],
  [
    'beside other interim answers',
    ['HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n', go, 'HTTP/1.1 102 \r\n\r\n', answer],
  ],
])('100 Continue that nobody asked for is skipped: %s', async (_what, pieces) => {
  const { url } = await startAnswering(pieces);
  const outbound = makeOutbound();
  for (const body of [undefined, '{"a":1}']) {
    const request = makeRequest(url, body === undefined ? {} : { method: 'POST', body });
    expect(await outbound.send(request)).toMatchObject({ kind: 'response', status: 200, body: 'ok' });
  }
});

test('a response whose body looks like one is left as it is', async () => {
  const body = `${go}HTTP/1.1 100 x`;
  const { url } = await startAnswering([
    go,
    `HTTP/1.1 200 OK\r\nX-A: HTTP/1.1 100\r\nContent-Length: ${body.length}\r\n\r\n`,
    body,
  ]);
  const outcome = await makeOutbound().send(makeRequest(url));
  expect(outcome).toMatchObject({ kind: 'response', status: 200, body });
  expect(outcome.kind === 'response' && outcome.headers).toContainEqual(['x-a', 'HTTP/1.1 100']);
});

test('the deadline holds against a server that says nothing else', async () => {
  const { url } = await startTcp((socket) => {
    socket.on('data', () => {
      const again = setInterval(() => socket.write(go), 5);
      socket.on('close', () => clearInterval(again));
    });
  });
  const outcome = await makeOutbound().send(makeRequest(url, { timeoutMs: 300 }));
  expect(outcome).toMatchObject({ kind: 'failure', reason: 'timeout', sent: true });
});
