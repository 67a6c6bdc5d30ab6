// What an import of many integrations says that each of them lacks: before it, and in its result.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '~/services/actor';
import { createConnection } from '~/services/connections/connections';
import { exportIntegrations } from '~/services/imports/export-integrations';
import { importRequested } from '~/services/imports/imports';
import { createIntegration } from '~/services/integrations/integrations';
import { createValue } from '~/services/values/values';
import { createTestUser } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';
import { createDataDir } from '../../support/server';

let context: TestContext;
let there: Actor;
let here: Actor;

beforeEach(async () => {
  context = await createTestContext({ config: { dataDir: createDataDir() } });
  [there, here] = await Promise.all([addOwner(), addOwner()]);
  const connectionId = await connect(there);
  await setPlace(there);
  const source = await create(there, 'Source');
  await create(there, 'After it', {
    executionsAtOnce: 2,
    triggerConfig: { type: 'event', event: { integrationId: source, on: 'error' } },
    apiCalls: [
      {
        id: 'a',
        order: 1,
        name: 'First',
        url: 'https://api.example.com/{{org.place}}',
        authConfig: { type: 'connection', connectionId },
      },
    ],
  });
});

async function addOwner(): Promise<Actor> {
  const { user, organizationId } = await createTestUser(context);
  return { userId: user.id, organizationId };
}

async function create(by: Actor, name: string, input: object = {}): Promise<string> {
  const outcome = await createIntegration(context, by, { name, ...input });
  if (outcome.kind !== 'integration') throw new Error(JSON.stringify(outcome));
  return outcome.integration.id;
}

async function connect(actor: Actor): Promise<string> {
  const config = { token: 'the-secret-token' };
  const shop = { name: 'Shop', kind: 'bearer', baseUrl: 'https://api.example.com', config };
  const outcome = await createConnection(context, actor, shop);
  if (outcome.kind !== 'connection') throw new Error(JSON.stringify(outcome));
  return outcome.connection.id;
}

async function setPlace(actor: Actor): Promise<void> {
  const outcome = await createValue(context, actor, { name: 'place', value: 'Berlin' });
  if (outcome.kind !== 'value') throw new Error(JSON.stringify(outcome));
}

async function exportAll(): Promise<string> {
  const outcome = await exportIntegrations(context, there);
  if (outcome.kind !== 'export') throw new Error(outcome.kind);
  const pieces: string[] = [];
  for await (const piece of outcome.pieces) pieces.push(piece);
  return pieces.join('');
}

async function ask(more: object) {
  const body = JSON.stringify({ text: await exportAll(), ...more });
  const upload = { body: new Blob([body]).stream(), type: 'application/json' };
  return importRequested(context, here, upload, () => Promise.resolve({ kind: 'actor', ...here }));
}

interface Noted {
  name: string;
  notes?: { message: string }[];
}

async function preview(): Promise<string[]> {
  const outcome = await ask({ dryRun: true });
  if (outcome.kind !== 'preview') throw new Error(JSON.stringify(outcome));
  const { integrations } = JSON.parse(Buffer.from(outcome.json).toString()) as { integrations: Noted[] };
  return listNotes(integrations);
}

async function take(more: object = {}): Promise<string[]> {
  const outcome = await ask(more);
  if (outcome.kind !== 'imported') throw new Error(JSON.stringify(outcome));
  return listNotes(outcome.integrations);
}

function listNotes(integrations: Noted[]): string[] {
  return integrations.find(({ name }) => name === 'After it')?.notes?.map(({ message }) => message) ?? [];
}

const limits = 'Its limits come with it: Executions at once: 2.';
const lacksSource =
  'The end of “Source” started it, and there is no such integration, or several: choose a trigger.';
const lacksConnection = 'It used the connection “Shop”, and comes without authentication: choose one.';
const lacksValue =
  'It uses values that the organization does not have: {{org.place}}. Enter them in its settings.';

describe('an import of many integrations', () => {
  it('says before it, and in its result, which connection and values are missing', async () => {
    expect(await preview()).toEqual([lacksConnection, lacksValue, limits]);
    expect(await take()).toEqual([lacksConnection, lacksValue]);
  });

  it('says nothing of a connection, a value and a source that are here', async () => {
    await Promise.all([connect(here), setPlace(here)]);
    expect(await preview()).toEqual([limits]);
    expect(await take()).toEqual([]);
  });

  it('says in its result that the integration whose end started one was not imported', async () => {
    await Promise.all([connect(here), setPlace(here)]);
    expect(await take({ keys: ['0'] })).toEqual([lacksSource]);
  });

  it('says nothing of the connection that a replaced one keeps, since the file names none', async () => {
    await setPlace(here);
    const authConfig = { type: 'connection', connectionId: await connect(here) };
    const url = 'https://api.example.com/other';
    await create(here, 'After it', { apiCalls: [{ id: 'a', order: 1, name: 'First', url, authConfig }] });
    await create(here, 'Source');
    const text = (await exportAll()).replace('"connectionId": "Shop"', '"connectionId": ""');
    expect(await take({ text, onConflict: 'replace' })).toEqual([]);
  });

  it('says it of one that is replaced, too', async () => {
    await connect(here);
    await create(here, 'After it');
    await create(here, 'Source');
    expect(await take({ onConflict: 'replace' })).toEqual([lacksValue]);
  });
});
