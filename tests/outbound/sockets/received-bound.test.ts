import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { makeOutbound, makeRequest, startTcp } from '../loopback';

/** Answers with `head`, and then with `piece` until the connection ends. */
async function startFlood(head: string, piece: string) {
  const flood = Buffer.from(piece.repeat(Math.ceil(65_536 / piece.length)), 'latin1');
  return startTcp((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => void writeOn(socket, head, flood));
  });
}

async function writeOn(socket: Socket, head: string, flood: Buffer): Promise<void> {
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(head);
  while (!socket.destroyed) {
    if (socket.write(flood)) continue;
    await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed]);
  }
}

const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';

test.each([
  ['interim responses', '', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'],
  ['100 Continue', '', 'HTTP/1.1 100 Continue\r\n\r\n'],
  ['chunk extensions', chunked, `1;${'x'.repeat(60_000)}\r\nA\r\n`],
])('%s without end are not read until the deadline', async (_what, head, piece) => {
  const { url } = await startFlood(head, piece);
  const outcome = await makeOutbound().send(makeRequest(url, { timeoutMs: 50_000 }));
  expect(outcome).toMatchObject({
    kind: 'failure',
    reason: 'invalid-response',
    sent: true,
    message: expect.stringMatching(/ sent more than 40 MiB for one response \(RECEIVED_TOO_MUCH\)\.$/),
  });
});

test('each response counts for itself', async () => {
  const body = `1;${'x'.repeat(60_000)}\r\nA\r\n`.repeat(100);
  const { url } = await startTcp((socket) => {
    socket.on('data', () => void socket.write(`${chunked}${body}0\r\n\r\n`));
  });
  const outbound = makeOutbound();
  for (let count = 0; count < 4; count++) {
    const outcome = await outbound.send(makeRequest(url, { timeoutMs: 50_000 }));
    expect(outcome).toMatchObject({ kind: 'response', status: 200, bodyBytes: 100 });
  }
});
