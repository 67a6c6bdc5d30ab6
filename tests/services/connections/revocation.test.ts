// What a provider is asked when a connection is deleted, and what its answer means.
import type { ServerResponse } from 'node:http';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { listAuditEntries } from '~/db/organizations/audit-log';
import { beginAuthorization, finishAuthorization } from '~/services/connections/authorization';
import {
  changeConnection,
  createConnection,
  deleteConnection,
  readConnectionById,
} from '~/services/connections/connections';
import { deleteAccount } from '~/services/accounts/deletion';
import { performAdminCommand } from '~/services/administration/admin-command';
import { deleteOrganization } from '~/services/organizations/deletion';
import { findUser, updatePassword } from '~/db/accounts/users';
import { createCheckedApp } from '../../api/checked-app';
import { makeOutbound } from '../../outbound/loopback';
import { createTestUser, proven, signInAs } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';
import { createCheapPasswords } from '../../support/passwords';
import { startTarget, type Target, type TargetHandler } from '../../support/target';

let context: TestContext;
let actor: { userId: string; organizationId: string };
let provider: Target;
/** The provider's answer to a request for a revocation. */
let answer: TargetHandler;
let refresh: object;

beforeEach(async () => {
  context = await createTestContext({ outbound: makeOutbound() });
  const { user, organizationId } = await createTestUser(context);
  actor = { userId: user.id, organizationId };
  answer = (_request, response) => response.end();
  refresh = { refresh_token: 'the-refresh-token' };
  provider = await startTarget((request, response) => {
    if (request.url !== '/token') return answer(request, response);
    const token = { access_token: 'the-access-token', token_type: 'Bearer', ...refresh };
    return response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(token));
  });
  onTestFinished(() => provider.close());
});

async function connect(config: object = {}, name = 'Shop'): Promise<string> {
  const made = await createConnection(context, actor, {
    name,
    kind: 'oauth2_authorization_code',
    baseUrl: 'https://api.example.com',
    config: {
      authorizationUrl: `${provider.url}/auth`,
      tokenUrl: `${provider.url}/token`,
      revocationUrl: `${provider.url}/revoke`,
      clientId: 'shop',
      clientSecret: 'a-secret',
      ...config,
    },
  });
  if (made.kind !== 'connection') throw new Error(JSON.stringify(made));
  await grantAccess(made.connection.id);
  return made.connection.id;
}

async function grantAccess(id: string): Promise<void> {
  const begun = await beginAuthorization(context, actor, id, 'a session');
  if (begun.kind !== 'begun') throw new Error(JSON.stringify(begun));
  const state = new URL(begun.address).searchParams.get('state') ?? '';
  const back = { userId: actor.userId, session: 'a session', state, code: 'a code', error: '', iss: '' };
  expect(await finishAuthorization(context, back)).toMatchObject({ kind: 'authorized' });
}

const listRevocations = () => provider.received.filter(({ url }) => url !== '/token');
const basic = `Basic ${Buffer.from('shop:a-secret').toString('base64')}`;

it('asks for the end of the refresh token as RFC 7009 says, and the audit says so', async () => {
  const id = await connect();
  expect(await deleteConnection(context, actor, id)).toEqual({
    kind: 'deleted',
    revocation: { kind: 'revoked' },
  });
  expect(listRevocations()).toMatchObject([
    { method: 'POST', url: '/revoke', headers: { authorization: basic } },
  ]);
  expect(Object.fromEntries(new URLSearchParams(listRevocations()[0]?.body))).toEqual({
    token: 'the-refresh-token',
    token_type_hint: 'refresh_token',
  });
  const [last] = await listAuditEntries(context.db, { organizationId: actor.organizationId, limit: 1 });
  expect(last).toMatchObject({ kind: 'token-revoked', detail: 'Shop' });
});

it('asks nobody without an address, before it is connected, or while another connection has the same client', async () => {
  await deleteConnection(context, actor, await connect({ revocationUrl: '' }));
  const id = await connect();
  const other = await connect({}, 'Store');
  expect(await deleteConnection(context, actor, id)).toEqual({
    kind: 'deleted',
    revocation: { kind: 'not-revoked', message: 'The connection Store has the same client.' },
  });
  await changeConnection(context, actor, other, { config: { scope: 'another' } });
  expect(await deleteConnection(context, actor, other)).toEqual({ kind: 'deleted' });
  expect(listRevocations()).toEqual([]);
});

it.each([
  [
    '/applications/{client_id}/token',
    'DELETE',
    '/applications/shop/token',
    basic,
    '{"access_token":"the-access-token"}',
  ],
  ['/api/auth.revoke', 'POST', '/api/auth.revoke', 'Bearer the-access-token', ''],
  ['/2/auth/token/revoke', 'POST', '/2/auth/token/revoke', 'Bearer the-access-token', ''],
])('asks at %s as that provider wants it', async (path, method, url, authorization, body) => {
  const id = await connect({ revocationUrl: `${provider.url}${path}` });
  expect(await deleteConnection(context, actor, id)).toMatchObject({ revocation: { kind: 'revoked' } });
  expect(listRevocations()).toMatchObject([{ method, url, headers: { authorization }, body }]);
});

it('sends the access token where the provider gave no other, and the secret in the body for a client of that kind', async () => {
  refresh = {};
  await deleteConnection(context, actor, await connect({ clientAuth: 'post' }));
  expect(Object.fromEntries(new URLSearchParams(listRevocations()[0]?.body))).toEqual({
    token: 'the-access-token',
    token_type_hint: 'access_token',
    client_id: 'shop',
    client_secret: 'a-secret',
  });
});

it.each<[string, number, string, string | undefined]>([
  ['a token that has ended', 400, '{"error":"invalid_token"}', undefined],
  [
    'a refusal',
    400,
    '{"error":"unsupported_token_type"}',
    'The provider refused (HTTP 400): unsupported_token_type',
  ],
  [
    'a refusal with 200',
    200,
    '{"ok":false,"error":"not_authed"}',
    'The provider refused (HTTP 200): not_authed',
  ],
  ['an echo', 500, '{"error":"of the-refresh-token"}', 'The provider refused (HTTP 500): of ••••'],
  [
    'an echo of the header',
    500,
    JSON.stringify({ error: `not ${basic}` }),
    'The provider refused (HTTP 500): not Basic ••••',
  ],
  ['a page', 302, '', 'The provider refused (HTTP 302)'],
])('is deleted, and the answer kept, after %s', async (_what, status, body, message) => {
  answer = (_request, response) => response.writeHead(status, { Location: '/elsewhere' }).end(body);
  const id = await connect();
  expect(await deleteConnection(context, actor, id)).toEqual({
    kind: 'deleted',
    revocation: message === undefined ? { kind: 'revoked' } : { kind: 'not-revoked', message },
  });
  expect(await readConnectionById(context, actor.organizationId, id)).toMatchObject({ kind: 'not-found' });
  const [last] = await listAuditEntries(context.db, { organizationId: actor.organizationId, limit: 1 });
  expect(last?.detail).toBe(message === undefined ? 'Shop' : `Shop: ${message}`);
});

it('keeps no refresh token of a former grant when a person grants access again and the provider gives none', async () => {
  const id = await connect();
  refresh = {};
  await grantAccess(id);
  await deleteConnection(context, actor, id);
  expect(Object.fromEntries(new URLSearchParams(listRevocations()[0]?.body))).toEqual({
    token: 'the-access-token',
    token_type_hint: 'access_token',
  });
});

it('is asked at once, however many calls to it are in flight', async () => {
  const id = await connect();
  const held: ServerResponse[] = [];
  const isFull = new Promise<void>((resolve) => {
    answer = ({ url }, response) => {
      if (url === '/revoke') return response.end();
      if (held.push(response) === 20) resolve();
    };
  });
  const limits = { timeoutMs: 60_000, maxBodyBytes: 1 };
  const { organizationId } = actor;
  const url = `${provider.url}/slow`;
  const calls = Array.from({ length: 20 }, () =>
    context.outbound.send({ method: 'GET', url, headers: [], ...limits, organizationId }),
  );
  await isFull;
  expect(await deleteConnection(context, actor, id)).toMatchObject({ revocation: { kind: 'revoked' } });
  for (const response of held) response.end();
  await Promise.all(calls);
});

it('is deleted when the provider is gone', async () => {
  const id = await connect();
  await provider.close();
  expect(await deleteConnection(context, actor, id)).toMatchObject({
    kind: 'deleted',
    revocation: { kind: 'not-revoked', message: expect.stringContaining('refused') },
  });
});

it('gives no token or secret to a server that a user enters later', async () => {
  const id = await connect();
  const config = { revocationUrl: 'https://elsewhere.example.com/revoke' };
  expect(await changeConnection(context, actor, id, { config })).toMatchObject({
    kind: 'invalid',
    fields: { 'config.clientSecret': ['Enter this again: it could now go to another server.'] },
  });
  const typed = { ...config, clientSecret: 'a-secret' };
  expect(await changeConnection(context, actor, id, { config: typed })).toMatchObject({
    connection: { status: 'needs_authorization' },
  });
});

it.each([
  'organization',
  'account',
  'organization by API',
  'account by API',
  'account by the command of the machine',
])(
  'is asked for every connection of a deleted %s at the same time, and the audit has the answers',
  async (what) => {
    const names = ['Billing', 'Mail', 'Shop'];
    for (const name of names)
      await connect({ clientId: name, revocationUrl: `${provider.url}/${name}` }, name);
    let asked = 0;
    const waiting: (() => void)[] = [];
    answer = ({ url }, response) => {
      asked += 1;
      waiting.push(() => response.writeHead(url === '/Mail' ? 503 : 200).end());
      // None is answered before all have arrived.
      if (asked === names.length) for (const send of waiting) send();
    };
    const address = '203.0.113.7';
    const user = await findUser(context.db, actor.userId);
    if (!user) throw new Error('There is no user');
    const { db, config } = context;
    if (what === 'organization') {
      const outcome = await deleteOrganization(context, { ...actor, address }, 'analytical engines', proven);
      expect(outcome).toEqual({ kind: 'deleted', unrevoked: ['Mail'] });
    } else if (what === 'account') {
      const outcome = await deleteAccount(context, user, { isFresh: true, address });
      expect(outcome).toEqual({ kind: 'deleted', unrevoked: ['Mail'] });
    } else if (what.endsWith('API')) {
      const passwordHash = await createCheapPasswords().hash('Correct-horse-7');
      await updatePassword(db, user.id, { passwordHash, now: context.now() });
      const [path, body] = what.startsWith('account')
        ? [`/api/users/${user.id}`, { currentPassword: 'Correct-horse-7' }]
        : [`/api/organizations/${actor.organizationId}`, { confirmation: 'analytical engines' }];
      const headers = { Cookie: await signInAs(context, user.id), 'Content-Type': 'application/json' };
      const init = { method: 'DELETE', headers, body: JSON.stringify(body) };
      const response = await createCheckedApp(context).request(path, init);
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual({ unrevoked: ['Mail'] });
    } else {
      const words = ['delete-account', user.email, '--with-organizations'];
      const machine = { config, now: context.now(), createOutbound: makeOutbound };
      expect(await performAdminCommand(db, words, machine)).toEqual({
        kind: 'done',
        lines: [
          `The account of ${user.email} is deleted, with analytical engines. Remove the access at the provider of these connections, whose tokens may still be valid: Mail.`,
        ],
      });
    }
    const entries = await listAuditEntries(context.db, { organizationId: actor.organizationId, limit: 3 });
    expect(entries.map(({ kind, detail }) => [kind, detail])).toEqual([
      ['token-revoked', 'Shop'],
      ['token-not-revoked', 'Mail: The provider refused (HTTP 503)'],
      ['token-revoked', 'Billing'],
    ]);
  },
);
