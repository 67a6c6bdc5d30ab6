// Tests whose API refuses the stored token of a connection: they get a new one, as runs do.
import { beforeEach, describe, expect, test } from 'vitest';
import { createConnection } from '~/services/connections/connections';
import { testConnection } from '~/services/test-runs/connection-test';
import { testCall } from '~/services/test-runs/single-call';
import { type Provider, startProvider } from './token-provider';
import { createRunSetup, type RunSetup } from '../runs/run-setup';

let setup: RunSetup;
let provider: Provider;
let connectionId: string;
let integrationId: string;

beforeEach(async () => {
  [setup, provider] = await Promise.all([createRunSetup(), startProvider()]);
  const outcome = await createConnection(setup.context, setup.actor, {
    name: 'Shop',
    kind: 'oauth2_client_credentials',
    baseUrl: provider.api.url,
    config: { tokenUrl: provider.tokenUrl, clientId: 'me', clientSecret: 'open-sesame-77' },
  });
  if (outcome.kind !== 'connection') throw new Error(JSON.stringify(outcome));
  connectionId = outcome.connection.id;
  integrationId = await setup.seed({ apiCalls: [{ id: 'a', method: 'GET', url: setup.target.url }] });
});

const tests = {
  connection: () => testConnection(setup.context, setup.actor, connectionId, '/me'),
  call: (method = 'POST') =>
    testCall(setup.context, setup.actor, integrationId, {
      method,
      url: '/orders',
      authConfig: { type: 'connection', connectionId },
    }),
};

describe.each(['connection', 'call'] as const)('the test of a %s', (name) => {
  const tryIt = tests[name];

  test('works with a new token after the stored one was revoked', async () => {
    expect(await tryIt()).toMatchObject({ test: { success: true } });
    provider.forget();
    expect(await tryIt()).toMatchObject({ test: { success: true, statusCode: 200, error: null } });
    const sent = provider.api.received.map(({ headers }) => headers.authorization);
    expect(sent).toEqual(['Bearer secret-token-1', 'Bearer secret-token-1', 'Bearer secret-token-2']);
    const keys = provider.api.received.map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(3);
  });

  test('asks for one new token only, and says that the API refuses it', async () => {
    await tryIt();
    provider.answer = (_request, response) =>
      response
        .writeHead(200, { 'Content-Type': 'application/json' })
        .end('{"access_token":"unknown-token-99","token_type":"Bearer"}');
    provider.forget();
    expect(await tryIt()).toMatchObject({
      test: { success: false, statusCode: 401, error: 'HTTP 401: Unauthorized' },
    });
    expect(provider.asked).toHaveLength(2);
    expect(provider.api.received).toHaveLength(3);
  });

  test('says why there is no new token', async () => {
    await tryIt();
    provider.answer = (_request, response) =>
      response.writeHead(400, { 'Content-Type': 'application/json' }).end('{"error":"invalid_scope"}');
    provider.forget();
    expect(await tryIt()).toMatchObject({
      test: {
        success: false,
        statusCode: 0,
        error:
          'The target refused the token, so a new one was asked for. The call was not sent again: ' +
          'the connection Shop has no token. The provider refused (HTTP 400): invalid_scope. ' +
          `Check the connection: ${setup.context.config.appUrl}/organization/settings/connections/${connectionId}`,
      },
    });
    expect(provider.api.received).toHaveLength(2);
  });

  test('says that the provider does not answer', async () => {
    await tryIt();
    provider.answer = (_request, response) => response.writeHead(503).end();
    provider.forget();
    expect(await tryIt()).toMatchObject({
      test: {
        success: false,
        statusCode: 0,
        error: expect.stringMatching(/^The target refused the token.* not sent again: .*HTTP 503/),
      },
    });
  });
});

test('a token that is echoed is masked, the new one too', async () => {
  await tests.connection();
  provider.forget();
  let tokens = 0;
  setup.answers.handler = (request, response) => {
    tokens += 1;
    response.writeHead(tokens === 1 ? 401 : 403).end(`You sent ${request.headers.authorization}`);
  };
  const outcome = await createConnection(setup.context, setup.actor, {
    name: 'Echo',
    kind: 'oauth2_client_credentials',
    baseUrl: setup.target.url,
    config: { tokenUrl: provider.tokenUrl, clientId: 'me', clientSecret: 'open-sesame-77' },
  });
  if (outcome.kind !== 'connection') throw new Error(JSON.stringify(outcome));
  connectionId = outcome.connection.id;
  const tested = await tests.connection();
  expect(tested).toMatchObject({ test: { statusCode: 403 } });
  expect(JSON.stringify(tested)).toContain('You sent Bearer ••••');
  expect(JSON.stringify(tested)).not.toContain('secret-token');
});
