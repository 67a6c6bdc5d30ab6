// A person connects a connection with a provider of others: node-oidc-provider, whose login and consent say yes.
import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Provider } from 'oidc-provider';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { findToken } from '~/db/connections/connection-tokens';
import { beginAuthorization, finishAuthorization } from '~/services/connections/authorization';
import { authorizeConnection } from '~/services/connections/authorize';
import { changeConnection, createConnection, readConnectionById } from '~/services/connections/connections';
import { rotateAppKey } from '~/services/encryption/key-rotation';
import { isRightKey } from '~/services/installation/key-check';
import { listen, makeOutbound } from '../../outbound/loopback';
import { createTestUser } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';

/** What the provider gave, in memory; refresh tokens that were used are known to be. */
class Memory {
  static readonly all = new Map<string, Record<string, unknown>>();
  readonly #kind: string;

  constructor(kind: string) {
    this.#kind = kind;
  }

  async upsert(id: string, payload: object) {
    Memory.all.set(`${this.#kind} ${id}`, { ...payload });
  }

  async find(id: string) {
    return Memory.all.get(`${this.#kind} ${id}`);
  }

  async findByUid(uid: string) {
    return [...Memory.all].find(([key, row]) => key.startsWith(`${this.#kind} `) && row.uid === uid)?.[1];
  }

  async consume(id: string) {
    Object.assign(Memory.all.get(`${this.#kind} ${id}`) ?? {}, { consumed: 1 });
  }

  async destroy(id: string) {
    Memory.all.delete(`${this.#kind} ${id}`);
  }

  async revokeByGrantId(grantId: string) {
    for (const [key, row] of Memory.all) if (row.grantId === grantId) Memory.all.delete(key);
  }
}

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });

async function startProvider(appUrl: string): Promise<string> {
  const server = createServer();
  const url = `http://127.0.0.1:${await listen(server)}`;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const provider = new Provider(url, {
    clients: [
      {
        client_id: 'shop',
        client_secret: 'p@ss: w+rd',
        grant_types: ['authorization_code', 'refresh_token'],
        redirect_uris: [`${appUrl}/oauth/callback`],
      },
    ],
    adapter: Memory,
    jwks: { keys: [privateKey.export({ format: 'jwk' })] },
    cookies: { keys: ['a key for tests'] },
    rotateRefreshToken: true,
    features: { devInteractions: { enabled: false } },
    findAccount: (_context: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ sub: accountId }),
    }),
    ttl: { AccessToken: 300, RefreshToken: 86_400, Grant: 86_400, Session: 86_400, Interaction: 600 },
  });
  const answer = provider.callback();
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/')) void agree(provider, request, response);
    else answer(request, response);
  });
  return url;
}

/** In the place of a page for login and consent. */
async function agree(provider: Provider, request: IncomingMessage, response: ServerResponse) {
  const grant = new provider.Grant({ accountId: 'ada', clientId: 'shop' });
  grant.addOIDCScope('openid offline_access');
  const consent = { grantId: await grant.save() };
  await provider.interactionFinished(request, response, { login: { accountId: 'ada' }, consent });
}

/** Signs in at the provider and consents, as a browser would; answers what comes back to us. */
async function signIn(address: string, appUrl: string): Promise<URLSearchParams> {
  const cookies = new Map<string, string>();
  let url = address;
  for (let step = 0; step < 20; step += 1) {
    if (url.startsWith(appUrl)) return new URL(url).searchParams;
    const headers = { Cookie: [...cookies].map((pair) => pair.join('=')).join('; ') };
    const answer = await fetch(url, { redirect: 'manual', headers });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const next = answer.headers.get('location');
    if (!next) throw new Error(`HTTP ${answer.status}: ${await answer.text()}`);
    url = new URL(next, url).href;
  }
  throw new Error('The provider sends in circles.');
}

let context: TestContext;
let actor: { userId: string; organizationId: string };
let id: string;

beforeEach(async () => {
  context = await createTestContext({ outbound: makeOutbound() });
  const { user, organizationId } = await createTestUser(context);
  actor = { userId: user.id, organizationId };
  const url = await startProvider(context.config.appUrl);
  const made = await createConnection(context, actor, {
    name: 'Shop',
    kind: 'oauth2_authorization_code',
    baseUrl: 'https://api.example.com',
    config: {
      authorizationUrl: `${url}/auth`,
      tokenUrl: `${url}/token`,
      clientId: 'shop',
      clientSecret: 'p@ss: w+rd',
      scope: 'openid offline_access',
      extra: 'prompt=consent',
    },
  });
  if (made.kind !== 'connection') throw new Error(JSON.stringify(made));
  id = made.connection.id;
});

async function begin(): Promise<string> {
  const begun = await beginAuthorization(context, actor, id, 'my session');
  if (begun.kind !== 'begun') throw new Error(JSON.stringify(begun));
  return begun.address;
}

async function comeBack(): Promise<{
  userId: string;
  session: string;
  state: string;
  code: string;
  error: string;
}> {
  const sent = await signIn(await begin(), context.config.appUrl);
  const [state, code] = [sent.get('state') ?? '', sent.get('code') ?? ''];
  return { userId: actor.userId, session: 'my session', state, code, error: '' };
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
  const { refresh } = (await findToken(context.db, id)) ?? {};
  for (let each = 0; each < 3; each += 1) {
    context.clock.advance(290_000);
    tokens.add(await readAuthorization());
  }
  expect(tokens.size).toBe(4);
  expect((await findToken(context.db, id))?.refresh).not.toBe(refresh);
  await isRightKey(context.db, context.config.appKey);
  const next = Buffer.alloc(32, 9);
  await rotateAppKey(context.db, { former: context.config.appKey, next }, context.now());
  context.config.appKey = next;
  context.clock.advance(290_000);
  expect(tokens).not.toContain(await readAuthorization());
  expect(await readStatus()).toBe('ready');
});

it('needs a person again once the provider takes its grant no longer, and says so by one mail', async () => {
  await finishAuthorization(context, await comeBack());
  Memory.all.clear();
  context.clock.advance(290_000);
  const before = await countMails();
  expect(await readAuthorization()).toContain('invalid_grant');
  expect(await readAuthorization()).toContain(
    `Connect it again: ${context.config.appUrl}/organization/settings/connections/${id}`,
  );
  expect(await readStatus()).toBe('needs_authorization');
  expect(await countMails()).toBe(before + 1);
  expect(await finishAuthorization(context, await comeBack())).toMatchObject({ kind: 'authorized' });
  expect(await readStatus()).toBe('ready');
});

it('says what the provider refused with, and keeps what was granted before', async () => {
  await finishAuthorization(context, await comeBack());
  const state = new URL(await begin()).searchParams.get('state') ?? '';
  const back = { userId: actor.userId, session: 'my session', state, code: '', error: 'access_denied: No' };
  expect(await finishAuthorization(context, back)).toMatchObject({
    kind: 'refused',
    message: 'access_denied: No',
  });
  expect(await readStatus()).toBe('ready');
});

it('stays connected when its name changes, and not when its client does', async () => {
  await finishAuthorization(context, await comeBack());
  await changeConnection(context, actor, id, { name: 'Store' });
  expect(await readAuthorization()).toMatch(/^Bearer /);
  await changeConnection(context, actor, id, { config: { clientId: 'another' } });
  expect(await readStatus()).toBe('needs_authorization');
});
