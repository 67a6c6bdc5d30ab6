import { beforeEach, expect, it } from 'vitest';
import { deleteMembership } from '~/db/organizations/members';
import type { Actor } from '~/services/actor';
import { createConnection } from '~/services/connections/connections';
import { exportIntegrations } from '~/services/imports/export-integrations';
import { createIntegration } from '~/services/integrations/integrations';
import { createValue } from '~/services/values/values';
import { createTestUser } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';

let context: TestContext;
let actor: Actor;

beforeEach(async () => {
  context = await createTestContext();
  const { user, organizationId } = await createTestUser(context);
  actor = { userId: user.id, organizationId, address: '192.0.2.1' };
});

async function create(name: string, input: object = {}, by = actor): Promise<string> {
  const outcome = await createIntegration(context, by, { name, ...input });
  if (outcome.kind !== 'integration') throw new Error(JSON.stringify(outcome));
  return outcome.integration.id;
}

async function read(asked: { tag?: string; ids?: string[] } = {}, by = actor): Promise<string> {
  const outcome = await exportIntegrations(context, by, asked);
  if (outcome.kind !== 'export') throw new Error(outcome.kind);
  const pieces: string[] = [];
  for await (const piece of outcome.pieces) pieces.push(piece);
  return pieces.join('');
}

const bearer = { kind: 'bearer', baseUrl: 'https://api.example.com', config: { token: 'very-secret-token' } };

it('writes all integrations by name, in lines, with the connections and values that they use', async () => {
  await createValue(context, actor, {
    name: 'shop_key',
    isSecret: true,
    value: 'very-secret',
    allowedHosts: ['a.test'],
  });
  await createValue(context, actor, { name: 'unused', value: 'x' });
  await createConnection(context, actor, { name: 'Unused', ...bearer });
  const shop = await createConnection(context, actor, { name: 'Shop', ...bearer });
  const connectionId = shop.kind === 'connection' ? shop.connection.id : '';
  const call = {
    id: 'a',
    order: 1,
    name: 'List',
    url: '/orders?key=1',
    authConfig: { type: 'connection', connectionId },
  };
  const keyed = {
    id: 'b',
    order: 1,
    name: 'Key',
    url: 'https://a.test/',
    headers: { 'X-Api-Key': '{{org.shop_key}}' },
  };
  await create('Warehouse', { apiCalls: [call] });
  await create('Alarms', {
    apiCalls: [{ ...keyed, authConfig: { type: 'bearer', token: 'very-secret-bearer' } }],
  });
  const stranger = await createTestUser(context);
  await create('Foreign', {}, { userId: stranger.user.id, organizationId: stranger.organizationId });

  const text = await read();
  const file = JSON.parse(text);
  expect(text).toBe(`${JSON.stringify(file, null, 2)}\n`);
  expect(file).toMatchObject({
    format: 'wicked-integrations',
    version: 1,
    integrations: [{ name: 'Alarms' }, { name: 'Warehouse' }],
    connections: [{ name: 'Shop', kind: 'bearer' }],
    values: [{ name: 'shop_key', isSecret: true }],
  });
  expect(file.integrations[1].definition.apiCalls[0].authConfig).toEqual({
    type: 'connection',
    connectionId: 'Shop',
  });
  expect(text).not.toMatch(/very-secret|exportedVersion|Unused|unused|Foreign/);
  expect(await read()).toBe(text);
});

it('writes the integrations of one tag alone, and a whole file even of none', async () => {
  await create('Tagged', { tags: ['Billing'] });
  await create('Other');
  expect(JSON.parse(await read({ tag: 'billing' })).integrations).toMatchObject([{ name: 'Tagged' }]);
  const none = await read({ tag: 'nothing' });
  expect(none).toBe(`${JSON.stringify(JSON.parse(none), null, 2)}\n`);
});

async function listNames(asked: { tag?: string; ids?: string[] }): Promise<string[]> {
  const file = JSON.parse(await read(asked)) as { integrations: { name: string }[] };
  return file.integrations.map(({ name }) => name);
}

it('writes the integrations of some ids alone, and none of another organization', async () => {
  const [one, two] = [await create('One'), await create('Two', { tags: ['Billing'] })];
  await create('Three');
  const stranger = await createTestUser(context);
  const foreign = await create(
    'Foreign',
    {},
    { userId: stranger.user.id, organizationId: stranger.organizationId },
  );
  expect(await listNames({ ids: [two, foreign, one, 'gone'] })).toEqual(['One', 'Two']);
  expect(await listNames({ ids: [two, one], tag: 'billing' })).toEqual(['Two']);
});

it('is written to the audit log, and refused to a former member', async () => {
  await create('Orders');
  await read();
  const { db } = context;
  const query = db.build
    .selectFrom('audit')
    .select(['kind', 'detail', 'address'])
    .where('kind', 'like', '%exported');
  expect(await db.all(query)).toEqual([
    { kind: 'integrations-exported', detail: '1 integration', address: '192.0.2.1' },
  ]);
  await deleteMembership(db, actor.userId, actor.organizationId);
  expect(await exportIntegrations(context, actor)).toEqual({ kind: 'not-found' });
});
