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
});

test('a body counts until it is released, and is then dropped, although the request stays', async () => {
  const held = createBufferedBodies(3 * read.length);
  const deliver = () => {
    const req = new IncomingMessage(new Socket());
    const body = readBody(req, { maxBytes: 100 * read.length, held, rejectEarly: async () => undefined });
    for (const chunk of [read, read, null]) req.push(chunk);
    return body;
  };
  const first = await deliver();
  expect(await deliver()).toEqual({ kind: 'crowded' });
  if (first.kind !== 'body') throw new Error('The first body was not read');
  expect(first.body).toHaveLength(2 * read.length);
  first.release();
  expect(first.body).toHaveLength(0);
  expect(held.bytes()).toBe(0);
  expect(await deliver()).toMatchObject({ kind: 'body' });
});
