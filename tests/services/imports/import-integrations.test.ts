// The integrations of one file, taken to another organization.
import { beforeEach, describe, expect, it } from 'vitest';
import { findDefinedIntegration } from '~/db/integrations/integrations';
import type { Actor } from '~/services/actor';
import { createConnection } from '~/services/connections/connections';
import { exportIntegrations } from '~/services/imports/export-integrations';
import {
  importRequested,
  importStoredIntegration,
  readStoredIntegration,
  importStoredIntegrations,
  storeIntegration,
} from '~/services/imports/imports';
import { createIntegration, updateIntegration } from '~/services/integrations/integrations';
import { revealWebhookSecret } from '~/services/integrations/webhook-secret';
import { createTestUser } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';
import { sendForm } from '../../support/form';
import { createDataDir } from '../../support/server';

let context: TestContext;
let there: Actor;
let here: Actor;

beforeEach(async () => {
  context = await createTestContext({ config: { dataDir: createDataDir() } });
  [there, here] = await Promise.all([addOwner(), addOwner()]);
});

async function addOwner(): Promise<Actor> {
  const { user, organizationId } = await createTestUser(context);
  return { userId: user.id, organizationId };
}

const webhook = {
  type: 'webhook',
  webhook: { secret: 'a webhook secret', headers: {}, variables: [] },
};
const call = { id: 'a', order: 1, name: 'First', method: 'GET', url: 'https://api.example.com/' };

async function create(by: Actor, name: string, input: object = {}): Promise<string> {
  const outcome = await createIntegration(context, by, { name, apiCalls: [call], ...input });
  if (outcome.kind !== 'integration') throw new Error(JSON.stringify(outcome));
  return outcome.integration.id;
}

async function save(by: Actor, id: string, input: object) {
  const outcome = await updateIntegration(context, by, id, input);
  if (outcome.kind !== 'integration') throw new Error(JSON.stringify(outcome));
}

async function connect(actor: Actor, name: string): Promise<string> {
  const about = { kind: 'bearer', baseUrl: 'https://api.example.com', config: { token: 'the-secret-token' } };
  const outcome = await createConnection(context, actor, { name, ...about });
  if (outcome.kind !== 'connection') throw new Error(JSON.stringify(outcome));
  return outcome.connection.id;
}

async function exportAll(by = there): Promise<string> {
  const outcome = await exportIntegrations(context, by);
  if (outcome.kind !== 'export') throw new Error(outcome.kind);
  const pieces: string[] = [];
  for await (const piece of outcome.pieces) pieces.push(piece);
  return pieces.join('');
}

function ask(text: string, more: object = {}) {
  const upload = { body: new Blob([JSON.stringify({ text, ...more })]).stream(), type: 'application/json' };
  return importRequested(context, here, upload, () => Promise.resolve({ kind: 'actor', ...here }));
}

interface Compared {
  key: string;
  name: string;
  status: string;
  integrationId: string | null;
  message: string | null;
  differences: { where: string; field: string; next: string }[];
  notes: { message: string }[];
}

async function preview(text: string, more: object = {}) {
  const outcome = await ask(text, { dryRun: true, ...more });
  if (outcome.kind !== 'preview') throw new Error(JSON.stringify(outcome));
  return JSON.parse(Buffer.from(outcome.json).toString()) as { missing: object; integrations: Compared[] };
}

async function take(text: string, more: object = {}) {
  const outcome = await ask(text, more);
  if (outcome.kind !== 'imported') throw new Error(JSON.stringify(outcome));
  return outcome.integrations;
}

async function find(id: string | null | undefined, by = here) {
  const found = await findDefinedIntegration(context.db, {
    id: id ?? '',
    organizationId: by.organizationId,
  });
  if (!found) throw new Error(`There is no ${id}`);
  return found;
}

describe('what is new', () => {
  it('becomes drafts that export the same file, and is known the next time', async () => {
    await connect(here, 'Shop');
    const authConfig = { type: 'connection', connectionId: await connect(there, 'Shop') };
    await create(there, 'Orders', {
      apiCalls: [{ ...call, url: '/orders', authConfig }],
      tags: ['shop'],
      isActive: true,
      triggerConfig: { ...webhook, webhook: { ...webhook.webhook, secret: '' } },
      executionsAtOnce: 3,
    });
    await create(there, 'Alarms', { description: 'Wakes somebody' });
    const text = await exportAll();
    const before = await preview(text);
    expect(before).toMatchObject({
      missing: { connections: [], values: [] },
      integrations: [
        { key: '0', name: 'Alarms', status: 'new', integrationId: null, differences: [] },
        { key: '1', name: 'Orders', status: 'new' },
      ],
    });
    expect((await take(text)).map(({ name, outcome }) => [name, outcome])).toEqual([
      ['Alarms', 'created'],
      ['Orders', 'created'],
    ]);
    expect(await exportAll(here)).toBe(text);
    const [, orders] = (await preview(text)).integrations;
    expect(orders?.status).toBe('same');
    expect(await find(orders?.integrationId)).toMatchObject({ isActive: false, executionsAtOnce: 3 });
    expect((await take(text, { onConflict: 'replace' })).map(({ outcome }) => outcome)).toEqual([
      'same',
      'same',
    ]);
    expect((await find(orders?.integrationId)).version).toBe(1);
  });

  it('starts at the end of the integration that the file names, whichever comes first', async () => {
    let event: object | undefined;
    for (const name of ['Zeta', 'Beta', 'Alpha']) {
      const integrationId: string = await create(
        there,
        name,
        event && { triggerConfig: { type: 'event', event } },
      );
      event = { integrationId, on: 'error' };
    }
    const text = await exportAll();
    expect((await take(text)).map(({ name, outcome }) => [name, outcome])).toEqual([
      ['Alpha', 'created'],
      ['Beta', 'created'],
      ['Zeta', 'created'],
    ]);
    expect(await exportAll(here)).toBe(text);
    expect((await preview(text)).integrations.map(({ status }) => status)).toEqual(['same', 'same', 'same']);
  });

  it('waits for nobody where the one that it names is not here, or several are', async () => {
    const integrationId = await create(there, 'Source');
    await create(there, 'Orders', {
      triggerConfig: { type: 'event', event: { integrationId, on: 'error' } },
    });
    const [made] = await take(await exportAll(), { keys: ['0'] });
    expect(made?.name).toBe('Orders');
    expect((await find(made?.integrationId)).storedDefinition).toContain('"triggerConfig":{"type":"manual"}');
  });

  it('is only what was chosen', async () => {
    for (const name of ['Alarms', 'Orders']) await create(there, name);
    expect(await take(await exportAll(), { keys: ['1'] })).toMatchObject([{ key: '1', outcome: 'created' }]);
    expect(JSON.parse(await exportAll(here)).integrations).toMatchObject([{ name: 'Orders' }]);
  });

  it('tells which connections, values and secrets are missing', async () => {
    const authConfig = { type: 'connection', connectionId: await connect(there, 'Shop') };
    await create(there, 'Orders', {
      triggerConfig: webhook,
      apiCalls: [{ ...call, url: '/orders?to={{org.place}}', authConfig }],
    });
    const text = await exportAll();
    const { missing, integrations } = await preview(text);
    expect(missing).toEqual({ connections: [{ name: 'Shop', kind: 'Bearer token' }], values: ['place'] });
    expect(integrations[0]?.notes[0]?.message).toContain('The webhook has no secret yet');
    const connectionId = await connect(here, 'Store');
    const connections = { Shop: connectionId };
    expect((await preview(text, { connections })).missing).toMatchObject({ connections: [] });
    const [made] = await take(text, { connections });
    expect((await find(made?.integrationId)).storedDefinition).toContain(connectionId);
  });
});

describe('what differs from the integration of its name', () => {
  let id: string;
  let text: string;

  beforeEach(async () => {
    await create(there, 'Orders', {
      apiCalls: [{ ...call, method: 'PUT' }],
      executionsAtOnce: 3,
      tags: ['new'],
    });
    text = await exportAll();
    id = await create(here, 'Orders', { triggerConfig: webhook, isActive: true });
  });

  it('stays as it is unless somebody chooses otherwise', async () => {
    const [compared] = (await preview(text)).integrations;
    expect(compared).toMatchObject({ status: 'changed', integrationId: id });
    expect(compared?.differences.map(({ where, field }) => `${where}: ${field}`)).toContain(
      'Call “First”: Method',
    );
    expect(await take(text)).toMatchObject([{ outcome: 'skipped', integrationId: id }]);
    expect(await find(id)).toMatchObject({ version: 1, tags: [] });
  });

  it('is replaced by a version that nobody has deployed yet, and keeps its limits', async () => {
    await save(here, id, { requireTests: true });
    expect(await take(text, { onConflict: 'replace' })).toEqual([
      {
        key: '0',
        name: 'Orders',
        outcome: 'replaced',
        integrationId: id,
        message: 'Version 2 is not deployed yet: 1 still runs.',
      },
    ]);
    expect(await find(id)).toMatchObject({
      isActive: true,
      version: 2,
      deployedVersion: 1,
      autoDeploy: true,
      executionsAtOnce: null,
      tags: ['new'],
    });
  });

  it('is replaced with its limits where it is a draft, and keeps its secrets', async () => {
    await save(here, id, { isActive: false });
    await create(there, 'Payments', { triggerConfig: webhook, apiCalls: [{ ...call, name: 'Another' }] });
    const paid = await create(here, 'Payments', { triggerConfig: webhook });
    const outcomes = await take(await exportAll(), { onConflict: 'replace' });
    expect(outcomes).toMatchObject([
      { outcome: 'replaced', message: null },
      { outcome: 'replaced', integrationId: paid },
    ]);
    expect(await find(id)).toMatchObject({ version: 2, deployedVersion: 2, executionsAtOnce: 3 });
    expect(await revealWebhookSecret(context, here, paid)).toMatchObject({ secret: 'a webhook secret' });
  });

  it('becomes a copy', async () => {
    const [copy] = await take(text, { onConflict: 'copy' });
    expect(copy).toMatchObject({ name: 'Orders (copy)', outcome: 'created' });
    expect(await find(copy?.integrationId)).toMatchObject({ name: 'Orders (copy)', isActive: false });
    expect((await find(id)).version).toBe(1);
  });

  it('is not replaced where several have the name, or a connection is missing', async () => {
    const connectionId = await connect(there, 'Shop');
    await create(there, 'Needy', {
      apiCalls: [{ ...call, authConfig: { type: 'connection', connectionId } }],
    });
    await create(here, 'Needy');
    await create(here, 'Orders');
    const all = await exportAll();
    expect((await preview(all)).integrations).toMatchObject([
      {
        name: 'Needy',
        status: 'changed',
        message: 'There is no connection “Shop” here: create it first',
        differences: expect.arrayContaining([expect.objectContaining({ field: 'Connection', next: 'Shop' })]),
      },
      { name: 'Orders', status: 'changed', integrationId: null, message: expect.stringMatching(/^Several/) },
    ]);
    expect(await take(all, { onConflict: 'replace', connections: { Shop: '' } })).toMatchObject([
      { outcome: 'failed', message: 'There is no connection “Shop” here: create it first' },
      { outcome: 'failed', message: expect.stringMatching(/^Several/) },
    ]);
  });
});

it('takes what it can of a file, and says why the rest is invalid', async () => {
  await create(there, 'Alarms');
  await create(there, 'Orders');
  const file = JSON.parse(await exportAll());
  file.integrations[0].definition.apiCalls[0].url = 'no address';
  file.integrations.push({ format: 'wicked-integration', version: 99, name: 'Newer' }, null);
  const text = JSON.stringify(file);
  const messages = [
    expect.stringContaining('URL'),
    null,
    'This file was exported by a newer version of this product.',
    'This is not an exported integration.',
  ];
  const { integrations } = await preview(text);
  expect(integrations.map(({ status }) => status)).toEqual(['invalid', 'new', 'invalid', 'invalid']);
  expect(integrations.map(({ message }) => message)).toEqual(messages);
  const taken = await take(text);
  expect(taken.map(({ outcome }) => outcome)).toEqual(['failed', 'created', 'failed', 'failed']);
  expect(taken.map(({ message }) => message)).toEqual(messages);
});

it('reads the export of an organization and a list of exported files', async () => {
  await create(there, 'Orders');
  const { integrations } = JSON.parse(await exportAll());
  const [file] = integrations;
  const organization = { format: 'wicked-organization', version: 1, integrations: [{ id: 'x', file }] };
  for (const each of [organization, [file]]) {
    expect((await preview(JSON.stringify(each))).integrations).toMatchObject([
      { name: 'Orders', status: 'new' },
    ]);
  }
});

it.each([
  [{ integrations: [] }, 'There are no integrations in this file.'],
  [
    { integrations: Array.from({ length: 1001 }) },
    'This file holds 1,001 integrations. A file may hold 1,000',
  ],
  [{ version: 2 }, 'This file was exported by a newer version of this product.'],
  [
    { version: '1' },
    'This file cannot be read: its version is "1", and this release reads the number 1 (version).',
  ],
])('rejects %#', async (parts, message) => {
  const text = JSON.stringify({ format: 'wicked-integrations', version: 1, ...parts });
  expect(await ask(text)).toMatchObject({ kind: 'invalid', message: expect.stringContaining(message) });
});

it('imports what a form brought once, and for an hour says what became of it', async () => {
  await create(there, 'Orders');
  const kept = await storeIntegration(context, here, await sendForm({ text: await exportAll() }));
  const keptId = kept.kind === 'kept' ? kept.id : '';
  expect(
    await importStoredIntegration(context, here, { keptId, name: 'One', connections: {} }),
  ).toMatchObject({
    kind: 'invalid',
  });
  const how = { choose: () => 'create' as const, connections: {} };
  const outcomes = await Promise.all([1, 2].map(() => importStoredIntegrations(context, here, keptId, how)));
  expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['imported', 'not-found']);
  expect(JSON.parse(await exportAll(here)).integrations).toHaveLength(1);
  const imported = outcomes.find(({ kind }) => kind === 'imported');
  expect(await readStoredIntegration(context, here, keptId)).toEqual(imported);
  expect(await importStoredIntegrations(context, here, keptId, how)).toEqual(imported);
  expect(JSON.parse(await exportAll(here)).integrations).toHaveLength(1);
  expect(await readStoredIntegration(context, there, keptId)).toMatchObject({ kind: 'not-found' });
  context.clock.advance(3_600_000);
  expect(await readStoredIntegration(context, here, keptId)).toMatchObject({ kind: 'not-found' });
});

it('says for a whole hour what became of what was kept for nearly one', async () => {
  await create(there, 'Orders');
  const kept = await storeIntegration(context, here, await sendForm({ text: await exportAll() }));
  const keptId = kept.kind === 'kept' ? kept.id : '';
  context.clock.advance(3_599_999);
  await importStoredIntegrations(context, here, keptId, { choose: () => 'create', connections: {} });
  context.clock.advance(3_599_999);
  expect(await readStoredIntegration(context, here, keptId)).toMatchObject({ kind: 'imported' });
  context.clock.advance(1);
  expect(await readStoredIntegration(context, here, keptId)).toMatchObject({ kind: 'not-found' });
});

it('says what became of the first ones where the others can no longer be read', async () => {
  for (const name of ['Alarms', 'Bills', 'Orders']) await create(there, name);
  await create(here, 'Bills', { description: 'Another one' });
  const kept = await storeIntegration(context, here, await sendForm({ text: await exportAll() }));
  const keptId = kept.kind === 'kept' ? kept.id : '';
  const choose = () => {
    context.db.sqlite.close();
    return 'skip' as const;
  };
  const outcome = await importStoredIntegrations(context, here, keptId, { choose, connections: {} });
  expect(outcome).toMatchObject({
    kind: 'imported',
    integrations: [
      { name: 'Alarms', outcome: 'skipped' },
      { name: 'Bills', outcome: 'failed', integrationId: null, message: expect.any(String) },
      { name: 'Orders', outcome: 'failed', integrationId: null, message: expect.any(String) },
    ],
  });
  expect(await readStoredIntegration(context, here, keptId)).toEqual(outcome);
});

it('compares with the oldest ten of one name', async () => {
  await create(there, 'Orders');
  const orders = await exportAll();
  for (let n = 0; n < 9; n += 1) {
    await create(here, 'Orders', { description: `Number ${n}` });
    context.clock.advance(1);
  }
  const tenth = await create(here, 'Orders');
  expect((await preview(orders)).integrations).toMatchObject([{ status: 'same', integrationId: tenth }]);
  await save(here, tenth, { description: 'Another one' });
  context.clock.advance(1);
  await create(here, 'Orders');
  expect((await preview(orders)).integrations).toMatchObject([
    { status: 'changed', integrationId: null, message: expect.stringMatching(/^Several/) },
  ]);
});
