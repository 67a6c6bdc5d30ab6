// What a store refuses, in words that a person understands.
import { beforeEach, expect, test } from 'vitest';
import { createRunSetup, type RunSetup } from '../runs/run-setup';
import { listRows, put, runCalls, type StoreCall } from './run-calls';

let setup: RunSetup;

beforeEach(async () => {
  setup = await createRunSetup();
});

/** Runs calls that go on whatever the status is, and returns each status with its message. */
async function refuse(calls: StoreCall[], payload?: string): Promise<string[]> {
  const outcomes: string[] = [];
  for (const call of calls) {
    const { errors } = await runCalls(setup, [call], payload);
    outcomes.push(errors[0] ?? 'completed');
  }
  return outcomes;
}

test('a bad address, body or method is told apart', async () => {
  const outcomes = await refuse(
    [
      put('store://orders/{{trigger.empty}}', '1'),
      put('store://orders/{{trigger.long}}', '1'),
      put('store://orders', '1'),
      put('store://orders/a', ''),
      put('store://orders/a', '{"a": '),
      put('store://orders/a', '{{trigger}}'),
      put('store://orders/a?expire=7d', '1'),
      put('store://orders/a?expires=soon', '1'),
      put('store://orders/a', '1', { headers: { 'If-None-Match': '"etag"' } }),
      put('store://orders/a', '{"a": "{{trigger.text}}"}', { bodyType: 'form' }),
      { url: 'store://orders?limit=0' },
      { url: 'store://orders/a/b' },
      { url: 'store://orders', method: 'DELETE' },
      { url: 'store://orders/a', method: 'POST', body: '1' },
      { url: 'store://orders/a/increment', method: 'POST', body: '"1"' },
      { url: 'store://orders/a', method: 'PATCH', body: '[1]' },
    ],
    JSON.stringify({ empty: '', long: 'x'.repeat(300), text: 'y' }),
  );
  const unprocessable = 'HTTP 422: Unprocessable Content: ';
  expect(outcomes).toEqual([
    `${unprocessable}The key is empty.`,
    `${unprocessable}A key has at most 256 characters, and this one has 300.`,
    `${unprocessable}Write the key of the record behind the name of the store: store://name/key.`,
    `${unprocessable}The body is empty. Write the value of the record into it, as JSON.`,
    `${unprocessable}The value is not JSON from its character 7 on.`,
    'completed',
    `${unprocessable}The address can have expires here, and not expire.`,
    `${unprocessable}expires is a whole number with s, m, h or d behind it, such as 7d, of at most 3,650 days.`,
    `${unprocessable}If-None-Match is * for a record that must not stand there yet. A store knows no other.`,
    `${unprocessable}The value is not JSON from its character 1 on.`,
    `${unprocessable}limit is a whole number from 1 to 1,000.`,
    `${unprocessable}Behind the key, an address has only /increment, with POST. A slash within a key is written as %2F.`,
    `${unprocessable}Write the key of a record, or the last key of those to delete: store://name?upTo=key.`,
    'HTTP 405: Method Not Allowed: POST adds a record to store://name, or counts at store://name/key/increment. PUT writes a record.',
    `${unprocessable}The body of an increment is a number, or empty for 1.`,
    `${unprocessable}PATCH merges an object into the record, so its body is an object in JSON.`,
  ]);
  expect(listRows(setup, 'records')).toMatchObject([{ key: 'a' }]);
});

test('nothing is counted or merged into a record of another type', async () => {
  await runCalls(setup, [put('store://things/text', '"5"'), put('store://things/list', '[]')]);
  expect(
    await refuse([
      { url: 'store://things/text/increment', method: 'POST' },
      { url: 'store://things/list/increment', method: 'POST' },
      { url: 'store://things/list', method: 'PATCH', body: '{}' },
    ]),
  ).toEqual([
    'HTTP 422: Unprocessable Content: The record is no number, so nothing can be added to it. PUT replaces it.',
    'HTTP 422: Unprocessable Content: The record is no number, so nothing can be added to it. PUT replaces it.',
    'HTTP 422: Unprocessable Content: The record is no object, so nothing can be merged into it. PUT replaces it.',
  ]);
});

test('a value has at most 64 KiB, also after a merge', async () => {
  const half = 'é'.repeat(16 * 1024 - 3);
  const payload = JSON.stringify({ half });
  expect(
    await refuse(
      [
        put('store://texts/a', '{"a":"{{trigger.half}}","b":"{{trigger.half}}"}'),
        put('store://texts/a', '{"a":"{{trigger.half}}"}'),
        { url: 'store://texts/a', method: 'PATCH', body: '{"b":"{{trigger.half}}"}' },
        put('store://texts/b', '["{{trigger.half}}","{{trigger.half}}"]'),
      ],
      payload,
    ),
  ).toEqual([
    'HTTP 422: Unprocessable Content: A value has at most 64 KiB as JSON.',
    'completed',
    'HTTP 422: Unprocessable Content: A value has at most 64 KiB as JSON.',
    'completed',
  ]);
});

test('a full organization gets no more, and may still replace and delete', async () => {
  const { sqlite } = setup.context.db;
  await runCalls(setup, [put('store://orders/a', '{"a":1}')]);
  sqlite.exec('update stores set records = 100000');
  expect(
    await refuse([
      put('store://orders/b', '1'),
      { url: 'store://orders', method: 'POST', body: '1' },
      put('store://orders/a', '{"b":2}'),
    ]),
  ).toEqual([
    'HTTP 507: Insufficient Storage: The stores of an organization hold at most 100,000 records.',
    'HTTP 507: Insufficient Storage: The stores of an organization hold at most 100,000 records.',
    'completed',
  ]);
  sqlite.exec('update stores set records = 1, length = 256 * 1024 * 1024');
  const full =
    'HTTP 507: Insufficient Storage: The stores of an organization hold at most 256 MiB of values.';
  expect(
    await refuse([
      put('store://orders/a', '{"c":22}'),
      put('store://orders/a', '{"c":2}'),
      { url: 'store://orders/a', method: 'DELETE' },
    ]),
  ).toEqual([full, 'completed', 'completed']);
});

test('an organization has at most 100 stores', async () => {
  await runCalls(
    setup,
    Array.from({ length: 50 }, (_, n) => put(`store://s${n}/a`, '1')),
  );
  await runCalls(
    setup,
    Array.from({ length: 50 }, (_, n) => put(`store://t${n}/a`, '1')),
  );
  expect(await refuse([put('store://one-more/a', '1'), put('store://s1/b', '1')])).toEqual([
    'HTTP 507: Insufficient Storage: An organization has at most 100 stores.',
    'completed',
  ]);
});
