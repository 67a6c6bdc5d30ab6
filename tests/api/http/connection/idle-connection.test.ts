// What a connection costs while it waits for its next request: thousands may be open, by senders who proved nothing.
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { open, start } from '../written-requests';

const post = `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello`;

test('a connection that waits for its next request keeps nothing of the former one', async () => {
  const requests: WeakRef<IncomingMessage>[] = [];
  const server = await start((req, res) => {
    requests.push(new WeakRef(req));
    req.resume().on('end', () => res.end('read'));
  });
  for (let count = 0; count < 10; count += 1) await once(open(server, post), 'data');
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  // The last one may still be at hand.
  await expect
    .poll(() => {
      collectGarbage();
      return requests.filter((request) => request.deref()).length;
    })
    .toBeLessThan(2);
  expect([requests.length, await countConnections(server)]).toEqual([10, 10]);
});

function countConnections(server: Awaited<ReturnType<typeof start>>): Promise<number> {
  return new Promise((resolve) => void server.getConnections((_error, count) => resolve(count)));
}
