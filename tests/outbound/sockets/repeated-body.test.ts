// A body that is read while it is sent, on a kept connection that the target closes meanwhile.
import { EventEmitter, once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { makeOutbound, makeRequest, startHttp } from '../loopback';

const part = Buffer.alloc(64 * 1024);
/** More than the buffers of a connection hold. */
const parts = 400;

async function* readWhole() {
  for (let count = 0; count < parts; count += 1) yield part;
}

async function* readUntil(end: Promise<unknown>) {
  yield part;
  await end;
  throw new Error('The part is gone.');
}

test.each([
  ['waits to go on', readWhole],
  ['fails later', readUntil],
])('is sent again, whose first reading %s', async (_how, readFirst) => {
  const target = new EventEmitter();
  let tries = 0;
  const { url } = await startHttp(async (request, response) => {
    if (request.url === '/first') {
      response.end('ok');
      return;
    }
    tries += 1;
    target.emit(`try ${tries}`);
    request.on('error', () => undefined);
    if (tries === 1) request.socket.resetAndDestroy();
    else response.end(String((await buffer(request)).length));
  });
  const outbound = makeOutbound();
  await outbound.send(makeRequest(`${url}/first`));
  // undici keeps a connection for two turns of the event loop after a response.
  await nextTurn();
  await nextTurn();
  const again = once(target, 'try 2');
  let reads = 0;
  const read = () => ((reads += 1) === 1 ? readFirst(again) : readWhole());
  const body = { size: parts * part.length, read };
  const outcome = await outbound.send(makeRequest(url, { body }));
  expect(outcome).toMatchObject({ kind: 'response', body: String(body.size) });
  expect([reads, tries]).toEqual([2, 2]);
});
