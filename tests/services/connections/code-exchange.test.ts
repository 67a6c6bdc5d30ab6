// A code traded at a provider that is down, wrong or hostile: it ends in a line that says what happened, the code is shown once,
// and what was granted before stays as it was.
import type { ServerResponse } from 'node:http';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { listConnectionCalls } from '~/db/connections/connection-calls';
import { findConnectionToken } from '~/db/connections/connection-tokens';
import { beginAuthorization, finishAuthorization } from '~/services/connections/authorization';
import { authorizeConnection } from '~/services/connections/authorize';
import { createConnection, readConnectionById } from '~/services/connections/connections';
import { makeOutbound } from '../../outbound/loopback';
import { createTestUser } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';
import { type Received, startTarget, type Target, type TargetHandler } from '../../support/target';

let context: TestContext;
let actor: { userId: string; organizationId: string };
let provider: Target;
let answer: TargetHandler;

const give: TargetHandler = (_request, response) =>
  sendJson(response, 200, { access_token: 'first-token-7', token_type: 'bearer' });

beforeEach(async () => {
  context = await createTestContext({ outbound: makeOutbound() });
  const { user, organizationId } = await createTestUser(context);
  actor = { userId: user.id, organizationId };
  answer = give;
  provider = await startTarget((request, response) => answer(request, response));
  onTestFinished(() => provider.close());
});

function sendJson(response: ServerResponse, status: number, body: object) {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

async function connect(tokenUrl = `${provider.url}/token`, config: object = {}): Promise<string> {
  const made = await createConnection(context, actor, {
    name: 'Shop',
    kind: 'oauth2_authorization_code',
    baseUrl: 'https://api.example.com',
    config: {
      authorizationUrl: 'https://login.example.com/authorize',
      tokenUrl,
      clientId: 'my client',
      clientSecret: 'p@ss wörd',
      ...config,
    },
  });
  if (made.kind !== 'connection') throw new Error(JSON.stringify(made));
  return made.connection.id;
}

/** A person goes to the provider and comes back with a code. */
async function comeBack(id: string) {
  const begun = await beginAuthorization(context, actor, id, 'my session');
  if (begun.kind !== 'begun') throw new Error(JSON.stringify(begun));
  const state = new URL(begun.address).searchParams.get('state') ?? '';
  return { userId: actor.userId, session: 'my session', state, code: 'the-code-of-ada', error: '', iss: '' };
}

const repeat = ({ body }: Received) => `not ${new URLSearchParams(body).get('code')}`;

it.each<[string, TargetHandler, string]>([
  [
    'shows a page',
    (_request, response) =>
      response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>Sorry</html>'),
    'The provider’s response is not a token: HTTP 200, text/html.',
  ],
  [
    'redirects',
    (_request, response) => response.writeHead(307, { Location: '/elsewhere' }).end(),
    'The provider responded with HTTP 307, a redirect, which is not followed.',
  ],
  [
    'answers more than 64 KiB',
    (_request, response) =>
      sendJson(response, 200, { access_token: 'x'.repeat(70_000), token_type: 'bearer' }),
    'The provider’s response is longer than 64 KiB.',
  ],
  [
    'repeats the code while it refuses it',
    (request, response) =>
      sendJson(response, 400, { error: 'invalid_grant', error_description: repeat(request) }),
    'The provider refused (HTTP 400): invalid_grant: not ••••',
  ],
  [
    'gives a token of another type',
    (_request, response) => sendJson(response, 200, { access_token: 'abc', token_type: 'mac' }),
    'The provider issued a token of a type that cannot be used as a Bearer token.',
  ],
  [
    'gives a token that is bound to a key',
    (_request, response) => sendJson(response, 200, { access_token: 'abc', token_type: 'DPoP' }),
    'The provider issued a token of a type that cannot be used as a Bearer token.',
  ],
  [
    'gives a refresh token alone',
    (_request, response) => sendJson(response, 200, { refresh_token: 'abc', token_type: 'bearer' }),
    'The provider’s response is not a token: HTTP 200, application/json.',
  ],
])('a provider that %s gives nothing, and is shown the code once', async (_what, hostile, message) => {
  const id = await connect();
  await finishAuthorization(context, await comeBack(id));
  const before = await findConnectionToken(context.db, id);
  answer = hostile;
  const back = await comeBack(id);
  expect(await finishAuthorization(context, back)).toMatchObject({ kind: 'refused', message });
  expect(await finishAuthorization(context, back)).toEqual({ kind: 'stale' });
  expect(provider.received.map(({ url }) => url)).toEqual(['/token', '/token']);
  const [call] = await listConnectionCalls(context.db, id, 1);
  expect(call?.error).toBe(message);
  expect(await findConnectionToken(context.db, id)).toEqual(before);
  expect(await readConnectionById(context, actor.organizationId, id)).toMatchObject({
    connection: { status: 'ready' },
  });
  expect(await authorizeConnection(context, actor.organizationId, id)).toMatchObject({
    grant: { headers: [['Authorization', 'Bearer first-token-7']] },
  });
});

it.each([
  ['in a private network', 'http://10.0.0.1/token', /10\.0\.0\.1/],
  ['whose metadata address is asked for', 'http://169.254.169.254/token', /169\.254\.169\.254/],
])(
  'a provider %s is not asked, and the connection still needs a person',
  async (_what, tokenUrl, message) => {
    const id = await connect(tokenUrl);
    const outcome = await finishAuthorization(context, await comeBack(id));
    expect(outcome).toMatchObject({ kind: 'refused', message: expect.stringMatching(message) });
    expect(await readConnectionById(context, actor.organizationId, id)).toMatchObject({
      connection: { status: 'needs_authorization' },
    });
  },
);

it('a provider that ends the connection, or is gone, is a line, too', async () => {
  const id = await connect();
  answer = (_request, response) => response.destroy();
  expect(await finishAuthorization(context, await comeBack(id))).toMatchObject({ kind: 'refused' });
  await provider.close();
  expect(await finishAuthorization(context, await comeBack(id))).toMatchObject({
    kind: 'refused',
    message: expect.stringContaining('127.0.0.1'),
  });
  expect(await listConnectionCalls(context.db, id, 10)).toHaveLength(2);
});

it('a provider that does not answer in time is a line, and what was granted before stays', async () => {
  const id = await connect();
  await finishAuthorization(context, await comeBack(id));
  const before = await findConnectionToken(context.db, id);
  const { outbound } = context;
  const asked: number[] = [];
  // Its fifteen seconds would be the suite's.
  const send: typeof outbound.send = (request) => {
    asked.push(request.timeoutMs);
    return outbound.send({ ...request, timeoutMs: 100 });
  };
  context.outbound = { ...outbound, send };
  const held: ServerResponse[] = [];
  answer = (_request, response) => void held.push(response);
  const back = await comeBack(id);
  const message = `${new URL(provider.url).host} did not respond completely within 0.1 s.`;
  expect(await finishAuthorization(context, back)).toMatchObject({ kind: 'refused', message });
  expect(asked).toEqual([15_000]);
  for (const response of held) sendJson(response, 200, { access_token: 'late', token_type: 'bearer' });
  expect(await finishAuthorization(context, back)).toEqual({ kind: 'stale' });
  expect(await findConnectionToken(context.db, id)).toEqual(before);
  const [call] = await listConnectionCalls(context.db, id, 1);
  expect(call).toMatchObject({ status: null, error: message });
  // Whoever comes back once more is served.
  answer = give;
  expect(await finishAuthorization(context, await comeBack(id))).toMatchObject({ kind: 'authorized' });
});

// RFC 8707 §2: the resource is named in each request.
it('sends the further parameters of the token URL with the code and with the refresh token', async () => {
  const id = await connect(undefined, { tokenExtra: 'resource=https://api.example.com' });
  answer = (_request, response) =>
    sendJson(response, 200, { access_token: 'token-7', refresh_token: 'more', token_type: 'bearer' });
  await finishAuthorization(context, await comeBack(id));
  await context.db.run(context.db.build.updateTable('connection_tokens').set({ access: null }));
  await authorizeConnection(context, actor.organizationId, id);
  const sent = provider.received.map(({ body }) => Object.fromEntries(new URLSearchParams(body)));
  expect(sent).toMatchObject([
    { grant_type: 'authorization_code', resource: 'https://api.example.com' },
    { grant_type: 'refresh_token', refresh_token: 'more', resource: 'https://api.example.com' },
  ]);
});

it('is asked for by nobody else for 20 s while a code is traded', async () => {
  const id = await connect();
  const until: unknown[] = [];
  answer = (request, response) =>
    void findConnectionToken(context.db, id).then((stored) => {
      until.push(stored?.refreshingUntil);
      return give(request, response);
    });
  expect(await finishAuthorization(context, await comeBack(id))).toMatchObject({ kind: 'authorized' });
  expect(until).toEqual([context.now() + 20_000]);
});

it('a token is stored with its audit entry, or not at all', async () => {
  const id = await connect();
  const back = await comeBack(id);
  context.db.sqlite.exec(
    "create trigger refused before insert on audit begin select raise(abort, 'refused'); end",
  );
  await expect(finishAuthorization(context, back)).rejects.toThrow('refused');
  expect(provider.received).toHaveLength(1);
  expect(await findConnectionToken(context.db, id)).toMatchObject({ access: null });
});
