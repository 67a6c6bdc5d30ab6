// A refresh token that a person pastes, as the provider's console shows it: nobody signs in.
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { authorizeConnection } from '~/services/connections/authorize';
import { changeConnection, createConnection, readConnectionById } from '~/services/connections/connections';
import { makeOutbound } from '../../outbound/loopback';
import { authorizationNeededMessage } from '~/email/connection-messages';
import { createTestUser } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';
import { startTarget, type Target } from '../../support/target';

let context: TestContext;
let actor: { userId: string; organizationId: string };
let provider: Target;
/** The refresh token that the provider takes; it gives the next one with each access token. */
let taken: string;
let rotates: boolean;
/** Whether the provider ends the connection in place of an answer. */
let loses: boolean;
/** Called when a slow call has arrived, which gets no answer. */
let occupies: () => void;

beforeEach(async () => {
  context = await createTestContext({ outbound: makeOutbound() });
  const { user, organizationId } = await createTestUser(context);
  actor = { userId: user.id, organizationId };
  [taken, rotates, loses] = ['first-refresh-token', false, false];
  provider = await startTarget((request, response) => {
    if (request.url === '/slow') return occupies();
    const { body } = provider.received.at(-1) ?? { body: '' };
    if (loses) return response.destroy();
    const sent = new URLSearchParams(body).get('refresh_token');
    response.setHeader('Content-Type', 'application/json');
    if (sent !== taken) return response.writeHead(400).end('{"error":"invalid_grant"}');
    if (rotates) taken = `rotated-refresh-token-${provider.received.length}`;
    const refresh = rotates ? { refresh_token: taken } : {};
    const access_token = `access-${provider.received.length}`;
    return response.end(JSON.stringify({ access_token, token_type: 'bearer', expires_in: 3600, ...refresh }));
  });
  onTestFinished(() => provider.close());
});

async function connect(config: object = {}): Promise<string> {
  const made = await createConnection(context, actor, {
    name: 'Shop',
    kind: 'oauth2_refresh_token',
    baseUrl: 'https://api.example.com',
    config: {
      tokenUrl: `${provider.url}/token`,
      clientId: 'my-client',
      clientSecret: 'my-secret',
      refreshToken: 'first-refresh-token',
      ...config,
    },
  });
  if (made.kind !== 'connection') throw new Error(JSON.stringify(made));
  expect(made.connection).toMatchObject({ status: 'ready', config: { refreshToken: '••••oken' } });
  return made.connection.id;
}

async function authorize(id: string) {
  const authorization = await authorizeConnection(context, actor.organizationId, id);
  if (authorization.kind === 'granted') return authorization.grant.headers[0]?.join(': ');
  return authorization.kind === 'refused' ? authorization.message : authorization.outcome.message;
}

/** The access token is over, so that the next call needs another. */
const expire = () => context.db.run(context.db.build.updateTable('connection_tokens').set({ access: null }));
const listSent = () => provider.received.map(({ body }) => new URLSearchParams(body).get('refresh_token'));

it('does not wait behind slow calls to the same host: the claim would end, and another process would send it, too', async () => {
  context.outbound = makeOutbound({ callsPerHost: 1 });
  const cancel = new AbortController();
  const arrived = new Promise<void>((resolve) => {
    occupies = resolve;
  });
  const call = context.outbound.send({
    method: 'GET',
    url: `${provider.url}/slow`,
    headers: [],
    timeoutMs: 60_000,
    maxBodyBytes: 10,
    organizationId: actor.organizationId,
    signal: cancel.signal,
  });
  await arrived;
  expect(await authorize(await connect())).toBe('Authorization: Bearer access-2');
  cancel.abort();
  expect(await call).toMatchObject({ reason: 'cancelled' });
});

it('is sent for each token, with further parameters, and the token stands behind the scheme of the API', async () => {
  const id = await connect({ scheme: 'Zoho-oauthtoken', extra: 'scope=orders', clientAuth: 'post' });
  expect(await authorize(id)).toBe('Authorization: Zoho-oauthtoken access-1');
  await expire();
  expect(await authorize(id)).toBe('Authorization: Zoho-oauthtoken access-2');
  expect(Object.fromEntries(new URLSearchParams(provider.received[0]?.body))).toEqual({
    grant_type: 'refresh_token',
    refresh_token: 'first-refresh-token',
    client_id: 'my-client',
    client_secret: 'my-secret',
    scope: 'orders',
  });
  expect(listSent()).toEqual(['first-refresh-token', 'first-refresh-token']);
});

it('is replaced by the one that the provider sends, also once the connection has another name', async () => {
  rotates = true;
  const id = await connect();
  await authorize(id);
  await expire();
  await changeConnection(context, actor, id, { name: 'Store', config: { refreshToken: '••••oken' } });
  expect(await authorize(id)).toBe('Authorization: Bearer access-2');
  expect(listSent()).toEqual(['first-refresh-token', 'rotated-refresh-token-1']);
});

it('is sent again after an answer that was lost, since the provider may not have replaced it', async () => {
  const id = await connect();
  loses = true;
  expect(await authorize(id)).toContain('has no token');
  const read = await readConnectionById(context, actor.organizationId, id);
  expect(read).toMatchObject({ connection: { status: 'failing' } });
  loses = false;
  expect(await authorize(id)).toBe('Authorization: Bearer access-2');
  expect(listSent()).toEqual(['first-refresh-token', 'first-refresh-token']);
});

it('is kept as the provider replaced it when other fields change, and is given up for another client', async () => {
  rotates = true;
  const id = await connect();
  await authorize(id);
  await changeConnection(context, actor, id, { config: { extra: 'scope=orders', refreshToken: '••••oken' } });
  expect(await authorize(id)).toBe('Authorization: Bearer access-2');
  await changeConnection(context, actor, id, { config: { clientId: 'other', refreshToken: '••••oken' } });
  await authorize(id);
  expect(listSent()).toEqual(['first-refresh-token', 'rotated-refresh-token-1', 'first-refresh-token']);
});

it('that is refused is not sent again; one mail asks for a new one, which counts from the next call on', async () => {
  const id = await connect();
  taken = 'second-refresh-token';
  const link = `Enter a new one: ${context.config.appUrl}/organization/settings/connections/${id}`;
  expect(await authorize(id)).toContain(`invalid_grant. ${link}`);
  expect(await authorize(id)).toContain(`Its refresh token is no longer accepted. ${link}`);
  expect(listSent()).toEqual(['first-refresh-token']);
  expect(await readConnectionById(context, actor.organizationId, id)).toMatchObject({
    connection: { status: 'needs_authorization' },
  });
  expect(await context.db.all(context.db.build.selectFrom('emails').select('id'))).toHaveLength(1);
  const { subject, text } = authorizationNeededMessage({
    name: 'Shop',
    link: 'https://a.example',
    isEntered: true,
  });
  expect([subject, text]).toEqual([
    'New refresh token needed: Shop',
    expect.stringContaining('fail until someone enters a new refresh token.'),
  ]);
  expect(
    await changeConnection(context, actor, id, { config: { refreshToken: 'second-refresh-token' } }),
  ).toMatchObject({ connection: { status: 'ready' } });
  expect(await authorize(id)).toBe('Authorization: Bearer access-2');
});

it('that was refused is tried once more when it is saved again', async () => {
  const id = await connect();
  taken = 'elsewhere';
  await authorize(id);
  taken = 'first-refresh-token';
  await changeConnection(context, actor, id, { config: { refreshToken: '••••oken' } });
  expect(await authorize(id)).toBe('Authorization: Bearer access-2');
});

it('needs no client secret where the client has none', async () => {
  const id = await connect({ clientSecret: '', clientAuth: 'none' });
  expect(await authorize(id)).toBe('Authorization: Bearer access-1');
  expect(provider.received[0]?.headers.authorization).toBeUndefined();
  expect(new URLSearchParams(provider.received[0]?.body).get('client_id')).toBe('my-client');
  await expect(connect({ clientSecret: '' })).rejects.toThrow('Client secret is required');
});
