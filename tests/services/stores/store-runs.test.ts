// Calls whose URL leads to a store, from the delivery to the log.
import { beforeEach, describe, expect, test } from 'vitest';
import { parseJson, stringifyJson } from '~/engine/json/json';
import { createRunSetup, type RunSetup } from '../runs/run-setup';
import { listRows, put, runCalls, type StoreCall } from './run-calls';

let setup: RunSetup;

beforeEach(async () => {
  setup = await createRunSetup();
});

const run = (calls: StoreCall[], payload?: string) => runCalls(setup, calls, payload);
const count = (body = '') => ({ url: 'store://counters/a/increment', method: 'POST', body });
const add = (n: number) => ({ url: 'store://digest', method: 'POST', body: String(n) });
const rows = (table: Parameters<typeof listRows>[1]) => listRows(setup, table);

describe('a record', () => {
  test('is written by one integration, read and deleted by another, and an absent one is an answer', async () => {
    const written = await run(
      [put('store://orders/{{trigger.id}}', '{"total": {{n}}, "big": 9007199254740993}')],
      '{"n":1.10,"id":"a/b ü"}',
    );
    expect(written).toMatchObject({ status: 'completed' });
    expect(written.bodies).toEqual(['{"created":true,"value":{"total":1.10,"big":9007199254740993}}']);
    expect(setup.target.received).toEqual([]);

    const id = '{{trigger.id}}';
    const read = await run(
      [
        { url: `store://orders/${id}`, responseMapping: { saveAs: 'order' } },
        { url: `${setup.target.url}/{{order.found}}`, method: 'POST', body: '{{order.value.total}}' },
        { url: `store://orders/${id}`, method: 'DELETE' },
        { url: `store://orders/${id}`, method: 'DELETE' },
        { url: `store://orders/${id}` },
      ],
      '{"id":"a/b ü"}',
    );
    expect(read.status).toBe('completed');
    expect(read.bodies[0]).toMatch(
      /^\{"found":true,"value":\{"total":1\.10,"big":9007199254740993\},"updatedAt":"2.*Z","expiresAt":null\}$/,
    );
    expect(setup.target.received).toMatchObject([{ url: '/true', body: '1.10' }]);
    expect(read.bodies.slice(2)).toEqual([
      '{"deleted":true}',
      '{"deleted":false}',
      '{"found":false,"value":null}',
    ]);
    expect(rows('records')).toEqual([]);
    expect(rows('stores')).toMatchObject([{ name: 'orders', records: 0, length: 0 }]);
    expect(rows('record_responses')).toEqual([]);
  });

  test('is sealed, and counts with its bytes', async () => {
    const { id } = await run([put('store://orders/a', '{"name": "Zoë"}'), put('store://orders/b', '1')]);
    expect(rows('records')).toMatchObject([
      { store: 'orders', key: 'a', length: 15, is_secret: 0, execution_id: id, expires_at: null },
      { key: 'b', length: 1 },
    ]);
    expect(JSON.stringify(rows('records'))).not.toContain('Zoë');
    expect(rows('stores')).toMatchObject([{ name: 'orders', records: 2, length: 16 }]);
    await run([put('store://orders/a', '[]')]);
    expect(rows('stores')).toMatchObject([{ records: 2, length: 3 }]);
  });

  test('is written only once with If-None-Match, and says what stands there', async () => {
    const once = { headers: { 'If-None-Match': '*' } };
    const { bodies } = await run([
      put('store://seen/1', '"first"', once),
      put('store://seen/1', '"second"', once),
      put('store://seen/1', '"third"'),
    ]);
    expect(bodies).toEqual([
      '{"created":true,"value":"first"}',
      '{"created":false,"value":"first"}',
      '{"created":false,"value":"third"}',
    ]);
  });

  test('that ends is absent from then on, and is another one when it is written again', async () => {
    await run([put('store://cache/a?expires=90s', '1')]);
    setup.context.clock.advance(89_000);
    expect((await run([{ url: 'store://cache/a' }])).bodies[0]).toMatch(/^\{"found":true,.*"expiresAt":"2/);
    setup.context.clock.advance(1_000);
    const gone = await run([
      { url: 'store://cache/a' },
      { url: 'store://cache' },
      { url: 'store://cache/a', method: 'DELETE' },
    ]);
    expect(gone.bodies).toEqual([
      '{"found":false,"value":null}',
      '{"records":[],"next":null}',
      '{"deleted":false}',
    ]);
    await run([put('store://cache/a?expires=1h', '1'), put('store://cache/a', '2')]);
    expect(rows('records')).toMatchObject([{ expires_at: null, length: 1 }]);
    expect(rows('stores')).toMatchObject([{ records: 1, length: 1 }]);
  });

  test('of another organization is not there', async () => {
    await run([put('store://orders/a', '1')]);
    const other = setup;
    setup = await createRunSetup();
    expect((await run([{ url: 'store://orders/a' }, { url: 'store://orders' }])).bodies).toEqual([
      '{"found":false,"value":null}',
      '{"records":[],"next":null}',
    ]);
    expect(other.actor.organizationId).not.toBe(setup.actor.organizationId);
  });
});

test('PATCH merges, and keeps the end of the record unless it says another', async () => {
  const { bodies } = await run([
    { url: 'store://people/a?expires=1d', method: 'PATCH', body: '{"name":"Ada","age":1.10}' },
    { url: 'store://people/a', method: 'PATCH', body: '{"name":null,"city":{"zip":"1"}}' },
  ]);
  expect(bodies).toEqual([
    '{"created":true,"value":{"name":"Ada","age":1.10}}',
    '{"created":false,"value":{"age":1.10,"city":{"zip":"1"}}}',
  ]);
  expect(rows('records')).toMatchObject([{ expires_at: setup.context.now() + 86_400_000 }]);
});

test('an increment counts from nothing, by one or by the number in its body, with exact digits', async () => {
  const { bodies } = await run([count(), count(), count('0.10'), count('-3'), count('9007199254740993')]);
  expect(bodies).toEqual([
    '{"value":1}',
    '{"value":2}',
    '{"value":2.1}',
    '{"value":-0.9}',
    '{"value":9007199254740992.1}',
  ]);
});

test('what is added gets keys by time, is listed in pages, and deleted up to the last one that was read', async () => {
  const added = await run([add(1), add(2), add(3), put('store://digest/zz', '4')]);
  const keys = added.bodies.slice(0, 3).map((body) => (JSON.parse(body) as { key: string }).key);
  expect(keys).toEqual(keys.toSorted());
  const listed = await run([
    { url: 'store://digest?limit=2' },
    { url: `store://digest?after=${keys[1]}` },
    { url: 'store://digest?prefix=z' },
    {
      url: 'store://digest?limit=3',
      repeat: {
        kind: 'pages',
        next: { by: 'cursor', path: '$.next', in: 'query', param: 'after' },
        items: '$.records',
        saveAs: 'all',
      },
    },
    { url: 'store://digest?upTo={{all[2].key}}', method: 'DELETE' },
    { url: 'store://digest' },
  ]);
  expect(listed.status).toBe('completed');
  const read = listed.bodies.map((body) => {
    const page = parseJson(body) as { records?: { key: string; value: unknown }[]; next?: string | null };
    return [page.records?.map(({ value }) => stringifyJson(value)).join(), page.next];
  });
  expect(read).toEqual([
    ['1,2', keys[1]],
    ['3,4', null],
    ['4', null],
    ['1,2,3', keys[2]],
    ['4', null],
    [undefined, undefined],
    ['4', null],
  ]);
  expect(listed.bodies[5]).toBe('{"deleted":3,"more":false}');
  expect(rows('stores')).toMatchObject([{ records: 1, length: 1 }]);
});
