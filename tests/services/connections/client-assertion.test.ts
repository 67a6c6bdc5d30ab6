// Clients that show who they are by a signed JWT (RFC 7523 §2.2, private_key_jwt), at node-oidc-provider, which checks it.
import { spawnSync } from 'node:child_process';
import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { openSealed } from '~/auth/secret-box';
import { findConnectionToken, rejectToken } from '~/db/connections/connection-tokens';
import {
  beginAuthorization,
  finishAuthorization,
  readRedirectUri,
} from '~/services/connections/authorization';
import { authorizeConnection } from '~/services/connections/authorize';
import { associatedDataOfConnection } from '~/services/connections/connection-secrets';
import { createConnection, deleteConnection } from '~/services/connections/connections';
import { listen, makeOutbound } from '../../outbound/loopback';
import { createTestUser } from '../../support/accounts';
import { createCertificate } from '../../support/certificate';
import { createTestContext, type TestContext } from '../../support/context';
import { signIn, startLoginProvider } from '../../support/login-provider';
import { Memory } from './provider-memory';
import { startProvider } from './token-provider';

const keys = {
  rsa: generateKeyPairSync('rsa', { modulusLength: 2_048 }),
  p256: generateKeyPairSync('ec', { namedCurve: 'prime256v1' }),
  p384: generateKeyPairSync('ec', { namedCurve: 'secp384r1' }),
  ed25519: generateKeyPairSync('ed25519'),
};

function toPem(type: keyof typeof keys): string {
  return keys[type].privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
}

let context: TestContext;
let actor: { userId: string; organizationId: string };
let create: (config: Record<string, unknown>) => ReturnType<typeof createConnection>;
let connect: (config: Record<string, unknown>) => Promise<Awaited<ReturnType<typeof authorizeConnection>>>;

beforeEach(async () => {
  // The provider has the clock of the machine.
  context = await createTestContext({ outbound: makeOutbound(), now: Date.now });
  const { user, organizationId } = await createTestUser(context);
  actor = { userId: user.id, organizationId };
  create = (config) =>
    createConnection(context, actor, {
      name: 'Records',
      kind: 'oauth2_jwt',
      baseUrl: 'https://api.example.com',
      config,
    });
  connect = async (config) => {
    const made = await create(config);
    if (made.kind !== 'connection') throw new Error(JSON.stringify(made));
    return authorizeConnection(context, organizationId, made.connection.id);
  };
});

/** One that knows the public half of a key, and takes what is signed by one algorithm alone. */
async function startOidcProvider(type: keyof typeof keys, algorithm: string) {
  const server = createServer();
  const port = await listen(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const issuer = `http://127.0.0.1:${port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'backend',
        token_endpoint_auth_method: 'private_key_jwt',
        token_endpoint_auth_signing_alg: algorithm,
        jwks: { keys: [{ ...keys[type].publicKey.export({ format: 'jwk' }), kid: 'key-7' }] },
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
      },
    ],
    adapter: Memory,
    ttl: { ClientCredentials: 300 },
    jwks: { keys: [keys.rsa.privateKey.export({ format: 'jwk' })] },
    cookies: { keys: ['a key for tests'] },
    scopes: ['system/*.read'],
    features: { clientCredentials: { enabled: true }, devInteractions: { enabled: false } },
    enabledJWA: { clientAuthSigningAlgValues: [algorithm] },
  });
  server.on('request', provider.callback());
  return { issuer, tokenUrl: `${issuer}/token` };
}

const client = { use: 'client', clientId: 'backend', scope: 'system/*.read', keyId: 'key-7' };

test.each([
  ['rsa', 'RS256', 'auto'],
  ['rsa', 'RS384', 'RS384'],
  ['rsa', 'RS512', 'RS512'],
  ['rsa', 'PS256', 'PS256'],
  ['p256', 'ES256', 'auto'],
  ['p384', 'ES384', 'auto'],
  ['p384', 'ES384', 'ES384'],
  ['ed25519', 'EdDSA', 'auto'],
] as const)('a key of %s proves a client that signs with %s (%s)', async (type, expected, algorithm) => {
  const { issuer, tokenUrl } = await startOidcProvider(type, expected);
  const config = { ...client, tokenUrl, audience: issuer, algorithm };
  const granted = await connect({ ...config, privateKey: toPem(type) });
  if (granted.kind !== 'granted') throw new Error(JSON.stringify(granted));
  expect(granted.grant.headers).toEqual([['Authorization', expect.stringMatching(/^Bearer \S{20,}$/)]]);
});

test('what another key signed is refused, and the run ends', async () => {
  const { issuer, tokenUrl } = await startOidcProvider('p256', 'ES256');
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  expect(await connect({ ...client, tokenUrl, audience: issuer, privateKey: pem })).toEqual({
    kind: 'refused',
    message: expect.stringMatching(
      /^Nothing was sent: the connection Records has no token\. The provider refused \(HTTP 401\): invalid_client: client authentication failed\. Check the connection: \S+$/,
    ),
  });
});

test('a key proves the client of a person’s grant: for the code, a refresh token, also a pasted one, and the revocation', async () => {
  const provider = await startLoginProvider(readRedirectUri(context), { clientKey: keys.p256.publicKey });
  onTestFinished(() => provider.close());
  const config = {
    authorizationUrl: `${provider.url}/auth`,
    tokenUrl: `${provider.url}/token`,
    revocationUrl: `${provider.url}/token/revocation`,
    clientId: 'shop',
    clientAuth: 'private_key_jwt',
    scope: 'openid offline_access',
    extra: 'prompt=consent',
  };
  const about = { name: 'Shop', kind: 'oauth2_authorization_code', baseUrl: 'https://api.example.com' };
  const save = (further: object) =>
    createConnection(context, actor, { ...about, config: { ...config, ...further } });
  expect(await save({})).toMatchObject({ fields: { 'config.privateKey': ['Private key is required'] } });
  const wrong = { privateKey: toPem('p256'), algorithm: 'ES384' };
  expect(await save(wrong)).toMatchObject({
    fields: { 'config.privateKey': ['This key cannot sign with ES384; it is for ES256'] },
  });
  const made = await save({ privateKey: toPem('p256') });
  if (made.kind !== 'connection') throw new Error(JSON.stringify(made));
  const { id, config: shown } = made.connection;
  expect(shown.privateKey).toMatch(/^••••/);

  const begun = await beginAuthorization(context, actor, id, null);
  if (begun.kind !== 'begun') throw new Error(JSON.stringify(begun));
  const sent = await signIn(begun.address, context.config.appUrl);
  const [state = '', code = '', iss = ''] = ['state', 'code', 'iss'].map((name) => sent.get(name) ?? '');
  const back = { userId: actor.userId, session: 'any', state, code, error: '', iss };
  expect(await finishAuthorization(context, back)).toMatchObject({ kind: 'authorized' });
  const readToken = async () => {
    const authorization = await authorizeConnection(context, actor.organizationId, id);
    return authorization.kind === 'granted' ? authorization.grant.secrets[0] : JSON.stringify(authorization);
  };
  const first = await readToken();
  await rejectToken(context.db, id, 1);
  const renewed = await readToken();
  const sealed = (await findConnectionToken(context.db, id))?.refresh ?? '';
  const refreshToken = openSealed(context.config, sealed, associatedDataOfConnection(id));
  const pasted = await createConnection(context, actor, {
    ...about,
    name: 'Pasted',
    kind: 'oauth2_refresh_token',
    config: {
      tokenUrl: config.tokenUrl,
      clientId: 'shop',
      clientAuth: 'private_key_jwt',
      refreshToken,
      privateKey: toPem('p256'),
    },
  });
  if (pasted.kind !== 'connection') throw new Error(JSON.stringify(pasted));
  expect(pasted.connection.config.privateKey).toMatch(/^••••/);
  expect(await authorizeConnection(context, actor.organizationId, pasted.connection.id)).toMatchObject({
    kind: 'granted',
  });
  expect([first, renewed].map((token) => /^\S{20,}$/.test(token ?? ''))).toEqual([true, true]);
  expect(renewed).not.toBe(first);
  // While both exist, neither would be revoked, as they have the same client.
  await deleteConnection(context, actor, pasted.connection.id);
  expect(await deleteConnection(context, actor, id)).toEqual({
    kind: 'deleted',
    revocation: { kind: 'revoked' },
  });
});

/** What the first request for a token said. */
async function askWith(config: Record<string, unknown>) {
  const provider = await startProvider();
  await connect({ ...client, tokenUrl: provider.tokenUrl, ...config });
  const sent = Object.fromEntries(new URLSearchParams(provider.asked[0]?.body));
  // The third part is the signature, whose bytes may begin like JSON.
  const [header, claims] = (sent.client_assertion ?? sent.assertion ?? '')
    .split('.', 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>);
  return { sent, header, claims, tokenUrl: provider.tokenUrl };
}

test('the client speaks of itself, and asks with the further parameters', async () => {
  const extra = 'resource=https%3A%2F%2Fapi.example.com';
  const { sent, claims, tokenUrl } = await askWith({ privateKey: toPem('rsa'), extra });
  const { client_assertion: _, ...said } = sent;
  expect(said).toEqual({
    grant_type: 'client_credentials',
    client_id: 'backend',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    scope: 'system/*.read',
    resource: 'https://api.example.com',
  });
  expect(claims).toMatchObject({ iss: 'backend', sub: 'backend', aud: tokenUrl });
  expect(claims).not.toHaveProperty('scope');
});

test('further parameters go along with an assertion that is the grant, too', async () => {
  const { sent } = await askWith({ use: 'grant', privateKey: toPem('rsa'), extra: 'tenant=7' });
  const { assertion: _, ...said } = sent;
  expect(said).toEqual({
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    scope: 'system/*.read',
    tenant: '7',
  });
});

test.skipIf(spawnSync('openssl', ['version']).status !== 0)(
  'a certificate is named by its thumbprint (RFC 7515 §4.1.8), and has to be that of the key',
  async () => {
    const { key, cert } = createCertificate('shop');
    const { header } = await askWith({ privateKey: key, certificate: cert });
    const fingerprint = new X509Certificate(cert).fingerprint256.replaceAll(':', '');
    const thumbprint = Buffer.from(fingerprint, 'hex').toString('base64url');
    expect(header).toEqual({ alg: 'ES256', typ: 'JWT', kid: 'key-7', 'x5t#S256': thumbprint });
    const tokenUrl = 'https://login.example.com/token';
    expect(await create({ ...client, tokenUrl, privateKey: toPem('rsa'), certificate: cert })).toMatchObject({
      kind: 'invalid',
      fields: { 'config.certificate': ['This certificate is not that of the private key'] },
    });
  },
);

test.each([
  [
    { algorithm: 'ES256' },
    'privateKey',
    'This key cannot sign with ES256; it is for RS256, RS384, RS512, PS256',
  ],
  [
    { algorithm: 'none' },
    'algorithm',
    'The algorithm must be auto, RS256, RS384, RS512, PS256, ES256, ES384 or EdDSA',
  ],
  [{ use: 'both' }, 'use', 'The use must be grant or client'],
  [{ extra: 'client_assertion=x' }, 'extra', 'client_assertion is already sent'],
  [{ extra: 'grant_type=x' }, 'extra', 'grant_type is already sent'],
])('%o is refused', async (config, field, message) => {
  const tokenUrl = 'https://login.example.com/token';
  expect(await create({ ...client, tokenUrl, privateKey: toPem('rsa'), ...config })).toMatchObject({
    kind: 'invalid',
    fields: { [`config.${field}`]: [message] },
  });
});
