import { beforeEach, describe, expect, it } from 'vitest';
import { listAuditEntries } from '~/db/organizations/audit-log';
import type { Role } from '~/db/core/tables';
import { listConnectionResponses } from '~/services/connections/connection-response';
import { changeConnection, createConnection, deleteConnection } from '~/services/connections/connections';
import { rotateAppKey } from '~/services/encryption/key-rotation';
import { authorizeConnection } from '~/services/connections/authorize';
import { isRightKey } from '~/services/installation/key-check';
import { deleteIntegration } from '~/services/integrations/deletion';
import { createIntegration, updateIntegration } from '~/services/integrations/integrations';
import { createTestUser } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';

let context: TestContext;
let organizationId: string;
let people: Record<Role, string>;

beforeEach(async () => {
  context = await createTestContext();
  const owner = await createTestUser(context);
  organizationId = owner.organizationId;
  const add = async (role: Role) => (await createTestUser(context, { organizationId, role })).user.id;
  people = { OWNER: owner.user.id, ADMIN: await add('ADMIN'), MEMBER: await add('MEMBER') };
});

function actorOf(who: Role) {
  return { userId: people[who], organizationId, address: '192.0.2.1' };
}

const shop = {
  name: 'Shop API',
  kind: 'bearer',
  baseUrl: 'https://api.example.com/v1',
  config: { token: 'the-first-token' },
};

async function create(input: object = {}) {
  const outcome = await createConnection(context, actorOf('OWNER'), { ...shop, ...input });
  if (outcome.kind !== 'connection') throw new Error(JSON.stringify(outcome));
  return outcome.connection;
}

function change(id: string, input: object) {
  return changeConnection(context, actorOf('OWNER'), id, input);
}

async function readGranted(id: string) {
  const authorization = await authorizeConnection(context, organizationId, id);
  return authorization.kind === 'refused' ? authorization.message : authorization.grant.headers;
}

async function use(id: string, name = 'Orders') {
  const made = await createIntegration(context, actorOf('MEMBER'), {
    name,
    apiCalls: [{ id: 'a', order: 1, url: '/orders', authConfig: { type: 'connection', connectionId: id } }],
  });
  if (made.kind !== 'integration') throw new Error(JSON.stringify(made));
  return made.integration.id;
}

async function listAudited() {
  const rows = await listAuditEntries(context.db, { organizationId, limit: 50 });
  return rows.map(({ kind, detail }) => [kind, detail]).toReversed();
}

describe('a connection', () => {
  it('is answered masked, and no secret of it stands in the database', async () => {
    const made = await create();
    expect(made).toMatchObject({ config: { token: '••••oken' }, status: 'ready', version: 1, usedBy: [] });
    const rows = await context.db.all(context.db.build.selectFrom('connections').selectAll());
    expect(JSON.stringify(rows)).not.toContain('the-first-token');
    expect(await readGranted(made.id)).toEqual([['Authorization', 'Bearer the-first-token']]);
  });

  it.each([
    ['OWNER', 'connection'],
    ['ADMIN', 'connection'],
    ['MEMBER', 'forbidden'],
  ] as const)('is made by %s: %s', async (who, kind) => {
    expect((await createConnection(context, actorOf(who), shop)).kind).toBe(kind);
  });

  it('is neither changed nor deleted by a member, nor found by another organization', async () => {
    const { id } = await create();
    expect(await changeConnection(context, actorOf('MEMBER'), id, { name: 'Mine' })).toMatchObject({
      kind: 'forbidden',
    });
    expect(await deleteConnection(context, actorOf('MEMBER'), id)).toMatchObject({ kind: 'forbidden' });
    const other = await createTestUser(context);
    const stranger = { userId: other.user.id, organizationId: other.organizationId };
    expect(await changeConnection(context, stranger, id, { name: 'Mine' })).toEqual({ kind: 'not-found' });
    expect(await deleteConnection(context, stranger, id)).toEqual({ kind: 'not-found' });
    expect(await authorizeConnection(context, other.organizationId, id)).toMatchObject({ kind: 'refused' });
  });

  it('has a name of its own, whatever the case', async () => {
    await create();
    expect(await createConnection(context, actorOf('OWNER'), { ...shop, name: 'shop api' })).toEqual({
      kind: 'invalid',
      fields: { name: ['A connection of this name already exists'] },
    });
  });

  it('says of each field what is wrong with it', async () => {
    const wrong = { name: '', kind: 'api_key', baseUrl: 'x', allowedHosts: ['*'], config: { in: 'body' } };
    const outcome = await createConnection(context, actorOf('OWNER'), wrong);
    expect(Object.keys(outcome.kind === 'invalid' ? (outcome.fields ?? {}) : {})).toEqual([
      'name',
      'baseUrl',
      'allowedHosts.0',
      'config.in',
      'config.value',
    ]);
    expect(await createConnection(context, actorOf('OWNER'), { kind: 'magic' })).toMatchObject({
      fields: { kind: [expect.stringContaining('bearer')] },
    });
  });

  it('is not made with a mask in the place of a secret', async () => {
    const config = { token: '••••oken' };
    expect(await createConnection(context, actorOf('OWNER'), { ...shop, config })).toEqual({
      kind: 'invalid',
      fields: { 'config.token': ['Please enter this value again.'] },
    });
  });

  it('is one of two hundred at most', async () => {
    const { id } = await create();
    const [row] = await context.db.all(
      context.db.build.selectFrom('connections').selectAll().where('id', '=', id),
    );
    const copies = Array.from({ length: 199 }, (_, at) => ({ ...row!, id: `${at}`, name: `Copy ${at}` }));
    await context.db.run(context.db.build.insertInto('connections').values(copies));
    expect(await createConnection(context, actorOf('OWNER'), { ...shop, name: 'More' })).toMatchObject({
      message: 'An organization may have at most 200 connections.',
    });
  });
});

describe('a change', () => {
  it('keeps the secret behind its mask, and counts at once', async () => {
    const made = await create();
    expect(await change(made.id, { ...made, name: 'Shop' })).toMatchObject({
      connection: { name: 'Shop', version: 2 },
    });
    expect(await readGranted(made.id)).toEqual([['Authorization', 'Bearer the-first-token']]);
    await change(made.id, { config: { token: 'another' } });
    expect(await readGranted(made.id)).toEqual([['Authorization', 'Bearer another']]);
  });

  it.each([
    ['another server', { baseUrl: 'https://evil.example.org' }],
    ['another port', { baseUrl: 'https://api.example.com:8443/v1' }],
    ['unencrypted', { baseUrl: 'http://api.example.com/v1' }],
    ['a further host', { allowedHosts: ['evil.example.org'] }],
  ])('that would send the secret to %s asks for it again', async (_what, input) => {
    const { id } = await create();
    expect(await change(id, input)).toEqual({
      kind: 'invalid',
      fields: { 'config.token': ['Enter this again: it could now go to another server.'] },
    });
    expect((await change(id, { ...input, config: { token: 'typed' } })).kind).toBe('connection');
  });

  it('of another path, or to fewer hosts, keeps it', async () => {
    const { id } = await create({ allowedHosts: ['eu.example.com'] });
    const outcome = await change(id, { baseUrl: 'https://api.example.com/v2', allowedHosts: [] });
    expect(outcome.kind).toBe('connection');
  });

  it('of what another user changed meanwhile is a conflict', async () => {
    const { id } = await create();
    await change(id, { name: 'Theirs', version: 1 });
    expect(await change(id, { name: 'Mine', version: 1 })).toEqual({ kind: 'conflict' });
  });

  it('cannot show what was a key: a masked user name beside a new password is typed again', async () => {
    const { id } = await create({ kind: 'basic', config: { username: 'sk_live_12345', password: '' } });
    expect(await change(id, { config: { password: 'x' } })).toMatchObject({ kind: 'invalid' });
  });
});

describe('what uses a connection', () => {
  it('is named by it, and keeps it from being deleted', async () => {
    const { id } = await create();
    const integrationId = await use(id);
    const [listed] = await listConnectionResponses(context, organizationId);
    expect(listed).toMatchObject({ usedBy: [{ id: integrationId, name: 'Orders' }] });
    expect(await deleteConnection(context, actorOf('OWNER'), id)).toEqual({
      kind: 'conflict',
      message: 'Shop API is used by Orders. Choose another connection there first.',
    });
    await deleteIntegration(context, actorOf('MEMBER'), integrationId);
    expect(await deleteConnection(context, actorOf('OWNER'), id)).toEqual({ kind: 'deleted' });
    expect(await readGranted(id)).toBe('The connection of this call no longer exists.');
  });

  it('is forgotten when the next version signs in otherwise', async () => {
    const { id } = await create();
    const integrationId = await use(id);
    const apiCalls = [{ id: 'a', order: 1, url: 'https://api.example.com/' }];
    await updateIntegration(context, actorOf('MEMBER'), integrationId, { apiCalls });
    expect(await deleteConnection(context, actorOf('OWNER'), id)).toEqual({ kind: 'deleted' });
  });

  it('must be of the same organization', async () => {
    const { id } = await create();
    const other = await createTestUser(context);
    const authConfig = { type: 'connection', connectionId: id };
    const made = await createIntegration(
      context,
      { userId: other.user.id, organizationId: other.organizationId },
      { name: 'Orders', apiCalls: [{ id: 'a', order: 1, url: 'https://api.example.com/', authConfig }] },
    );
    const text = 'This connection does not exist. Choose another one';
    expect(made).toEqual({
      kind: 'invalid',
      message: `Validation failed: ${text}`,
      fields: { 'apiCalls.0.authConfig.connectionId': [text] },
    });
  });

  it('is written to the audit, once, with all that is done to the connection', async () => {
    const { id } = await create();
    const integrationId = await use(id);
    await updateIntegration(context, actorOf('MEMBER'), integrationId, {
      dataMapping: { changed: true },
    });
    await change(id, { name: 'Shop' });
    await deleteIntegration(context, actorOf('MEMBER'), integrationId);
    await deleteConnection(context, actorOf('OWNER'), id);
    expect(await listAudited()).toEqual([
      ['connection-created', 'Shop API'],
      ['integration-created', 'Orders'],
      ['connection-used', 'Shop API: Orders'],
      ['version-saved', 'Version 2'],
      ['connection-changed', 'Shop'],
      ['integration-deleted', 'Orders'],
      ['connection-deleted', 'Shop'],
    ]);
  });
});

it('another APP_KEY opens what is sealed, and what no key opens is reported', async () => {
  const { id } = await create();
  const { db } = context;
  expect(await isRightKey(db, context.config)).toBe(true);
  const next = Buffer.alloc(32, 9);
  await rotateAppKey(db, { former: context.config.appKey, next }, context.now());
  expect(await readGranted(id)).toBe(
    'The secrets of the connection Shop API cannot be decrypted with the current APP_KEY.',
  );
  const [listed] = await listConnectionResponses(context, organizationId);
  expect(listed).toMatchObject({ status: 'failing', config: {} });
  context.config.appKey = next;
  expect(await readGranted(id)).toEqual([['Authorization', 'Bearer the-first-token']]);
});

describe('further headers', () => {
  const datadog = {
    kind: 'api_key',
    config: {
      name: 'DD-API-KEY',
      value: 'first-key-1234',
      extraHeaders: 'DD-APPLICATION-KEY: second-key-5678\nX-Account: 42',
    },
  };

  it('are sent beside the key, sealed, and masked one by one', async () => {
    const made = await create(datadog);
    expect(made.config.extraHeaders).toBe('DD-APPLICATION-KEY: ••••5678\nX-Account: ••••');
    const rows = await context.db.all(context.db.build.selectFrom('connections').selectAll());
    expect(JSON.stringify(rows)).not.toContain('second-key');
    expect(await readGranted(made.id)).toEqual([
      ['DD-API-KEY', 'first-key-1234'],
      ['DD-APPLICATION-KEY', 'second-key-5678'],
      ['X-Account', '42'],
    ]);
  });

  it('keep the values that come back masked, and lose those that are left out', async () => {
    const { id } = await create(datadog);
    const extraHeaders = 'X-Account: 43\ndd-application-key: ••••5678';
    expect(await change(id, { config: { extraHeaders } })).toMatchObject({ kind: 'connection' });
    expect(await readGranted(id)).toEqual([
      ['DD-API-KEY', 'first-key-1234'],
      ['X-Account', '43'],
      ['dd-application-key', 'second-key-5678'],
    ]);
    await change(id, { config: { extraHeaders: '' } });
    expect(await readGranted(id)).toEqual([['DD-API-KEY', 'first-key-1234']]);
  });

  it.each([
    [{ config: { extraHeaders: 'X-New: ••••5678' } }, 'Please enter the value of X-New again.'],
    [{ config: { extraHeaders: 'dd-api-key: other' } }, 'dd-api-key is already sent'],
    [{ allowedHosts: ['other.example'] }, 'Enter this again: it could now go to another server.'],
  ])('are refused in %j', async (input, message) => {
    const { id } = await create(datadog);
    expect(await change(id, input)).toMatchObject({
      kind: 'invalid',
      fields: { 'config.extraHeaders': [message] },
    });
  });
});

it('names a field that its kind does not have, when it is made and when it is changed', async () => {
  const near = ['There is no such field; the nearest is token'];
  expect(
    await createConnection(context, actorOf('OWNER'), { ...shop, config: { tokne: 'abcdef' } }),
  ).toMatchObject({
    kind: 'invalid',
    fields: { 'config.tokne': near, 'config.token': ['Token is required'] },
  });
  const { id } = await create();
  expect(await change(id, { config: { tokne: 'abcdef' } })).toMatchObject({
    kind: 'invalid',
    fields: { 'config.tokne': near },
  });
});
