import { beforeEach, expect, test } from 'vitest';
import type { Actor } from '~/services/actor';
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

test('the stores of another organization are not there', async () => {
  const { user, organizationId } = await createTestUser(context);
  await insert('orders', 'a');
  cookie = await signInAs(context, user.id);
  expect((await ask('GET', '')).status).toBe(404);
  actor = { userId: user.id, organizationId };
  expect((await ask('GET', '')).text).toBe('[]');
  expect((await ask('GET', '/orders/records')).status).toBe(404);
  expect((await ask('GET', '/orders/records/a')).status).toBe(404);
});
