import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { readBody } from '~/api/webhooks/webhook-body';
import { createBufferedBodies } from '~/services/limits/buffered-bodies';

const read = Buffer.alloc(64 * 1024);

test('of a body that comes in several reads of one turn of the event loop, none is held uncounted', async () => {
  const held = createBufferedBodies(3 * read.length);
  const ofRequest = { maxBytes: 100 * read.length, held, rejectEarly: async () => undefined };
  const begin = () => {
    const req = new IncomingMessage(new Socket());
    return { req, body: readBody(req, ofRequest) };
  };
  const [first, second] = [begin(), begin()];
  for (const { req } of [first, second]) {
    req.push(read);
    req.push(read);
  }
  first.req.push(null);
  expect(await second.body).toEqual({ kind: 'crowded' });
  expect(await first.body).toMatchObject({ kind: 'body' });
  const last = begin();
  for (const chunk of [read, read, null]) last.req.push(chunk);
  expect(await last.body).toMatchObject({ kind: 'body' });
});
