// User names and passwords are kept like tokens: sealed, shown masked, masked only for the server they were stored for.
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { toIntegrationFile, readIntegrationFile } from '~/engine/import/integration-file';
import { createDefinitionCache, findDefinition } from '~/services/integrations/definition-cache';
import { createIntegration, updateIntegration } from '~/services/integrations/integrations';
import type { Actor } from '~/services/actor';
import { rotateAppKey } from '~/services/encryption/key-rotation';
import { testCall } from '~/services/test-runs/single-call';
import { makeOutbound } from '../../outbound/loopback';
import { createTestUser } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';
import { answerJson, startTarget } from '../../support/target';

let context: TestContext;
let actor: Actor;

beforeEach(async () => {
  context = await createTestContext({ outbound: makeOutbound() });
  const { user, organizationId } = await createTestUser(context);
  actor = { userId: user.id, organizationId };
});

const login = { type: 'basic', username: 'ada', password: 'a long password' };
const key = { type: 'basic', username: 'sk_a_long_key', password: '' };

function makeCall(authConfig: object, url = 'https://api.example.com/') {
  return { id: 'a', order: 1, url, authConfig };
}

async function create(authConfig: object, url?: string): Promise<string> {
  const made = await createIntegration(context, actor, {
    name: 'Orders',
    apiCalls: [makeCall(authConfig, url)],
  });
  if (made.kind !== 'integration') throw new Error(JSON.stringify(made));
  return made.integration.id;
}

function save(id: string, authConfig: object, url?: string) {
  return updateIntegration(context, actor, id, { apiCalls: [makeCall(authConfig, url)] });
}

async function readStored(id: string, version = 1, appKey = context.config.appKey) {
  const found = await findDefinition(
    { ...context, definitions: createDefinitionCache({ ...context.config, appKey }) },
    id,
    version,
  );
  if (found.kind !== 'found') throw new Error(found.kind);
  return found.definition.apiCalls[0]?.authConfig;
}

async function listStoredTexts(): Promise<string> {
  const { db } = context;
  return JSON.stringify(await db.all(db.build.selectFrom('integration_versions').select('definition')));
}

it.each([
  [login, { ...login, password: '••••word' }],
  [key, { ...key, username: '••••_key' }],
])('%o is stored sealed and returned as %o', async (authConfig, masked) => {
  const id = await create(authConfig);
  for (const text of Object.values(authConfig).filter((value) => value.length > 5)) {
    expect(await listStoredTexts()).not.toContain(text);
  }
  expect(await readStored(id)).toEqual(authConfig);
  const saved = await updateIntegration(context, actor, id, {
    apiCalls: [{ ...makeCall(masked), name: 'New' }],
  });
  expect(saved).toMatchObject({ integration: { apiCalls: [{ authConfig: masked }] } });
  expect(await readStored(id, 2)).toEqual(authConfig);
});

it('is sealed anew with a new key', async () => {
  const id = await create(login);
  const next = Buffer.alloc(32, 9);
  await rotateAppKey(context.db, { former: context.config.appKey, next }, context.now());
  expect(await readStored(id, 1, next)).toEqual(login);
  await expect(readStored(id)).rejects.toThrow('sealed');
});

it('goes to no other server, and shows no key that becomes a name', async () => {
  const id = await create(login);
  const masked = { ...login, password: '••••word' };
  expect(await save(id, masked, 'https://other.example/')).toMatchObject({
    fields: {
      'apiCalls.0.authConfig.password': ['Type the password again: it would now go to another server.'],
    },
  });
  expect(await save(await create(key), { ...key, username: '••••_key', password: 'x' })).toMatchObject({
    fields: { 'apiCalls.0.authConfig.username': ['Please enter this value again to show it.'] },
  });
});

it.each([
  [
    { type: 'basic', username: 'a:b', password: 'c' },
    'A username must not contain a colon: Basic authentication would take the rest for the password',
  ],
  [{ type: 'basic', username: '', password: '' }, 'Username or password is required'],
])('%o is rejected', async (authConfig, message) => {
  expect(await save(await create(login), authConfig)).toMatchObject({
    kind: 'invalid',
    fields: { 'apiCalls.0.authConfig.username': [message] },
  });
});

it('is sent by a test, which shows it in no form', async () => {
  const target = await startTarget(({ headers }, response) =>
    answerJson({ echo: headers.authorization, word: 'a long password' })({} as never, response),
  );
  onTestFinished(() => target.close());
  const id = await create(login, target.url);
  const call = { ...makeCall({ ...login, username: '{{user}}', password: '••••word' }, target.url) };
  const without = await testCall(context, actor, id, call);
  expect(without).toMatchObject({ kind: 'missing-variables', names: ['user'] });
  const outcome = await testCall(context, actor, id, { ...call, variables: { user: 'grace' } });
  expect(target.received[0]?.headers.authorization).toBe(`Basic ${btoa('grace:a long password')}`);
  expect(outcome).toMatchObject({ test: { body: '{"echo":"Basic ••••","word":"••••"}' } });
});

it.each([
  [login, { ...login, password: '{{password}}' }, ['The password']],
  [
    key,
    { type: 'basic', username: '{{username}}', password: '{{password}}' },
    ['The user name', 'The password'],
  ],
  [
    { type: 'basic', username: '{{a}}', password: '{{b}}' },
    { type: 'basic', username: '{{a}}', password: '{{b}}' },
    [],
  ],
])('%o is exported without its secret, and read as %o', async (authConfig, expected, named) => {
  const found = await findDefinition(context, await create(authConfig), 1);
  if (found.kind !== 'found') throw new Error(found.kind);
  const file = JSON.stringify(
    toIntegrationFile({ name: 'Orders', description: null, definition: found.definition }),
  );
  expect(file).not.toMatch(/long/);
  const read = readIntegrationFile(JSON.parse(file));
  if (read.kind !== 'integration') throw new Error(read.message);
  expect(read.definition.apiCalls[0]?.authConfig).toEqual(expected);
  expect(read.notes.map(({ message }) => message.split(' is not part')[0])).toEqual(named);
});
