import { beforeEach, expect, test } from 'vitest';
import type { Actor } from '~/services/actor';
import { saveRecord } from '~/services/stores/records';
import { createTestUser, signInAs } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';
import { createTestExecution } from '../../support/executions';
import { insertTestRecord } from '../../support/records';
import { seedIntegration } from '../../support/seed';
import { type CheckedApp, createCheckedApp } from '../checked-app';

let context: TestContext;
let app: CheckedApp;
let actor: Actor;
let cookie: string;

beforeEach(async () => {
  context = await createTestContext();
  app = createCheckedApp(context);
  const { user, organizationId } = await createTestUser(context);
  actor = { userId: user.id, organizationId };
  cookie = await signInAs(context, user.id);
});

function insert(store: string, key: string, more: object = {}) {
  return insertTestRecord(context, { organizationId: actor.organizationId, store, key, ...more });
}

async function ask(method: string, path: string, body?: string, headers: Record<string, string> = {}) {
  const base = `/api/organizations/${actor.organizationId}/stores`;
  const response = await app.request(path.startsWith('/api/') ? path : base + path, {
    method,
    headers: { Cookie: cookie, 'Content-Type': 'application/json', ...headers },
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  const next = /<(.+)>/.exec(response.headers.get('Link') ?? '')?.[1];
  return { status: response.status, text, next, headers: response.headers };
}

/** Follows the pages of a list, and returns what each has of the named field. */
async function listPages(path: string, field: string): Promise<string[][]> {
  const pages: string[][] = [];
  for (let at: string | undefined = path; at !== undefined;) {
    const { text, next, status } = await ask('GET', at);
    expect(status, text).toBe(200);
    pages.push((JSON.parse(text) as Record<string, string>[]).map((row) => row[field] ?? ''));
    at = next;
  }
  return pages;
}

test('lists stores and records page by page, in order of name and key', async () => {
  for (const key of ['b', 'a/é', 'a', '\u{1F600}', '\u{FF21}']) await insert('orders', key);
  await insert('digest', '1', { value: '"one"' });
  await insert('counters', '1');
  expect(await listPages('?limit=2', 'name')).toEqual([['counters', 'digest'], ['orders']]);
  expect(await listPages('/orders/records?limit=2', 'key')).toEqual([
    ['a', 'a/é'],
    // As bytes of UTF-8 sort, beyond the plane where UTF-16 sorts otherwise.
    ['b', '\u{FF21}'],
    ['\u{1F600}'],
  ]);
  expect(await listPages('/orders/records?limit=1&prefix=a', 'key')).toEqual([['a'], ['a/é']]);
  expect(await listPages('/orders/records?prefix=c', 'key')).toEqual([[]]);
  expect((await ask('GET', '/nothing/records')).status).toBe(404);
});

test('a page ends before its values would be long', async () => {
  const value = JSON.stringify('x'.repeat(60_000));
  for (let at = 1; at <= 6; at += 1) await insert('files', String(at), { value });
  expect(await listPages('/files/records', 'key')).toEqual([
    ['1', '2', '3', '4'],
    ['5', '6'],
  ]);
});

test('reads a record with its digits, and whence it came', async () => {
  const owner = {
    organizationId: actor.organizationId,
    integrationId: await seedIntegration({ context, ...actor }, { isActive: false }),
  };
  const executionId = await createTestExecution(context, owner);
  await insert('orders', 'a/b %2F?', { value: '{"total":12.50,"id":9007199254740993}', executionId });
  const { status, text } = await ask('GET', `/orders/records/${encodeURIComponent('a/b %2F?')}`);
  expect(status).toBe(200);
  expect(text).toContain('"value":{"total":12.50,"id":9007199254740993}');
  expect(JSON.parse(text)).toMatchObject({
    key: 'a/b %2F?',
    executionId,
    integrationId: owner.integrationId,
    isSecret: false,
    isReadable: true,
    expiresAt: null,
  });
});

test('a secret value and one under another key are not shown', async () => {
  await insert('tokens', 'shop', { value: '"correct-horse-7"', isSecret: true });
  const { organizationId } = actor;
  const { build } = context.db;
  await insert('tokens', 'moved');
  await context.db.run(
    build
      .updateTable('records')
      .set({
        value: build.selectFrom('records as other').select('other.value').where('other.key', '=', 'shop'),
      })
      .where('organization_id', '=', organizationId)
      .where('key', '=', 'moved'),
  );
  const { text } = await ask('GET', '/tokens/records');
  expect(text).not.toContain('horse');
  expect(JSON.parse(text)).toMatchObject([
    { key: 'moved', value: null, isReadable: false },
    { key: 'shop', value: null, isSecret: true, isReadable: true },
  ]);
});

test('an expired record is absent at once', async () => {
  await insert('cache', 'a', { expiresAt: context.now() + 1_000 });
  await insert('cache', 'b');
  expect(JSON.parse((await ask('GET', '/cache/records/a')).text)).toMatchObject({
    expiresAt: new Date(context.now() + 1_000).toISOString(),
  });
  context.clock.advance(1_000);
  expect((await ask('GET', '/cache/records/a')).status).toBe(404);
  expect(await listPages('/cache/records', 'key')).toEqual([['b']]);
});

test('writes, changes and deletes a record, and the audit log says so without values', async () => {
  const path = `/orders/records/${encodeURIComponent('a/1')}`;
  const written = await ask('PUT', path, '{"value":{"total":12.50},"expiresAt":"7d"}');
  expect(written.status, written.text).toBe(201);
  expect(written.headers.get('Location')).toBe(`/api/organizations/${actor.organizationId}/stores${path}`);
  expect(written.text).toContain('"value":{"total":12.50}');
  const expiresAt = new Date(context.now() + 7 * 24 * 3_600_000).toISOString();
  expect(JSON.parse(written.text)).toMatchObject({ key: 'a/1', expiresAt, executionId: null });
  expect(JSON.parse((await ask('GET', '')).text)).toMatchObject([{ name: 'orders', records: 1, bytes: 15 }]);

  expect((await ask('PUT', path, '{"value":1}', { 'If-None-Match': '*' })).status).toBe(412);
  expect((await ask('PUT', path, '{"value":1}', { 'If-Match': '"other"' })).status).toBe(412);
  const tag = (await ask('GET', path)).headers.get('ETag') ?? '';
  expect((await ask('PUT', path, written.text, { 'If-Match': tag })).status).toBe(200);
  expect((await ask('PUT', '/orders/records/new', '{"value":null}', { 'If-None-Match': '*' })).status).toBe(
    201,
  );
  const kept = JSON.parse((await ask('GET', path)).text) as object;
  expect(kept).toMatchObject({ expiresAt, value: { total: 12.5 } });

  expect((await ask('DELETE', path)).status).toBe(204);
  expect((await ask('DELETE', path)).status).toBe(404);
  expect((await ask('GET', path)).status).toBe(404);
  const kinds = await context.db.all(
    context.db.build
      .selectFrom('audit')
      .select(['kind', 'detail'])
      .where('kind', 'like', 'record-%')
      .orderBy('id'),
  );
  expect(kinds).toEqual([
    { kind: 'record-changed', detail: 'orders/a/1' },
    { kind: 'record-changed', detail: 'orders/a/1' },
    { kind: 'record-changed', detail: 'orders/new' },
    { kind: 'record-deleted', detail: 'orders/a/1' },
  ]);
});

test('of two changes that began from the same record, the second one is refused', async () => {
  const path = '/orders/records/a';
  await insert('orders', 'a');
  const tag = (await ask('GET', path)).headers.get('ETag') ?? '';
  context.clock.advance(1);
  const writes = ['1', '2', '3'].map((value) => ask('PUT', path, `{"value":${value}}`, { 'If-Match': tag }));
  const statuses = (await Promise.all(writes)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 412, 412]);

  const next = (await ask('GET', path)).headers.get('ETag') ?? '';
  context.clock.advance(1);
  const both = await Promise.all([
    ask('DELETE', path, undefined, { 'If-Match': next }),
    ask('PUT', path, '{"value":4}', { 'If-Match': next }),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toSatisfy(
    ([first, second]: number[]) => (first === 200 || first === 204) && second === 412,
  );
});

test('If-Match never brings back a record that was deleted or has expired', async () => {
  await insert('orders', 'deleted');
  await insert('orders', 'expired', { expiresAt: context.now() + 1_000 });
  const tags = new Map<string, string>();
  for (const key of ['deleted', 'expired'])
    tags.set(key, (await ask('GET', `/orders/records/${key}`)).headers.get('ETag') ?? '');
  await ask('DELETE', '/orders/records/deleted');
  context.clock.advance(1_000);
  for (const [key, tag] of tags)
    for (const wanted of [tag, '*']) {
      const late = await ask('PUT', `/orders/records/${key}`, '{"value":2}', { 'If-Match': wanted });
      expect(late.status, `${key} ${wanted}`).toBe(412);
    }
  expect(await listPages('/orders/records', 'key')).toEqual([[]]);
});

test('If-Match: * writes whatever stands there, also when others write at the same time', async () => {
  await insert('orders', 'a');
  context.clock.advance(1);
  const writes = ['1', '2', '3'].map((value) =>
    ask('PUT', '/orders/records/a', `{"value":${value}}`, { 'If-Match': '*' }),
  );
  expect((await Promise.all(writes)).map(({ status }) => status)).toEqual([200, 200, 200]);
});

test('of two changes within one millisecond, the second one is refused, too', async () => {
  await insert('orders', 'a');
  const [since] = JSON.parse((await ask('GET', '/orders/records')).text) as { updatedAt: string }[];
  const save = (json: string) =>
    saveRecord(
      context,
      actor,
      { store: 'orders', key: 'a' },
      { json, expiresAt: '', since: since?.updatedAt },
    );
  expect(await save('1')).toMatchObject({ kind: 'record' });
  expect(await save('2')).toMatchObject({ kind: 'conflict' });
});

test('has one answer for stores that are full', async () => {
  await insert('orders', 'a');
  const { build } = context.db;
  await context.db.run(build.updateTable('stores').set({ records: 100_000 }));
  const { status, text } = await ask('PUT', '/orders/records/b', '{"value":1}');
  expect(status).toBe(507);
  expect(JSON.parse(text)).toEqual({
    message: 'The stores of an organization hold at most 100,000 records.',
    code: 'STORES_FULL',
  });
  expect((await ask('PUT', '/orders/records/a', '{"value":2}')).status).toBe(200);
});

test('says what is wrong with a name, a key, a value and an end', async () => {
  const findFields = async (path: string, body: string) => {
    const { status, text } = await ask('PUT', path, body);
    expect(status, text).toBe(422);
    return Object.keys((JSON.parse(text) as { fields: object }).fields);
  };
  expect(await findFields('/Orders/records/a', '{"value":1}')).toEqual(['store']);
  expect(await findFields(`/orders/records/${'a'.repeat(257)}`, '{"value":1}')).toEqual(['key']);
  expect(await findFields('/orders/records/a%0Ab', '{"value":1}')).toEqual(['key']);
  expect(await findFields('/orders/records/a', JSON.stringify({ value: 'x'.repeat(65_536) }))).toEqual([
    'value',
  ]);
  for (const expiresAt of ['7', '2026-01-05T11:59:59Z', '2027-01-05T12:00:00', 'soon'])
    expect(await findFields('/orders/records/a', JSON.stringify({ value: 1, expiresAt }))).toEqual([
      'expiresAt',
    ]);
  expect((await ask('GET', '')).text).toBe('[]');
});

test('finds no record by a key that cannot be decoded, and writes and deletes none', async () => {
  await insert('orders', '%ff');
  expect((await ask('PUT', '/orders/records/%ff', '{"value":1}')).status).toBe(404);
  expect((await ask('GET', '/orders/records/%ff')).status).toBe(404);
  expect((await ask('DELETE', '/orders/records/%ff')).status).toBe(404);
  expect((await ask('GET', '/orders/records/%25ff')).status).toBe(200);
});

test('deletes a store with all its records, and no other', async () => {
  const value = JSON.stringify('x'.repeat(50_000));
  for (let at = 1; at <= 12; at += 1) await insert('files', String(at), { value });
  await insert('orders', 'a');
  expect((await ask('DELETE', '/files')).status).toBe(204);
  expect((await ask('DELETE', '/files')).status).toBe(404);
  expect(await listPages('', 'name')).toEqual([['orders']]);
  const left = await context.db.all(context.db.build.selectFrom('records').select('key'));
  expect(left).toEqual([{ key: 'a' }]);
});

test('downloads all records as CSV and as JSON lines, without secrets', async () => {
  for (let at = 0; at < 120; at += 1)
    await insert('orders', `k${String(at).padStart(3, '0')}`, { value: '1.50' });
  await insert('orders', '=1+1', { value: '{"a":["x","y"]}' });
  await insert('orders', 'z', { value: '"correct-horse-7"', isSecret: true });
  const csv = await ask('GET', '/orders/records.csv');
  expect(csv.headers.get('Content-Disposition')).toBe('attachment; filename="orders.csv"');
  const rows = csv.text.split('\r\n');
  expect(rows).toHaveLength(124);
  expect(rows[0]).toBe('key,value,isSecret,executionId,createdAt,updatedAt,expiresAt');
  expect(rows[1]).toMatch(/^'=1\+1,"{""a"":\[""x"",""y""]}",false,,/);
  expect(rows[2]).toMatch(/^k000,1\.50,false,,2026-01-05T12:00:00\.000Z,/);
  expect(rows[122]).toMatch(/^z,,true,,/);
  const lines = (await ask('GET', '/orders/records.jsonl')).text.trimEnd().split('\n');
  expect(lines).toHaveLength(122);
  expect(lines[1]).toContain('"value":1.50');
  expect(JSON.parse(lines[121] ?? '')).toMatchObject({ key: 'z', value: null, isSecret: true });
  expect((await ask('GET', '/nothing/records.jsonl')).status).toBe(404);
});

test('the stores of another organization are not there', async () => {
  const { user, organizationId } = await createTestUser(context);
  await insert('orders', 'a');
  cookie = await signInAs(context, user.id);
  expect((await ask('GET', '')).status).toBe(404);
  actor = { userId: user.id, organizationId };
  expect((await ask('GET', '')).text).toBe('[]');
  expect((await ask('GET', '/orders/records')).status).toBe(404);
  expect((await ask('GET', '/orders/records/a')).status).toBe(404);
  expect((await ask('DELETE', '/orders/records/a')).status).toBe(404);
  expect((await ask('DELETE', '/orders')).status).toBe(404);
  expect((await ask('GET', '/orders/records.csv')).status).toBe(404);
});
