// Calls that sign in with a connection, taken along in a file and taken in elsewhere.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '~/services/actor';
import { createConnection } from '~/services/connections/connections';
import {
  exportIntegration,
  importRequested,
  importStoredIntegration,
  storeCalls,
  storeIntegration,
} from '~/services/imports/imports';
import { importStoredCalls } from '~/services/imports/stored-calls';
import { createIntegration } from '~/services/integrations/integrations';
import { createTestUser } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';
import { sendForm } from '../../support/form';
import { createDataDir } from '../../support/server';

let context: TestContext;
let there: Actor;
let here: Actor;
/** What was exported there: a call that goes on from the base URL of `Shop API`. */
let text: string;

beforeEach(async () => {
  context = await createTestContext({ config: { dataDir: createDataDir() } });
  [there, here] = await Promise.all([addOwner(), addOwner()]);
  const authConfig = { type: 'connection', connectionId: await connect(there, 'Shop API') };
  const made = await createIntegration(context, there, {
    name: 'Orders',
    apiCalls: [{ id: 'a', order: 1, name: 'List', url: '/orders', authConfig }],
  });
  if (made.kind !== 'integration') throw new Error(JSON.stringify(made));
  const exported = await exportIntegration(context, there, made.integration.id);
  text = JSON.stringify(exported.kind === 'file' ? exported.file : exported);
});

async function addOwner(): Promise<Actor> {
  const { user, organizationId } = await createTestUser(context);
  return { userId: user.id, organizationId };
}

async function connect(actor: Actor, name: string): Promise<string> {
  const about = { kind: 'bearer', baseUrl: 'https://api.example.com', config: { token: 'the-secret-token' } };
  const outcome = await createConnection(context, actor, { name, ...about });
  if (outcome.kind !== 'connection') throw new Error(JSON.stringify(outcome));
  return outcome.connection.id;
}

async function importFile(connections: Record<string, string> = {}) {
  const kept = await storeIntegration(context, here, await sendForm({ text }));
  if (kept.kind !== 'kept') throw new Error(JSON.stringify(kept));
  const outcome = await importStoredIntegration(context, here, {
    keptId: kept.id,
    name: 'Taken',
    connections,
  });
  if (outcome.kind !== 'integration') throw new Error(JSON.stringify(outcome));
  return outcome.integration.apiCalls[0];
}

describe('a file', () => {
  it('names the connection and holds nothing else of it', () => {
    const file = JSON.parse(text);
    expect(file.version).toBe(8);
    expect(file.definition.apiCalls[0].authConfig).toEqual({ type: 'connection', connectionId: 'Shop API' });
    expect(text).not.toMatch(/the-secret-token|api\.example\.com/);
  });

  it('is taken in with the connection of the same name', async () => {
    const connectionId = await connect(here, 'shop api');
    expect(await importFile()).toMatchObject({
      url: '/orders',
      authConfig: { type: 'connection', connectionId },
    });
  });

  it('is taken in with the chosen connection, and with none where none was chosen', async () => {
    await connect(here, 'Shop API');
    const connectionId = await connect(here, 'Another');
    expect(await importFile({ 'Shop API': connectionId })).toMatchObject({ authConfig: { connectionId } });
    expect(await importFile({ 'Shop API': '' })).toMatchObject({
      url: '{{base_url}}/orders',
      authConfig: { type: 'none' },
    });
  });

  it('is a draft without sign-in where nobody has such a connection, also by the JSON API', async () => {
    expect(await importFile()).toMatchObject({ url: '{{base_url}}/orders', authConfig: { type: 'none' } });
    const ask = (body: object) =>
      importRequested(
        context,
        here,
        { body: new Blob([JSON.stringify({ text, ...body })]).stream(), type: 'application/json' },
        () => Promise.resolve({ kind: 'actor', ...here }),
      );
    expect(await ask({})).toMatchObject({ integration: { apiCalls: [{ authConfig: { type: 'none' } }] } });
    const connectionId = await connect(here, 'Mine');
    expect(await ask({ connections: { 'Shop API': connectionId } })).toMatchObject({
      integration: { apiCalls: [{ url: '/orders', authConfig: { connectionId } }] },
    });
    const foreign = { 'Shop API': 'nobodys' };
    expect(await ask({ connections: foreign })).toMatchObject({ kind: 'invalid' });
    const many = Object.fromEntries(
      Array.from({ length: 1001 }, (_, index) => [`API ${index}`, connectionId]),
    );
    expect(await ask({ connections: many })).toEqual({
      kind: 'invalid',
      fields: { connections: ['Name at most 1,000 connections.'] },
    });
  });

  it('gives its calls to another chain, with the connection of the same name', async () => {
    const connectionId = await connect(here, 'Shop API');
    const made = await createIntegration(context, here, { name: 'Mine' });
    const id = made.kind === 'integration' ? made.integration.id : '';
    const kept = await storeCalls(context, here, await sendForm({ text }));
    const keptId = kept.kind === 'kept' ? kept.id : '';
    expect(await importStoredCalls(context, here, id, { keptId, keys: ['0'] })).toMatchObject({
      integration: { apiCalls: [{ authConfig: { type: 'connection', connectionId } }] },
    });
  });
});
