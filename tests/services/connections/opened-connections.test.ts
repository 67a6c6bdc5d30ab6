// Runs open a connection once for as long as it is stored as it was; what is stored decides each time.
import { beforeEach, expect, test } from 'vitest';
import { findConnection, type StoredConnection } from '~/db/connections/connections';
import {
  createConnectionCache,
  openCachedConnection,
  sealConfig,
} from '~/services/connections/connection-secrets';
import { changeConnection, createConnection } from '~/services/connections/connections';
import { createTestUser } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';

let context: TestContext;
let actor: { userId: string; organizationId: string };

beforeEach(async () => {
  context = await createTestContext();
  const { user, organizationId } = await createTestUser(context);
  actor = { userId: user.id, organizationId };
});

async function create(name: string) {
  const config = { in: 'header', name: 'X-Key', value: 'first-secret-value' };
  const about = { name, kind: 'api_key', baseUrl: 'https://api.example.com', config } as const;
  const made = await createConnection(context, actor, about);
  if (made.kind !== 'connection') throw new Error(JSON.stringify(made));
  return made.connection.id;
}

async function find(id: string): Promise<StoredConnection> {
  const stored = await findConnection(context.db, { id, organizationId: actor.organizationId });
  if (!stored) throw new Error('It is gone');
  return stored;
}

const openRow = (row: StoredConnection) => openCachedConnection(context.connections, row);
const open = async (id: string) => openRow(await find(id));

test('a connection is opened once, and shows each change', async () => {
  const id = await create('Shop');
  const first = await open(id);
  expect(first).toMatchObject({ name: 'Shop', config: { name: 'X-Key', value: 'first-secret-value' } });
  expect((await open(id))?.config).toBe(first?.config);

  const change = { name: 'Store', baseUrl: 'https://other.example.com', allowedHosts: ['b.example.com'] };
  const config = { value: 'second-secret-value' };
  expect(await changeConnection(context, actor, id, { ...change, config })).toMatchObject({
    kind: 'connection',
  });
  expect(await open(id)).toMatchObject({ ...change, config: { name: 'X-Key', ...config } });
  await changeConnection(context, actor, id, { config: { name: 'X-Other' } });
  expect(await open(id)).toMatchObject({ ...change, config: { name: 'X-Other', ...config } });
});

test('parts that are not secret count also when the sealed ones stay as they are', async () => {
  const stored = await find(await create('Shop'));
  expect(openRow(stored)).toMatchObject({ config: { name: 'X-Key' } });
  expect(openRow({ ...stored, config: stored.config.replace('X-Key', 'X-Other') })).toMatchObject({
    config: { name: 'X-Other' },
  });
  expect(openRow(stored)).toMatchObject({ config: { name: 'X-Key' } });
});

test('sealed secrets that were copied to another connection do not open there, though they were opened before', async () => {
  const [id, other] = [await create('Shop'), await create('Another')];
  const { secrets } = await find(id);
  expect(await open(id)).toBeDefined();
  await context.db.run(context.db.build.updateTable('connections').set({ secrets }).where('id', '=', other));
  expect(await open(other)).toBeUndefined();
});

test('what was opened with another key is not kept for this one', async () => {
  const id = await create('Shop');
  expect(await open(id)).toBeDefined();
  const other = createConnectionCache({ appKey: Buffer.alloc(32, 9) });
  expect(openCachedConnection(other, await find(id))).toBeUndefined();
  expect(other).toMatchObject({ size: 0 });
});

test('no more is kept than there is room for', async () => {
  const id = await create('Shop');
  const [stored, opened] = [await find(id), await open(id)];
  if (opened?.kind !== 'api_key') throw new Error('It is of another kind');
  const config = { ...opened.config, value: 'v'.repeat(4_000) };
  const { connections } = context;
  for (let saves = 0; saves < 600; saves += 1) {
    const sealed = sealConfig(context.config, id, { kind: 'api_key', config });
    expect(openCachedConnection(connections, { ...stored, ...sealed })).toMatchObject({ config });
  }
  const sizes = [...connections.entries.values()].map(({ size }) => size);
  expect(sizes.length).toBeLessThan(600);
  expect(connections.size).toBe(sizes.reduce((sum, size) => sum + size, 0));
  expect(connections.size).toBeLessThanOrEqual(2 * 1024 * 1024);
});
