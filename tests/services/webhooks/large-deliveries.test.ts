import { once } from 'node:events';
import { promisify } from 'node:util';
import { gunzip, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { TriggerConfig, type WebhookTrigger } from '~/engine/integration';
import { parseJson, stringifyJson } from '~/engine/json/json';
import { createFairQueue } from '~/services/limits/fair-queue';
import { findSkipReason, isLargeDelivery, readDelivery, readKey } from '~/services/webhooks/delivery-checks';
import { readPayload } from '~/services/webhooks/bodies/payload';
import { readExact } from '~/services/webhooks/bodies/payload-outcome';
import { makeDelivery } from '../../support/delivery';

/** A delivery of very many names, which takes tens of milliseconds to be parsed. */
const members = Array.from({ length: 60_000 }, (_, index) => `"_${index.toString(36)}":1`).join(',');
const json = `{"id":12345678901234567890,"price":1.10,${members}}`;

const trigger = TriggerConfig.parse({
  type: 'webhook',
  webhook: {
    dedupe: { by: 'path', of: '$.id', hours: 24 },
    onlyRunIf: [{ field: 'trigger.price', operator: 'equals', value: '2' }],
  },
}) as WebhookTrigger;

const place = createFairQueue().enter({ organizationId: 'o', integrationId: 'a' }, json.length);

function deliver(body: string) {
  return {
    integrationId: 'a',
    method: 'POST',
    url: '/webhook/a',
    header: (name: string) => (name === 'content-type' ? 'application/json' : undefined),
    listHeaders: () => [],
    address: () => '192.0.2.1',
    body: Buffer.from(body),
  };
}

test('a large delivery is read in turns between which others have theirs, with all its digits', async () => {
  const delivery = deliver(json);
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const payload = await readDelivery(delivery, trigger, json.length, place);
  isOver = true;
  expect(turns).toBeGreaterThan(2);
  if (payload.kind !== 'payload') throw new Error(payload.kind);
  expect(payload.json).toBe(json);
  const exact = () => readExact(payload);
  expect(exact()).toBe(payload.value);
  expect(stringifyJson(exact()) === stringifyJson(parseJson(json))).toBe(true);
  expect(readKey(delivery, trigger, exact)).toBe('=12345678901234567890');
  expect(await findSkipReason(trigger, exact, delivery)).toContain('trigger.price equals');
});

test('a small one is read at once, and what is broken is reported at any size', async () => {
  expect(readDelivery(deliver('{"a":1}'), trigger, 100, undefined)).toMatchObject({ value: { a: 1 } });
  const broken = readDelivery(deliver(json.slice(0, -1)), trigger, json.length, place);
  expect(await broken).toEqual({ kind: 'unparsable', message: 'The body is not valid JSON.' });
});

test('a compressed one waits for its turn before it is unpacked, and others are served between those of one sender', async () => {
  const compressed = makeDelivery('a', {
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    body: gzipSync(JSON.stringify('x'.repeat(1_000_000))),
  });
  expect(compressed.body.length).toBeLessThan(2_048);
  expect([isLargeDelivery(compressed), isLargeDelivery(deliver('{"a":1}'))]).toEqual([true, false]);
  const bound = 64 * 1024;
  const queue = createFairQueue(bound);
  const waiter = { organizationId: 'p', integrationId: 'b' };
  const order: string[] = [];
  const gate = new AbortController();
  const before = queue.enter(waiter, 1).do(
    () => once(gate.signal, 'abort'),
    () => 0,
  );
  const read = async (name: string, by: typeof waiter) => {
    const entered = queue.enter(by, compressed.body.length);
    const payload = await readDelivery(compressed, trigger, 1_000_002, entered);
    order.push(`${name} ${payload.kind}`);
  };
  const reads: Promise<void>[] = [];
  for (; !queue.isFull(waiter);) reads.push(read('of the sender', waiter));
  expect(reads.length).toBeLessThan(bound / compressed.body.length);
  const other = { organizationId: 'o', integrationId: 'a' };
  expect(queue.isFull(other)).toBe(false);
  reads.push(read('of another', other));
  await promisify(gunzip)(compressed.body);
  expect(order).toEqual([]);
  gate.abort();
  await Promise.all([before, ...reads]);
  expect(order.indexOf('of another payload')).toBeLessThan(2);
  expect(order.length).toBe(reads.length);
});

test('large envelopes of queues and lists of lines are read as small ones are', () => {
  const envelope = `{"n":1.10,"message":{"data":"${Buffer.from(json).toString('base64')}"},${members}}`;
  const opened = readPayload(Buffer.from(envelope), 'application/json', { readAs: 'message' });
  const expected = `{"n":1.10,"message":{"data":${json}},${members}}`;
  // Integer-like names come first in an object of the language, wherever they stood.
  expect(opened.kind === 'payload' && parseJson(opened.json)).toEqual(parseJson(expected));
  const lines = readPayload(Buffer.from(`${json}\n{"a":1}\n`), 'application/x-ndjson');
  expect(lines.kind === 'payload' && lines.json).toBe(`[${json},{"a":1}]`);
  expect(readPayload(Buffer.from(`1\n${json}}\n`), 'application/x-ndjson')).toEqual({
    kind: 'unparsable',
    message: 'Line 2 of the body is not valid JSON.',
  });
});
