// A mask stands for a stored secret only where the secret was stored for: one that may edit a call must not be able to
// have its token sent to a server of their own.
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { findDefinition } from '~/services/integrations/definition-cache';
import { createIntegration, updateIntegration } from '~/services/integrations/integrations';
import type { Actor } from '~/services/actor';
import { testCall } from '~/services/test-runs/single-call';
import { makeOutbound } from '../../outbound/loopback';
import { createTestUser } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';
import { webhookTrigger } from '../../support/seed';
import { startTarget } from '../../support/target';

let context: TestContext;
let actor: Actor;

beforeEach(async () => {
  context = await createTestContext({ outbound: makeOutbound() });
  const { user, organizationId } = await createTestUser(context);
  actor = { userId: user.id, organizationId, address: '192.0.2.1' };
});

const token = 'a long bearer token';
const call = {
  id: 'a',
  order: 1,
  method: 'GET',
  url: 'https://api.example.com/v1?a=1',
  headers: { 'X-Tenant': 'header-secret' },
  secretHeaders: ['X-Tenant'],
  authConfig: { type: 'bearer', token },
};
const masked = {
  ...call,
  headers: { 'X-Tenant': '••••cret' },
  authConfig: { type: 'bearer', token: '••••oken' },
};
const moved = {
  'apiCalls.0.authConfig.token': ['Type the token again: it would now go to another server.'],
  'apiCalls.0.headers.X-Tenant': ['Type this value again: it would now go to another server.'],
};

async function create(apiCalls: object[], more: object = {}) {
  const made = await createIntegration(context, actor, { name: 'Orders', apiCalls, ...more });
  if (made.kind !== 'integration') throw new Error(JSON.stringify(made));
  return made.integration.id;
}

function save(id: string, apiCalls: object[]) {
  return updateIntegration(context, actor, id, { apiCalls });
}

async function tokensOf(id: string, version: number) {
  const found = await findDefinition(context, id, version);
  if (found.kind !== 'found') throw new Error(found.kind);
  return found.definition.apiCalls.map(({ authConfig }) => authConfig);
}

function listAuditEntries() {
  const { db } = context;
  return db.all(
    db.build
      .selectFrom('audit')
      .select(['kind', 'user_id', 'subject_id', 'detail', 'address'])
      .where('kind', '<>', 'integration-created'),
  );
}

describe('a mask', () => {
  it.each([
    'https://api.example.com/other/{{path}}?b={{c}}',
    'https://API.example.com:443/',
    '{{url}}',
    '{{base}}/v1/{{id}}',
  ])('stands for the secret at the same origin: %s', async (url) => {
    const stored = url.startsWith('{{') ? { ...call, url, allowedHosts: ['api.example.com'] } : call;
    const id = await create([stored]);
    const outcome = await save(id, [{ ...masked, name: 'New', url, allowedHosts: ['api.example.com'] }]);
    expect(outcome).toMatchObject({ kind: 'integration', integration: { version: 2 } });
    expect(await tokensOf(id, 2)).toEqual([{ type: 'bearer', token }]);
  });

  it.each([
    'https://attacker.example/',
    'http://api.example.com/v1',
    'https://api.example.com:8443/v1',
    'https://api.example.com.attacker.example/',
    'https://api.example.com@attacker.example/',
    'https:/attacker.example/',
    'https:\\\\attacker.example\\',
    'https://{{host}}/',
    'https://{{host}}.example.com/',
    'https://api.example.com{{rest}}',
    'https://api.example.com:{{port}}/',
    '{{url}}',
    '{{base}}/v1',
    '{{base}}?a=1',
  ])('must be typed again elsewhere: %s', async (url) => {
    const id = await create([call]);
    const allowedHosts = ['api.example.com', 'attacker.example', 'x.example.com'];
    expect(await save(id, [{ ...masked, url, allowedHosts }])).toMatchObject({
      kind: 'invalid',
      fields: moved,
    });
    const typed = { ...call, url, allowedHosts };
    if (!url.includes('@')) expect(await save(id, [typed])).toMatchObject({ kind: 'integration' });
  });

  it('of the trigger stands for nothing in a call that has its name', async () => {
    const headers = { 'X-Api-Key': 'header-secret' };
    const triggerConfig = webhookTrigger({ headers });
    const id = await create([call], { triggerConfig });
    const named = {
      ...call,
      id: 'webhook',
      headers: { 'X-Api-Key': '••••cret' },
      secretHeaders: [],
      authConfig: { type: 'none' },
    };
    const target = await startTarget();
    onTestFinished(() => target.close());
    expect(await testCall(context, actor, id, { ...named, url: target.url })).toMatchObject({
      kind: 'invalid',
    });
    expect(target.received).toEqual([]);
    expect(await save(id, [named])).toMatchObject({
      fields: { 'apiCalls.0.headers.X-Api-Key': ['Please enter this value again.'] },
    });
  });

  it('does not follow when calls swap their ids', async () => {
    const other = { ...call, id: 'b', order: 2, url: 'https://b.example/', headers: {}, secretHeaders: [] };
    const id = await create([call, { ...other, authConfig: { type: 'none' } }]);
    expect(
      await save(id, [
        { ...masked, url: 'https://b.example/' },
        { ...masked, id: 'b', order: 2 },
      ]),
    ).toMatchObject({
      fields: {
        ...moved,
        'apiCalls.1.authConfig.token': ['Please enter this value again.'],
      },
    });
  });

  it('must be typed again where a variable decides the scheme, too', async () => {
    const allowedHosts = ['a.example.com'];
    const id = await create([{ ...call, url: 'https://{{host}}/v1', allowedHosts }]);
    expect(await save(id, [{ ...masked, url: '{{base}}/v1', allowedHosts }])).toMatchObject({
      fields: moved,
    });
  });

  it('is asked for again when further hosts could get the secret, and not when fewer could', async () => {
    const url = 'https://{{shop}}.example.com/';
    const id = await create([{ ...call, url, allowedHosts: ['a.example.com', 'b.example.com'] }]);
    const narrowed = { ...masked, url: 'https://{{shop}}.example.com/x', allowedHosts: ['a.example.com'] };
    expect(await save(id, [narrowed])).toMatchObject({ kind: 'integration' });
    for (const added of ['attacker.example', '*.example.com']) {
      expect(await save(id, [{ ...narrowed, allowedHosts: ['a.example.com', added] }])).toMatchObject({
        fields: moved,
      });
    }
  });

  it('is gone when a change leaves the authentication out', async () => {
    const id = await create([call]);
    await save(id, [{ id: 'a', url: 'https://attacker.example/' }]);
    expect(await tokensOf(id, 2)).toEqual([{ type: 'none' }]);
    expect(await save(id, [{ ...masked, headers: {} }])).toMatchObject({
      fields: { 'apiCalls.0.authConfig.token': ['Please enter this value again.'] },
    });
  });

  it('of the trigger stands for what is stored, wherever calls go', async () => {
    const trigger = webhookTrigger({
      secret: 'a webhook secret',
      headers: { 'X-Api-Key': 'required-value' },
    });
    const id = await create([], { triggerConfig: trigger });
    const sent = webhookTrigger({ secret: '••••cret', headers: { 'X-Api-Key': '••••alue' } });
    const outcome = await updateIntegration(context, actor, id, { triggerConfig: sent, apiCalls: [call] });
    expect(outcome).toMatchObject({
      integration: {
        triggerConfig: { webhook: { secret: '••••cret', headers: { 'X-Api-Key': '••••alue' } } },
      },
    });
    const found = await findDefinition(context, id, 2);
    expect(found).toMatchObject({ definition: { triggerConfig: trigger } });
  });
});

describe('a single-call test', () => {
  it('sends no stored secret to another server', async () => {
    const target = await startTarget();
    onTestFinished(() => target.close());
    const id = await create([call]);
    expect(await testCall(context, actor, id, { ...masked, url: target.url })).toMatchObject({
      kind: 'invalid',
      fields: {
        'authConfig.token': moved['apiCalls.0.authConfig.token'],
        'headers.X-Tenant': moved['apiCalls.0.headers.X-Tenant'],
      },
    });
    expect(target.received).toEqual([]);
    expect(await listAuditEntries()).toEqual([]);
  });

  it('is written to the audit with method and host, and without any secret', async () => {
    const target = await startTarget();
    onTestFinished(() => target.close());
    const id = await create([call]);
    const { host } = new URL(target.url);
    const outcome = await testCall(context, actor, id, {
      ...call,
      method: 'POST',
      url: `${target.url}/x?key=y`,
    });
    expect(outcome).toMatchObject({ kind: 'tested', test: { success: true } });
    expect(await listAuditEntries()).toEqual([
      {
        kind: 'call-tested',
        user_id: actor.userId,
        subject_id: id,
        detail: `POST ${host}`,
        address: '192.0.2.1',
      },
    ]);
  });
});

describe('a token for a host that a variable names', () => {
  const message = 'The host comes from a variable: list the hosts that may get the token and secret headers';

  it.each([
    [{ authConfig: { type: 'bearer', token: '{{token}}' } }],
    [{ headers: { 'X-Api-Key': 'abc' } }],
    [{ headers: { 'X-Note': 'abc' }, secretHeaders: ['x-note'] }],
  ])('is not saved without a list of hosts: %o', async (secret) => {
    const made = await createIntegration(context, actor, {
      name: 'Orders',
      apiCalls: [
        { url: 'http://{{h}}/', ...secret },
        { url: '{{base}}/v1', ...secret },
      ],
    });
    expect(made).toMatchObject({
      kind: 'invalid',
      fields: { 'apiCalls.0.allowedHosts': [message], 'apiCalls.1.allowedHosts': [message] },
    });
  });

  it('needs no list without a secret, or when the host is written out', async () => {
    await create([{ url: 'http://{{h}}/', headers: { 'X-Note': 'abc' } }]);
    await create([{ url: 'https://api.example.com/{{h}}', authConfig: { type: 'bearer', token } }]);
  });

  it('says of a list which entry cannot be one', async () => {
    for (const wrong of ['https://a.example', 'a.example/x', '{{h}}', '*.com', '*', 'a b', '']) {
      const apiCalls = [{ url: 'http://{{h}}/', allowedHosts: ['a.example', wrong] }];
      expect(await createIntegration(context, actor, { name: 'Orders', apiCalls })).toMatchObject({
        fields: {
          'apiCalls.0.allowedHosts.1': [
            'Write hosts like api.example.com, *.example.com or api.example.com:8443',
          ],
        },
      });
    }
  });

  it.each([
    ['a host', (port: string) => `http://{{h}}:${port}/x`, (h: string) => h],
    ['an address', () => '{{h}}/x', (h: string, port: string) => `http://${h}:${port}`],
  ])('goes to a listed host alone, when the variable is %s', async (_what, write, valueOf) => {
    const target = await startTarget();
    onTestFinished(() => target.close());
    const { host, hostname, port } = new URL(target.url);
    const url = write(port);
    const id = await create([{ ...call, url, allowedHosts: [host] }]);
    const send = (h: string) =>
      testCall(context, actor, id, {
        ...masked,
        url,
        allowedHosts: [host],
        variables: { h: valueOf(h, port) },
      });
    expect(await send(hostname)).toMatchObject({ kind: 'tested' });
    expect(target.received[0]).toMatchObject({ url: '/x', headers: { authorization: `Bearer ${token}` } });
    expect(await send('localhost')).toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining('allowed hosts'),
    });
    expect(target.received).toHaveLength(1);
  });

  it('leads to no address that calls may not reach, and carries no user', async () => {
    const url = '{{base}}/x';
    const id = await create([{ url }]);
    const send = (base: string) => testCall(context, actor, id, { url, variables: { base } });
    expect(await send('http://10.0.0.1')).toMatchObject({
      test: { statusCode: 0, error: expect.stringContaining('10.0.0.1 is a private address') },
    });
    expect(await send('http://u:p@127.0.0.1')).toMatchObject({
      test: { statusCode: 0, error: expect.stringContaining('must not carry a user name or password') },
    });
    expect(await send('file:///etc')).toMatchObject({
      kind: 'invalid',
      message: 'URL must be a valid HTTP/HTTPS URL: file:///etc/x',
    });
  });
});

it('what an earlier release saved without a list can be renamed and disabled, and not deployed again', async () => {
  const id = await create([call]);
  const { db } = context;
  const { definition: stored } = (await db.first(
    db.build.selectFrom('integration_versions').select('definition'),
  ))!;
  const old = stored.replace('https://api.example.com/v1?a=1', 'https://{{h}}/');
  await updateIntegration(context, actor, id, { isActive: true });
  await db.run(db.build.updateTable('integration_versions').set({ definition: old }));
  for (const change of [{ name: 'Renamed' }, { isActive: false }]) {
    expect(await updateIntegration(context, actor, id, change)).toMatchObject({ kind: 'integration' });
  }
  expect(await updateIntegration(context, actor, id, { isActive: true })).toEqual({
    kind: 'invalid',
    message: 'The host comes from a variable: list the hosts that may get the token and secret headers',
  });
});
