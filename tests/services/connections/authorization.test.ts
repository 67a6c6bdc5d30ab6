// A person connects a connection with a provider of others: node-oidc-provider, whose login and consent say yes.
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { listConnectionCalls } from '~/db/connections/connection-calls';
import { findConnectionToken } from '~/db/connections/connection-tokens';
import {
  type AuthorizationResponse,
  beginAuthorization,
  findAuthorization,
  finishAuthorization,
  readRedirectUri,
  type Return,
} from '~/services/connections/authorization';
import { authorizeConnection } from '~/services/connections/authorize';
import { changeConnection, createConnection, readConnectionById } from '~/services/connections/connections';
import { rotateAppKey } from '~/services/encryption/key-rotation';
import { isRightKey } from '~/services/installation/key-check';
import { makeOutbound } from '../../outbound/loopback';
import { createTestUser } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';
import {
  clientId,
  clientSecret,
  type LoginProvider,
  signIn,
  startLoginProvider,
} from '../../support/login-provider';

let context: TestContext;
let provider: LoginProvider;
let actor: { userId: string; organizationId: string };
let id: string;

beforeEach(async () => {
  context = await createTestContext({ outbound: makeOutbound() });
  const { user, organizationId } = await createTestUser(context);
  actor = { userId: user.id, organizationId };
  provider = await startLoginProvider(readRedirectUri(context));
  onTestFinished(() => provider.close());
  const { url } = provider;
  const made = await createConnection(context, actor, {
    name: 'Shop',
    kind: 'oauth2_authorization_code',
    baseUrl: 'https://api.example.com',
    config: {
      authorizationUrl: `${url}/auth`,
      tokenUrl: `${url}/token`,
      clientId,
      clientSecret,
      scope: 'openid offline_access',
      extra: 'prompt=consent',
    },
  });
  if (made.kind !== 'connection') throw new Error(JSON.stringify(made));
  id = made.connection.id;
});

async function begin(session: string | null = 'my session'): Promise<string> {
  const begun = await beginAuthorization(context, actor, id, session);
  if (begun.kind !== 'begun') throw new Error(JSON.stringify(begun));
  return begun.address;
}

async function comeBack(address?: string): Promise<Return & AuthorizationResponse> {
  const sent = await signIn(address ?? (await begin()), context.config.appUrl);
  const [state = '', code = '', iss = ''] = ['state', 'code', 'iss'].map((name) => sent.get(name) ?? '');
  return { userId: actor.userId, session: 'my session', state, code, error: '', iss };
}

async function readAuthorization() {
  const authorization = await authorizeConnection(context, actor.organizationId, id);
  if (authorization.kind === 'granted') return authorization.grant.headers[0]?.[1];
  return authorization.kind === 'refused' ? authorization.message : authorization.outcome.message;
}

async function readStatus() {
  const read = await readConnectionById(context, actor.organizationId, id);
  return read.kind === 'connection' ? read.connection.status : read.kind;
}

const countRequests = async () => (await listConnectionCalls(context.db, id, 50)).length;

const countMails = async () =>
  (await context.db.all(context.db.build.selectFrom('emails').select('id'))).length;

it('is connected once, by the session that began it', async () => {
  expect(await readStatus()).toBe('needs_authorization');
  const back = await comeBack();
  expect(await finishAuthorization(context, { ...back, session: 'another' })).toEqual({ kind: 'stale' });
  expect(await finishAuthorization(context, back)).toMatchObject({ kind: 'authorized', name: 'Shop' });
  expect(await finishAuthorization(context, back)).toEqual({ kind: 'stale' });
  expect(await readStatus()).toBe('ready');
  expect(await readAuthorization()).toMatch(/^Bearer .+/);
});

it('comes back too late after ten minutes', async () => {
  const back = await comeBack();
  context.clock.advance(600_000);
  expect(await finishAuthorization(context, back)).toEqual({ kind: 'stale' });
});

it('renews its token with refresh tokens that are good once, and under another key', async () => {
  await finishAuthorization(context, await comeBack());
  const tokens = new Set([await readAuthorization()]);
  const { refresh } = (await findConnectionToken(context.db, id)) ?? {};
  for (let each = 0; each < 3; each += 1) {
    context.clock.advance(290_000);
    tokens.add(await readAuthorization());
  }
  expect(tokens.size).toBe(4);
  expect((await findConnectionToken(context.db, id))?.refresh).not.toBe(refresh);
  await isRightKey(context.db, context.config);
  const next = Buffer.alloc(32, 9);
  await rotateAppKey(context.db, { former: context.config.appKey, next }, context.now());
  context.config.appKey = next;
  context.clock.advance(290_000);
  expect(tokens).not.toContain(await readAuthorization());
  expect(await readStatus()).toBe('ready');
});

it('needs a person again once the provider takes its grant no longer, and says so by one mail', async () => {
  await finishAuthorization(context, await comeBack());
  provider.forget();
  context.clock.advance(290_000);
  const before = await countMails();
  expect(await readAuthorization()).toContain('invalid_grant');
  expect(await readAuthorization()).toContain(
    ` Connect it: ${context.config.appUrl}/organization/settings/connections/${id}`,
  );
  expect(await readStatus()).toBe('needs_authorization');
  expect(await countMails()).toBe(before + 1);
  // What was refused is not sent again.
  expect((await findConnectionToken(context.db, id))?.refresh).toBeNull();
  expect(await countRequests()).toBe(2);
  expect(await finishAuthorization(context, await comeBack())).toMatchObject({ kind: 'authorized' });
  expect(await readStatus()).toBe('ready');
});

it('says what the provider refused with, and keeps what was granted before', async () => {
  await finishAuthorization(context, await comeBack());
  const state = new URL(await begin()).searchParams.get('state') ?? '';
  const back = {
    userId: actor.userId,
    session: 'my session',
    state,
    code: '',
    error: 'access_denied: No',
    iss: '',
  };
  expect(await finishAuthorization(context, back)).toMatchObject({
    kind: 'refused',
    name: 'Shop',
    message: 'The provider answered: access_denied: No',
  });
  expect(await readStatus()).toBe('ready');
});

it('stays connected when its name or a header beside the token changes, and not when its client does', async () => {
  await finishAuthorization(context, await comeBack());
  await changeConnection(context, actor, id, { name: 'Store', config: { extraHeaders: 'X-Shop: main' } });
  expect(await readStatus()).toBe('ready');
  expect(await readAuthorization()).toMatch(/^Bearer /);
  await changeConnection(context, actor, id, { config: { clientId: 'another' } });
  expect(await readStatus()).toBe('needs_authorization');
});

it('needs the person again before its token goes to further hosts, and the client secret for another provider alone', async () => {
  const losesGrant = async (allowedHosts: string[], config: Record<string, string>) => {
    const outcome = await changeConnection(context, actor, id, { allowedHosts, config });
    expect(outcome).toMatchObject({ connection: { status: 'needs_authorization' } });
    expect(await findConnectionToken(context.db, id)).toBeUndefined();
  };
  await finishAuthorization(context, await comeBack());
  const again = ['Enter this again: it could now go to another server.'];
  // The secret goes to the token URL alone, whichever hosts are called; other headers go along with the token.
  await losesGrant(['a.example.com'], { extraHeaders: 'X-Key: sesame-open-77' });
  await finishAuthorization(context, await comeBack());
  for (const change of [
    { allowedHosts: ['b.example.com'] },
    { config: { tokenUrl: 'https://elsewhere.example.com/token' } },
  ]) {
    const fields = { 'config.extraHeaders': again, ...(change.config && { 'config.clientSecret': again }) };
    expect(await changeConnection(context, actor, id, change)).toEqual({ kind: 'invalid', fields });
  }
  expect(await readStatus()).toBe('ready');
  await changeConnection(context, actor, id, { config: { extraHeaders: '' } });
  // A public client has no secret that could be entered again.
  await changeConnection(context, actor, id, { config: { clientSecret: '', clientAuth: 'none' } });
  expect(await readStatus()).toBe('ready');
  await losesGrant(['a.example.com', 'b.example.com'], {});
});

it('may be finished in any session of who asked by a program, and by nobody else', async () => {
  const back = await comeBack(await begin(null));
  const { user } = await createTestUser(context);
  expect(await findAuthorization(context, { ...back, userId: user.id })).toBeUndefined();
  expect(await finishAuthorization(context, { ...back, userId: user.id })).toEqual({ kind: 'stale' });
  expect(await finishAuthorization(context, { ...back, session: 'another' })).toMatchObject({
    kind: 'authorized',
  });
});

it('is connected by an answer that was under way while the key changed', async () => {
  const back = await comeBack();
  await isRightKey(context.db, context.config);
  const next = Buffer.alloc(32, 9);
  await rotateAppKey(context.db, { former: context.config.appKey, next }, context.now());
  context.config.appKey = next;
  expect(await finishAuthorization(context, back)).toMatchObject({ kind: 'authorized' });
});

it.each([
  {
    of: 'another provider',
    config: {},
    iss: 'https://elsewhere.example.org',
    message: 'The response is from https://elsewhere.example.org, not from http://127.0.0.1:',
  },
  {
    of: 'who calls itself otherwise',
    config: { issuer: 'https://id.example.com' },
    message: ', not from https://id.example.com.',
  },
  {
    of: 'nobody',
    config: { issuerCheck: 'always' },
    iss: '',
    message: 'does not name its issuer (iss)',
  },
])('trades no code for a token that is of $of', async ({ config, iss, message }) => {
  await changeConnection(context, actor, id, { config });
  const back = await comeBack();
  const outcome = await finishAuthorization(context, { ...back, ...(iss !== undefined && { iss }) });
  expect(outcome).toMatchObject({ kind: 'refused', message: expect.stringContaining(message) });
  expect(await countRequests()).toBe(0);
  expect(await finishAuthorization(context, back)).toEqual({ kind: 'stale' });
});

it('compares an issuer as it is written', async () => {
  await changeConnection(context, actor, id, { config: { issuer: provider.url, issuerCheck: 'always' } });
  expect(await finishAuthorization(context, await comeBack())).toMatchObject({ kind: 'authorized' });
});
