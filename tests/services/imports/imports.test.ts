import { beforeEach, expect, it } from 'vitest';
import { newUnguessableId } from '~/db/core/id';
import {
  exportIntegration,
  importStoredIntegration,
  importRequested,
  storeCalls,
  storeIntegration,
  readStoredIntegration,
} from '~/services/imports/imports';
import { importStoredCalls } from '~/services/imports/stored-calls';
import { createIntegration, updateIntegration } from '~/services/integrations/integrations';
import type { Actor } from '~/services/actor';
import { createTestUser } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';
import { sendForm } from '../../support/form';
import { createDataDir } from '../../support/server';

let context: TestContext;
let actor: Actor;

beforeEach(async () => {
  context = await createTestContext({ config: { dataDir: createDataDir() } });
  actor = await addMember();
});

async function addMember(): Promise<Actor> {
  const { user, organizationId } = await createTestUser(context, { role: 'MEMBER' });
  return { userId: user.id, organizationId, address: '192.0.2.1' };
}

async function create(input: object = {}) {
  const outcome = await createIntegration(context, actor, { name: 'Orders', ...input });
  if (outcome.kind !== 'integration') throw new Error(JSON.stringify(outcome));
  return outcome.integration;
}

async function keep(text: string, who = actor): Promise<string> {
  const kept = await storeCalls(context, who, await sendForm({ text }));
  if (kept.kind !== 'kept') throw new Error(JSON.stringify(kept));
  return kept.id;
}

/** By the JSON API, for one who may do it. */
function request(body: object, who = actor) {
  const upload = { body: new Blob([JSON.stringify(body)]).stream(), type: 'application/json' };
  return importRequested(context, who, upload, () => Promise.resolve({ kind: 'actor', ...who }));
}

const secretCall = {
  id: 'first',
  order: 3,
  name: 'First',
  url: 'https://api.example.com/',
  headers: { 'X-Api-Key': 'very-secret-key', Authorization: 'Basic very-secret-login' },
  secretHeaders: ['X-Api-Key'],
  authConfig: { type: 'bearer', token: 'very-secret-token' },
};
const two = 'curl https://a.test/1 -H "X-Api-Key: pasted-secret"\ncurl https://a.test/2';

it('adds the chosen calls behind those that are there, whose secrets stay', async () => {
  const { id } = await create({ apiCalls: [secretCall] });
  const outcome = await importStoredCalls(context, actor, id, { keptId: await keep(two), keys: ['1'] });
  if (outcome.kind !== 'integration') throw new Error(JSON.stringify(outcome));
  expect(outcome.integration.apiCalls.map(({ url, order }) => [url, order])).toEqual([
    ['https://api.example.com/', 3],
    ['https://a.test/2', 4],
  ]);
  expect(outcome.integration.apiCalls[0]?.authConfig).toEqual({ type: 'bearer', token: '••••oken' });
  expect(outcome.integration.version).toBe(2);
});

it('adds all calls when none are named, and masks their credentials', async () => {
  const { id } = await create();
  const outcome = await request({ text: two, integrationId: id });
  if (outcome.kind !== 'integration') throw new Error(JSON.stringify(outcome));
  expect(outcome.integration.apiCalls).toHaveLength(2);
  expect(outcome.integration.apiCalls[0]?.headers).toEqual({ 'X-Api-Key': '••••cret' });
});

it('rejects an older version, nothing chosen, nothing found and more calls than a chain holds', async () => {
  const { id } = await create();
  await updateIntegration(context, actor, id, { apiCalls: [secretCall] });
  const keptId = await keep(two);
  const older = await importStoredCalls(context, actor, id, { keptId, keys: ['0'], version: 1 });
  expect(older).toEqual({ kind: 'conflict' });
  expect(await importStoredCalls(context, actor, id, { keptId, keys: [] })).toEqual({
    kind: 'invalid',
    message: 'Choose at least one API call.',
  });
  expect((await request({ text: 'hello', integrationId: id })).kind).toBe('invalid');
  const many = 'curl https://a.test/\n'.repeat(50);
  expect(await request({ text: many, integrationId: id })).toMatchObject({
    kind: 'invalid',
    message: expect.stringContaining('at most 50 API calls'),
  });
});

it("neither imports into nor exports another organization's integration", async () => {
  const { id } = await create();
  const stranger = await addMember();
  const keptId = await keep(two, stranger);
  expect(await importStoredCalls(context, stranger, id, { keptId, keys: ['0'] })).toEqual({
    kind: 'not-found',
  });
  expect(await exportIntegration(context, stranger, id)).toEqual({ kind: 'not-found' });
});

it('exports without secrets, writes it down, and imports it elsewhere as a draft', async () => {
  const webhook = { secret: 'very-secret-hook', headers: {}, variables: [] };
  const { id } = await create({ triggerConfig: { type: 'webhook', webhook }, apiCalls: [secretCall] });
  const outcome = await exportIntegration(context, actor, id);
  if (outcome.kind !== 'file') throw new Error(JSON.stringify(outcome));
  const text = JSON.stringify(outcome.file);
  expect(outcome.fileName).toBe('orders.json');
  expect(text).not.toContain('very-secret');
  const { db } = context;
  expect(
    await db.all(
      db.build
        .selectFrom('audit')
        .select(['kind', 'subject_id'])
        .where('kind', '<>', 'integration-created')
        .where('subject_id', '=', id),
    ),
  ).toEqual([{ kind: 'integration-exported', subject_id: id }]);

  const member = await addMember();
  const kept = await storeIntegration(context, member, await sendForm({ text }));
  if (kept.kind !== 'kept') throw new Error(JSON.stringify(kept));
  const read = await readStoredIntegration(context, member, kept.id);
  expect(read).toMatchObject({ kind: 'integration', name: 'Orders' });
  expect(read.kind === 'integration' && read.notes).toHaveLength(4);
  const imported = await importStoredIntegration(context, member, {
    keptId: kept.id,
    name: 'Orders again',
    connections: {},
  });
  expect(imported).toMatchObject({
    kind: 'integration',
    integration: {
      name: 'Orders again',
      isActive: false,
      triggerConfig: { type: 'webhook', webhook: { secret: '' } },
      apiCalls: [{ name: 'First', url: 'https://api.example.com/' }],
    },
  });
});

it('says of the file of another product what it is', async () => {
  const text = JSON.stringify({ name: 'Orders', nodes: [], connections: {} });
  expect(await storeIntegration(context, actor, await sendForm({ text }))).toEqual({
    kind: 'invalid',
    message: expect.stringMatching(/^This is an n8n workflow, which cannot be imported\./),
  });
});

it('makes one draft of a form that is sent again', async () => {
  const { id } = await create({ apiCalls: [{ url: 'https://a.test' }] });
  const exported = await exportIntegration(context, actor, id);
  if (exported.kind !== 'file') throw new Error(JSON.stringify(exported));
  const kept = await storeIntegration(
    context,
    actor,
    await sendForm({ text: JSON.stringify(exported.file) }),
  );
  if (kept.kind !== 'kept') throw new Error(JSON.stringify(kept));
  const formId = newUnguessableId();
  const press = (of = formId) =>
    importStoredIntegration(context, actor, { keptId: kept.id, name: 'Again', connections: {} }, of);
  const outcomes = [...(await Promise.all([press(), press()])), await press()];
  expect(outcomes).toMatchObject(outcomes.map(() => ({ kind: 'integration', integration: { id: formId } })));
  const { db } = context;
  const named = db.build.selectFrom('integrations').select('id').where('name', '=', 'Again');
  expect(await db.all(named)).toHaveLength(1);
  expect(await press(newUnguessableId())).toMatchObject({ kind: 'not-found' });
});

it('imports what it exported, however large the bodies are together', async () => {
  const apiCalls = ['a', 'b', 'c', 'd'].map((id, at) => ({
    id,
    order: at + 1,
    name: id,
    method: 'POST',
    url: 'https://api.example.com/',
    body: JSON.stringify({ text: '"ä\n'.repeat(110_000) }),
  }));
  const { id } = await create({ apiCalls: apiCalls.slice(0, 2) });
  await updateIntegration(context, actor, id, { apiCalls });
  const exported = await exportIntegration(context, actor, id);
  if (exported.kind !== 'file') throw new Error(JSON.stringify(exported));
  const text = JSON.stringify(exported.file);
  expect(text.length).toBeGreaterThan(3 * 1024 * 1024);
  const kept = await storeIntegration(context, actor, await sendForm({ text }));
  if (kept.kind !== 'kept') throw new Error(JSON.stringify(kept));
  const wish = { keptId: kept.id, name: 'Again', connections: {} };
  const imported = await importStoredIntegration(context, actor, wish);
  if (imported.kind !== 'integration') throw new Error(JSON.stringify(imported));
  expect(imported.integration.apiCalls.map(({ body }) => body)).toEqual(apiCalls.map(({ body }) => body));
});

it.each(['utf16le', 'utf8'] as const)(
  'reads a file in %s that says so at its beginning',
  async (encoding) => {
    const { id } = await create({ name: 'Grüße', apiCalls: [{ url: 'https://a.test' }] });
    const exported = await exportIntegration(context, actor, id);
    if (exported.kind !== 'file') throw new Error(JSON.stringify(exported));
    const bytes = Buffer.from(`\ufeff${JSON.stringify(exported.file)}`, encoding);
    const file = new File([bytes], 'integration.json');
    const kept = await storeIntegration(context, actor, await sendForm({ file }));
    if (kept.kind !== 'kept') throw new Error(JSON.stringify(kept));
    expect(await readStoredIntegration(context, actor, kept.id)).toMatchObject({ name: 'Grüße' });
  },
);

it('keeps no id of the integration that an event trigger waited for', async () => {
  const source = await create();
  const event = { type: 'event', event: { integrationId: source.id, on: 'any' } };
  const { id } = await create({ triggerConfig: event, apiCalls: [{ url: 'https://a.test' }] });
  const outcome = await exportIntegration(context, actor, id);
  if (outcome.kind !== 'file') throw new Error(JSON.stringify(outcome));
  const text = JSON.stringify(outcome.file);
  expect(text).not.toContain(source.id);
  const imported = await request({ text });
  expect(imported).toMatchObject({ integration: { triggerConfig: { type: 'manual' } } });
});

it.each(['', '{}', 'curl https://a.test', '{"format":"wicked-integration","version":3}'])(
  'rejects %s as an integration',
  async (text) => {
    expect((await request({ text })).kind).toBe('invalid');
    expect((await storeIntegration(context, actor, await sendForm({ text }))).kind).toBe('invalid');
  },
);

it('keeps checks, response handling and addresses of notices from one organization to another', async () => {
  const { id } = await create({
    apiCalls: [
      { id: 'first', order: 1, url: 'https://a.test/1', responseMapping: { saveAs: 'found' } },
      { id: 'second', order: 3, url: 'https://a.test/2' },
    ],
    conditionalExecutionSteps: [
      {
        id: 'check',
        order: 2,
        nextApiCallId: 'second',
        otherwise: 'end',
        conditionalExecution: { condition: { field: 'found.ok', operator: 'equals', value: 'yes' } },
      },
    ],
    responseHandlingSteps: [
      {
        id: 'answers',
        nextApiCallId: 'first',
        responseHandling: {
          defaultAction: 'stop_notify',
          defaultNotificationEmail: 'ops@a.test',
          statusCodeActions: [
            { statusCodes: ['5xx'], action: 'webhook', webhookURL: 'https://hooks.test/x' },
          ],
        },
      },
    ],
  });
  const first = await exportIntegration(context, actor, id);
  if (first.kind !== 'file') throw new Error(JSON.stringify(first));
  const stranger = await addMember();
  const imported = await request({ text: JSON.stringify(first.file) }, stranger);
  if (imported.kind !== 'integration') throw new Error(JSON.stringify(imported));
  const again = await exportIntegration(context, stranger, imported.integration.id);
  expect(again).toEqual(first);
  expect(first.file.definition.conditionalExecutionSteps).toMatchObject([{ match: 'all', otherwise: 'end' }]);
  expect(JSON.stringify(first.file)).toContain('https://hooks.test/x');
});
