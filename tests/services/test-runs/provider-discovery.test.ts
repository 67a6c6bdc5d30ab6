import { expect, it, onTestFinished, test } from 'vitest';
import { discoverProvider } from '~/services/test-runs/provider-discovery';
import { makeOutbound } from '../../outbound/loopback';
import { createTestUser } from '../../support/accounts';
import { createTestContext } from '../../support/context';
import { startLoginProvider } from '../../support/login-provider';
import { startTarget, type TargetHandler } from '../../support/target';

async function setUp(outbound = makeOutbound()) {
  const context = await createTestContext({ outbound });
  const { user, organizationId } = await createTestUser(context);
  return (issuer: string) => discoverProvider(context, { userId: user.id, organizationId }, issuer);
}

async function start(handler: TargetHandler) {
  const provider = await startTarget(handler);
  onTestFinished(() => provider.close());
  return provider;
}

test('node-oidc-provider tells its addresses, and that its answers name it', async () => {
  const provider = await startLoginProvider('https://wicked.example.com/oauth/callback');
  onTestFinished(() => provider.close());
  const discover = await setUp();
  const found = {
    kind: 'discovered',
    provider: {
      issuer: provider.url,
      issuerCheck: 'always',
      authorizationUrl: `${provider.url}/auth`,
      tokenUrl: `${provider.url}/token`,
      revocationUrl: `${provider.url}/token/revocation`,
      clientAuth: 'basic',
    },
  };
  expect(await discover(provider.url)).toEqual(found);
  expect(await discover(` ${provider.url}/ `)).toEqual(found);
});

test('one of OAuth 2.0 alone is asked where RFC 8414 says, with the path of its issuer', async () => {
  const provider = await start(({ url }, response) => {
    if (!url.startsWith('/.well-known/oauth-authorization-server/')) return response.writeHead(404).end();
    const issuer = `${provider.url}/acme`;
    const said = {
      issuer,
      token_endpoint: `${issuer}/token`,
      token_endpoint_auth_methods_supported: ['client_secret_post'],
    };
    return response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(said));
  });
  const discover = await setUp();
  expect(await discover(`${provider.url}/acme`)).toMatchObject({
    kind: 'discovered',
    provider: {
      tokenUrl: `${provider.url}/acme/token`,
      authorizationUrl: '',
      clientAuth: 'post',
      issuerCheck: 'when_sent',
    },
  });
  expect(provider.received.map(({ url }) => url)).toEqual([
    '/acme/.well-known/openid-configuration',
    '/.well-known/oauth-authorization-server/acme',
  ]);
});

const json =
  (said: object): TargetHandler =>
  (_request, response) =>
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(said));

test.each([
  [undefined, 'basic'],
  [['tls_client_auth'], 'basic'],
  [['private_key_jwt', 'client_secret_post'], 'post'],
  [['none', 'private_key_jwt'], 'private_key_jwt'],
  [['none'], 'none'],
])('a client proves itself in a way that a provider offers: %j', async (methods, clientAuth) => {
  const provider = await start((request, response) => {
    const said = { issuer: provider.url, token_endpoint: `${provider.url}/token` };
    json({ ...said, token_endpoint_auth_methods_supported: methods })(request, response);
  });
  const discover = await setUp();
  expect(await discover(provider.url)).toMatchObject({ provider: { clientAuth } });
});

it.each<{ says: string; handler: TargetHandler; error: string }>([
  {
    says: 'a page',
    handler: (_request, response) =>
      response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Hello</h1>'),
    error: 'The provider’s response is not a JSON object.',
  },
  {
    says: 'a redirect',
    handler: (_request, response) => response.writeHead(302, { Location: 'http://169.254.169.254/' }).end(),
    error: 'The provider responded with HTTP 302, a redirect, which is not followed.',
  },
  {
    says: 'too much',
    handler: json({ issuer: 'a'.repeat(70_000) }),
    error: 'The provider’s response is longer than 64 KiB.',
  },
  {
    says: 'an error',
    handler: (_request, response) => response.writeHead(500).end(),
    error: 'The provider responded with HTTP 500.',
  },
  {
    says: 'the addresses of another one',
    handler: json({
      issuer: 'https://elsewhere.example.org',
      token_endpoint: 'https://elsewhere.example.org/token',
    }),
    error:
      'The response describes https://elsewhere.example.org. Enter the issuer as the provider writes it.',
  },
])('says at the field what is wrong with a provider that answers with $says', async ({ handler, error }) => {
  const provider = await start(handler);
  const discover = await setUp();
  expect(await discover(provider.url)).toEqual({ kind: 'invalid', fields: { issuer: [error] } });
});

test('an address that is none is not asked for a token', async () => {
  const provider = await start((request, response) =>
    json({ issuer: provider.url, token_endpoint: 'javascript:alert(1)' })(request, response),
  );
  const discover = await setUp();
  expect(await discover(provider.url)).toEqual({
    kind: 'invalid',
    fields: { issuer: ['The provider’s response has no token_endpoint that is a URL.'] },
  });
});

it.each([
  '',
  'login.example.com',
  'ftp://a.example.com',
  'https://a.example.com/?a',
  'https://ada:pw@a.example.com',
])('asks nobody for %j', async (issuer) => {
  const discover = await setUp();
  expect(await discover(issuer)).toMatchObject({ kind: 'invalid', fields: { issuer: [expect.any(String)] } });
});

test('an issuer at a private address is not asked', async () => {
  const provider = await start(json({}));
  const discover = await setUp(makeOutbound({ allow: [] }));
  expect(await discover(provider.url)).toMatchObject({
    kind: 'invalid',
    fields: { issuer: [expect.stringContaining('127.0.0.1')] },
  });
  expect(provider.received).toEqual([]);
});
