// What a provider answers after the connection was changed, deleted, or granted anew, while it was being asked.
import { expect, it, onTestFinished } from 'vitest';
import { beginAuthorization, finishAuthorization } from '~/services/connections/authorization';
import { authorizeConnection } from '~/services/connections/authorize';
import { listAuditEntries } from '~/db/organizations/audit-log';
import {
  changeConnection,
  createConnection,
  deleteConnection,
  readConnectionById,
} from '~/services/connections/connections';
import { makeOutbound } from '../../outbound/loopback';
import { createTestUser } from '../../support/accounts';
import { createTestContext } from '../../support/context';
import { startTarget } from '../../support/target';

/** A connection whose provider numbers what it gives, and waits before it answers who renews a token. */
async function connect(kind = 'oauth2_authorization_code') {
  const waiting: ((answer: object, status?: number) => void)[] = [];
  let given = 0;
  const give = () => {
    given += 1;
    return {
      access_token: `access-${given}`,
      refresh_token: `refresh-${given}`,
      token_type: 'Bearer',
      expires_in: 300,
    };
  };
  const provider = await startTarget(({ body, url }, response) => {
    // It revokes no other token than the first.
    if (url === '/revoke') return response.writeHead(body.includes('token=refresh-1&') ? 200 : 503).end();
    const answer = (content: object, status = 200) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(content));
    if (body.includes('grant_type=refresh_token')) waiting.push(answer);
    else answer(give());
    return undefined;
  });
  onTestFinished(() => provider.close());
  const context = await createTestContext({ outbound: makeOutbound() });
  const { user, organizationId } = await createTestUser(context);
  const actor = { userId: user.id, organizationId };
  const made = await createConnection(context, actor, {
    name: 'Shop',
    kind,
    baseUrl: 'https://api.example.com',
    config: {
      ...(kind === 'oauth2_refresh_token'
        ? { refreshToken: 'refresh-0' }
        : { authorizationUrl: `${provider.url}/auth` }),
      tokenUrl: `${provider.url}/token`,
      revocationUrl: `${provider.url}/revoke`,
      clientId: 'shop',
      clientSecret: 'a secret',
    },
  });
  if (made.kind !== 'connection') throw new Error(JSON.stringify(made));
  const { id } = made.connection;

  /** What a person does: goes there and comes back. */
  const grant = async () => {
    const begun = await beginAuthorization(context, actor, id, 'a session');
    if (begun.kind !== 'begun') throw new Error(JSON.stringify(begun));
    const state = new URL(begun.address).searchParams.get('state') ?? '';
    const answer = { code: 'a code', error: '', iss: '' };
    return finishAuthorization(context, { userId: user.id, session: 'a session', state, ...answer });
  };
  const authorize = async (process = context) => {
    const authorization = await authorizeConnection(process, organizationId, id);
    return authorization.kind === 'granted' ? authorization.grant.headers[0]?.[1] : authorization;
  };
  /** The token is over: somebody asks for the next one, and the provider has not answered yet. */
  const beginRenewal = async () => {
    context.clock.advance(290_000);
    const before = provider.received.length;
    const renewed = authorize();
    await provider.arrived(before + 1);
    return { renewed, answer: waiting.at(-1)! };
  };
  const readStatus = async () => {
    const read = await readConnectionById(context, organizationId, id);
    return read.kind === 'connection' ? read.connection.status : read.kind;
  };
  if (kind === 'oauth2_authorization_code') expect(await grant()).toMatchObject({ kind: 'authorized' });
  return { context, actor, id, provider, give, grant, authorize, beginRenewal, readStatus };
}

it('does not undo what a person granted meanwhile', async () => {
  const { grant, authorize, beginRenewal, readStatus } = await connect();
  const { renewed, answer } = await beginRenewal();
  expect(await grant()).toMatchObject({ kind: 'authorized' });
  answer({ error: 'invalid_grant' }, 400);
  expect(await renewed).toBe('Bearer access-2');
  expect(await readStatus()).toBe('ready');
  expect(await authorize()).toBe('Bearer access-2');
});

it('keeps the next refresh token of a connection that was renamed meanwhile', async () => {
  const { context, actor, id, provider, give, authorize, beginRenewal } = await connect();
  const { renewed, answer } = await beginRenewal();
  await changeConnection(context, actor, id, { name: 'Store' });
  answer(give());
  expect(await renewed).toBe('Bearer access-2');
  expect(await authorize()).toBe('Bearer access-2');
  const next = await beginRenewal();
  expect(provider.received.at(-1)?.body).toContain('refresh_token=refresh-2');
  next.answer(give());
  expect(await next.renewed).toBe('Bearer access-3');
});

it.each([
  ['oauth2_refresh_token', { extra: 'scope=orders', refreshToken: '••••sh-0' }],
  ['oauth2_refresh_token', { clientSecret: 'another', refreshToken: '••••sh-0' }],
  ['oauth2_authorization_code', { tokenExtra: 'resource=https://api.example.com' }],
  ['oauth2_authorization_code', { clientSecret: 'another' }],
])('keeps the next refresh token of a %s connection with %j meanwhile', async (kind, config) => {
  const { context, actor, id, provider, give, authorize, beginRenewal, readStatus } = await connect(kind);
  const { renewed, answer } = await beginRenewal();
  expect(await changeConnection(context, actor, id, { config })).toMatchObject({ kind: 'connection' });
  const content = give();
  answer(content);
  expect(await renewed).toBe(`Bearer ${content.access_token}`);
  const next = await beginRenewal();
  expect(provider.received.at(-1)?.body).toContain(`refresh_token=${content.refresh_token}`);
  next.answer({ ...give(), access_token: 'newest' });
  expect(await next.renewed).toBe('Bearer newest');
  expect([await authorize(), await readStatus()]).toEqual(['Bearer newest', 'ready']);
});

it('does not hold against a new client secret that the provider refused the former one', async () => {
  const { context, actor, id, give, authorize, beginRenewal, readStatus } = await connect();
  const { renewed, answer } = await beginRenewal();
  await changeConnection(context, actor, id, { config: { clientSecret: 'another' } });
  answer({ error: 'invalid_client' }, 401);
  expect(await renewed).toMatchObject({ kind: 'unobtained' });
  expect(await readStatus()).toBe('ready');
  const second = await beginRenewal();
  second.answer({ error: 'invalid_client' }, 401);
  expect([await second.renewed, await readStatus()]).toEqual([expect.anything(), 'failing']);
  await changeConnection(context, actor, id, { config: { clientSecret: 'the right one' } });
  expect(await readStatus()).toBe('ready');
  const next = await beginRenewal();
  next.answer(give());
  expect([await next.renewed, await authorize()]).toEqual(['Bearer access-2', 'Bearer access-2']);
});

it('stores no token of a client that is another one meanwhile', async () => {
  const { context, actor, id, give, authorize, beginRenewal, readStatus } = await connect();
  const { renewed, answer } = await beginRenewal();
  await changeConnection(context, actor, id, { config: { clientId: 'another' } });
  answer(give());
  expect(await renewed).toBe('Bearer access-2');
  expect(await readStatus()).toBe('needs_authorization');
  expect(await authorize()).toMatchObject({ kind: 'refused' });
});

const gone = { kind: 'refused', message: 'The connection of this call no longer exists.' };

it('asks for the end of a token that comes after the connection was deleted, and gives it to no call', async () => {
  const { context, actor, id, provider, give, beginRenewal } = await connect();
  const { renewed, answer } = await beginRenewal();
  expect(await deleteConnection(context, actor, id)).toEqual({
    kind: 'deleted',
    revocation: { kind: 'revoked' },
  });
  answer(give());
  expect(await renewed).toEqual(gone);
  const revocations = provider.received.filter(({ url }) => url === '/revoke');
  expect(revocations.map(({ body }) => new URLSearchParams(body).get('token'))).toEqual([
    'refresh-1',
    'refresh-2',
  ]);
  const { organizationId } = actor;
  const entries = await listAuditEntries(context.db, { organizationId, limit: 2 });
  expect(entries.map(({ kind, detail }) => [kind, detail])).toEqual([
    ['token-not-revoked', 'Shop: The provider refused (HTTP 503)'],
    ['token-revoked', 'Shop'],
  ]);
});

it('gives no token to a call of another process that waits for its turn while the connection is deleted', async () => {
  const { context, actor, id, give, authorize, beginRenewal } = await connect();
  const { renewed, answer } = await beginRenewal();
  const waiting = authorize({ ...context, tokenRequests: new Map() });
  await deleteConnection(context, actor, id);
  expect(await waiting).toEqual(gone);
  answer(give());
  expect(await renewed).toEqual(gone);
});
