import { beforeEach, expect, test } from 'vitest';
import { countEndedExecution } from '~/db/executions/ended-executions';
import {
  type CardOrder,
  countFailuresInRow,
  listFailedIntegrations,
  listIntegrationCards,
} from '~/db/integrations/cards';
import { listTags } from '~/db/integrations/tags';
import { deleteIntegration } from '~/services/integrations/deletion';
import { createConnection } from '~/services/connections/connections';
import { updateIntegration } from '~/services/integrations/integrations';
import { updateName } from '~/db/accounts/users';
import { insertApiToken } from '~/db/organizations/api-tokens';
import { createTestUser } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';
import { seedIntegration } from '../../support/seed';

let context: TestContext;
let actor: { userId: string; organizationId: string };

beforeEach(async () => {
  context = await createTestContext();
  const { user, organizationId } = await createTestUser(context);
  actor = { userId: user.id, organizationId };
});

async function add(name: string, isActive = true, tags: string[] = []): Promise<string> {
  context.clock.advance(1);
  const apiCalls = [{ method: 'GET', url: 'https://api.example.com/' }];
  return seedIntegration({ context, ...actor }, { name, apiCalls, isActive, tags });
}

async function end(id: string, ...endings: ('completed' | 'error' | 'cancelled')[]): Promise<void> {
  for (const status of endings) {
    context.clock.advance(1000);
    await countEndedExecution(context.db, id, status, context.now());
  }
}

function listFailed(since = 0, limit = 3) {
  return listFailedIntegrations(context.db, { organizationId: actor.organizationId, since, limit });
}

async function listNames(order: CardOrder, wanted: { search?: string; tag?: string } = {}) {
  const { organizationId } = actor;
  const page = { organizationId, search: '', order, offset: 0, limit: 60, ...wanted };
  return (await listIntegrationCards(context.db, page)).map(({ name }) => name);
}

test('failures are counted from the first after what completed, and what was cancelled changes nothing', async () => {
  const id = await add('Rates');
  await end(id, 'error', 'completed', 'error', 'cancelled', 'error');
  const now = context.now();
  expect(await listFailed()).toEqual({
    failed: [{ id, name: 'Rates', lastFailedAt: now, failingSince: now - 2000, failuresInRow: 2 }],
    count: 1,
  });
  const { organizationId } = actor;
  expect(await countFailuresInRow(context.db, { id, organizationId })).toBe(2);
  expect(await countFailuresInRow(context.db, { id, organizationId: 'another' })).toBe(0);
  await end(id, 'completed');
  expect(await countFailuresInRow(context.db, { id, organizationId })).toBe(0);
  expect((await listFailed()).failed).toMatchObject([
    { lastFailedAt: now, failingSince: null, failuresInRow: 0 },
  ]);
  expect(await listFailed(now + 1)).toEqual({ failed: [], count: 0 });
});

test('what still fails is named before what has completed since; drafts and strangers are not', async () => {
  const [first, second, third] = [await add('Still'), await add('Again'), await add('Draft', false)];
  await end(first, 'error');
  await end(second, 'error', 'completed');
  await end(third, 'error');
  const stranger = await createTestUser(context);
  const foreign = await seedIntegration(
    { context, userId: stranger.user.id, organizationId: stranger.organizationId },
    { apiCalls: [{ url: 'https://api.example.com/' }] },
  );
  await end(foreign, 'error');
  expect((await listFailed()).failed.map(({ name }) => name)).toEqual(['Still', 'Again']);
  expect(await listFailed(0, 1)).toMatchObject({ failed: [{ name: 'Still' }], count: 2 });
});

test('those that fail come first, the latest failure first, then the newest', async () => {
  const [first, second] = [await add('First'), await add('Second')];
  await add('Third');
  await end(second, 'error');
  await end(first, 'error');
  expect(await listNames('failing')).toEqual(['First', 'Second', 'Third']);
  expect(await listNames('newest')).toEqual(['Third', 'Second', 'First']);
  await end(first, 'completed');
  expect(await listNames('failing')).toEqual(['Second', 'Third', 'First']);
});

test('those with a tag are found by it, in any case, and by a part of it among other words', async () => {
  await add('Orders', true, ['Shop', 'EU']);
  await add('Refunds', true, ['shop']);
  await add('Shopping list');
  expect(await listNames('name', { tag: 'SHOP' })).toEqual(['Orders', 'Refunds']);
  expect(await listNames('name', { tag: 'sho' })).toEqual([]);
  expect(await listNames('name', { search: 'sho' })).toEqual(['Orders', 'Refunds', 'Shopping list']);
  expect(await listNames('name', { search: '"' })).toEqual([]);
});

test('the tags of an organization are listed once each, with how many integrations have them', async () => {
  await add('Orders', true, ['Shop', 'EU']);
  await add('Refunds', true, ['shop']);
  const gone = await add('Gone', true, ['old']);
  await deleteIntegration(context, actor, gone);
  const stranger = await createTestUser(context);
  await seedIntegration(
    { context, userId: stranger.user.id, organizationId: stranger.organizationId },
    { tags: ['theirs'], isActive: false },
  );
  expect(await listTags(context.db, actor.organizationId)).toEqual([
    { tag: 'EU', count: 1 },
    { tag: 'Shop', count: 2 },
  ]);
});

const host = 'api.stripe.com';
const url = 'https://API.stripe.com/v1/charges?key=very-secret';

/** Answers the names that a search finds, with the host that was found. */
async function search(text: string, { organizationId } = actor) {
  const page = { organizationId, search: text, order: 'newest', offset: 0, limit: 60 } as const;
  return (await listIntegrationCards(context.db, page)).map(({ name, foundHost }) => [name, foundHost]);
}

function addCall(name: string, call: object, isActive = false): Promise<string> {
  context.clock.advance(1);
  return seedIntegration(
    { context, ...actor },
    { name, isActive, apiCalls: [{ id: 'a', name: 'A', order: 1, method: 'GET', ...call }] },
  );
}

test('integrations are found by the host of a call, after those that are named like it', async () => {
  await addCall('Payments', { url });
  await addCall('Other', { url: 'https://api.example.com/stripe' });
  await addCall('About stripe', { url: 'https://api.example.com/' });
  await addCall('Charges', { url: 'https://{{region}}.stripe.com/' });
  expect(await search('STRIPE')).toEqual([
    ['About stripe', null],
    ['Charges', '*.stripe.com'],
    ['Payments', host],
  ]);
  expect(await search('https://api.stripe.com/v2')).toEqual([['Payments', host]]);
  const stranger = await createTestUser(context);
  expect(
    await search('stripe', { userId: stranger.user.id, organizationId: stranger.organizationId }),
  ).toEqual([]);
});

test('the rest of a URL and what is sealed is not found', async () => {
  const call = {
    url,
    headers: { Authorization: 'Bearer very-secret' },
    authConfig: { type: 'bearer', token: 'very-secret' },
  };
  await addCall('Payments', call);
  for (const text of ['very-secret', 'charges', 'v1/charges', 'bearer'])
    expect(await search(text)).toEqual([]);
});

test('the host of the deployed version is found as well as that of the newest', async () => {
  const id = await addCall('Payments', { url }, true);
  await updateIntegration(context, actor, id, { autoDeploy: false });
  const call = { id: 'a', name: 'A', order: 1, method: 'GET', url: 'https://api.adyen.com/' };
  await updateIntegration(context, actor, id, { apiCalls: [call] });
  expect(await search('adyen')).toEqual([['Payments', 'api.adyen.com']]);
  expect(await search('stripe')).toEqual([['Payments', host]]);
  await updateIntegration(context, actor, id, { isActive: false });
  expect(await search('stripe')).toEqual([]);
});

test('the host of a connection is found where a call uses it', async () => {
  const made = await createConnection(context, actor, {
    name: 'Shop',
    kind: 'bearer',
    baseUrl: 'https://shop.example.net/admin',
    config: { token: 'very-secret' },
  });
  const connectionId = made.kind === 'connection' ? made.connection.id : '';
  await addCall('Orders', { url: '/orders', authConfig: { type: 'connection', connectionId } });
  expect(await search('example.net')).toEqual([['Orders', 'shop.example.net']]);
  expect(await search('admin')).toEqual([]);
});

test('a card names who changed the integration last: the person, or the API token', async () => {
  const id = await add('Orders');
  const { organizationId } = actor;
  const find = async () => {
    const page = { organizationId, search: '', order: 'newest', offset: 0, limit: 1 } as const;
    const [card] = await listIntegrationCards(context.db, page);
    return [card?.updatedAt, card?.updatedBy, card?.updatedByToken];
  };
  expect(await find()).toEqual([context.now(), 'Ada Lovelace', null]);
  const { user } = await createTestUser(context, { organizationId, role: 'MEMBER' });
  await updateName(context.db, user.id, { firstName: 'Grace', lastName: 'Hopper', now: context.now() });
  context.clock.advance(1000);
  await updateIntegration(context, { ...actor, userId: user.id }, id, { description: 'New' });
  expect(await find()).toEqual([context.now(), 'Grace Hopper', null]);
  await insertApiToken(context.db, {
    id: 'token',
    tokenHash: 'x',
    organizationId,
    userId: user.id,
    name: 'CI',
    role: 'MEMBER',
    lastFour: 'aaaa',
    now: context.now(),
  });
  await updateIntegration(context, { ...actor, userId: user.id, tokenId: 'token' }, id, { tags: ['a'] });
  expect(await find()).toEqual([context.now(), 'Grace Hopper', 'CI']);
  // A run changes nothing.
  context.clock.advance(1000);
  await end(id, 'completed');
  expect((await find())[0]).toBe(context.now() - 2000);
});
