// Tokens for what a key signs (RFC 7523), against a provider that checks the signature with the other half of the key.
import { generateKeyPairSync, type KeyObject, verify } from 'node:crypto';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { findConnectionToken } from '~/db/connections/connection-tokens';
import { authorizeConnection } from '~/services/connections/authorize';
import { createConnectionCache } from '~/services/connections/connection-secrets';
import { changeConnection, createConnection, readConnectionById } from '~/services/connections/connections';
import { rotateAppKey } from '~/services/encryption/key-rotation';
import { createRunSetup, type RunSetup } from '../runs/run-setup';
import { type Provider, startProvider } from './token-provider';

const keys = {
  rsa: generateKeyPairSync('rsa', { modulusLength: 2_048 }),
  ec: generateKeyPairSync('ec', { namedCurve: 'prime256v1' }),
};

let setup: RunSetup;
let provider: Provider;

beforeEach(async () => {
  [setup, provider] = await Promise.all([createRunSetup(), startProvider()]);
});

function toPem(key: KeyObject, type: 'pkcs8' | 'pkcs1' | 'sec1' = 'pkcs8'): string {
  return key.export({ format: 'pem', type }).toString();
}

function create(config: object) {
  return createConnection(setup.context, setup.actor, {
    name: 'Sheets',
    kind: 'oauth2_jwt',
    baseUrl: provider.api.url,
    config: { tokenUrl: provider.tokenUrl, clientId: 'robot@example.com', ...config },
  });
}

async function connect(config: object): Promise<string> {
  const outcome = await create(config);
  if (outcome.kind !== 'connection') throw new Error(JSON.stringify(outcome));
  return outcome.connection.id;
}

async function authorize(id: string, context = setup.context) {
  const authorization = await authorizeConnection(context, setup.actor.organizationId, id);
  if (authorization.kind === 'granted') return authorization.grant.headers[0]?.[1];
  return authorization.kind === 'refused' ? authorization.message : authorization.outcome.message;
}

/** The parts of a compact JSON Web Signature (RFC 7515 §7.1), once its signature was found to be the key's. */
function readAssertion(jwt: string, key: KeyObject) {
  const [header = '', claims = '', signature = ''] = jwt.split('.');
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) throw new Error('It was not signed with this key.');
  const [head, body] = [header, claims].map(
    (part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as object,
  );
  return { header: head, claims: body };
}

describe('a token', () => {
  it.each([
    ['rsa', 'RS256', toPem(keys.rsa.privateKey)],
    ['rsa', 'RS256', toPem(keys.rsa.privateKey, 'pkcs1')],
    ['rsa', 'RS256', toPem(keys.rsa.privateKey).replaceAll('\n', '\\n')],
    ['ec', 'ES256', toPem(keys.ec.privateKey)],
    ['ec', 'ES256', toPem(keys.ec.privateKey, 'sec1').replaceAll('\n', '\r\n')],
  ] as const)('is asked for with what a key of %s signed by %s', async (type, alg, privateKey) => {
    const config = { subject: 'ada@example.com', audience: 'https://login.example.com', scope: 'read write' };
    const id = await connect({ ...config, privateKey, keyId: 'key-7' });
    expect(await authorize(id)).toBe('Bearer secret-token-1');
    expect(provider.asked[0]?.headers.authorization).toBeUndefined();
    const { assertion = '', ...sent } = Object.fromEntries(new URLSearchParams(provider.asked[0]?.body));
    expect(sent).toEqual({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', scope: 'read write' });
    const seconds = setup.context.now() / 1_000;
    expect(readAssertion(assertion, keys[type].publicKey)).toEqual({
      header: { alg, typ: 'JWT', kid: 'key-7' },
      claims: {
        iss: 'robot@example.com',
        sub: 'ada@example.com',
        aud: 'https://login.example.com',
        scope: 'read write',
        // The provider's clock may be behind by half a minute.
        iat: seconds - 30,
        exp: seconds + 150,
        jti: expect.stringMatching(/^[\da-f-]{36}$/),
      },
    });
  });

  it('is asked for with no more than is entered, as a Google service account does', async () => {
    const id = await connect({ privateKey: toPem(keys.rsa.privateKey) });
    await authorize(id);
    const { assertion = '', ...sent } = Object.fromEntries(new URLSearchParams(provider.asked[0]?.body));
    expect(sent).toEqual({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer' });
    const { header, claims } = readAssertion(assertion, keys.rsa.publicKey);
    expect(header).toEqual({ alg: 'RS256', typ: 'JWT' });
    expect(claims).toMatchObject({ aud: provider.tokenUrl });
    expect(claims).not.toHaveProperty('sub');
  });

  // https://cloud.google.com/docs/authentication/get-id-token, https://developer.box.com/guides/authentication/jwt/without-sdk
  it('is asked for with further claims, and the ID token is sent in the place of the access token', async () => {
    const claims = '{"target_audience": "https://shop.run.app", "sub": "robot-2"}';
    const id = await connect({ privateKey: toPem(keys.rsa.privateKey), claims, sentToken: 'id' });
    const end = Math.floor(setup.context.now() / 1_000) + 3_600;
    const payload = Buffer.from(JSON.stringify({ exp: end })).toString('base64url');
    provider.answer = (_request, response) =>
      response.setHeader('Content-Type', 'application/json').end(`{"id_token":"e30.${payload}.c2ln"}`);
    expect(await authorize(id)).toBe(`Bearer e30.${payload}.c2ln`);
    const assertion = new URLSearchParams(provider.asked[0]?.body).get('assertion') ?? '';
    expect(readAssertion(assertion, keys.rsa.publicKey).claims).toMatchObject({
      iss: 'robot@example.com',
      sub: 'robot-2',
      target_audience: 'https://shop.run.app',
    });
    // Its own end says how long it is used.
    expect(await findConnectionToken(setup.context.db, id)).toMatchObject({ expiresAt: end * 1_000 });
    expect(await create({ privateKey: toPem(keys.rsa.privateKey), claims: '{"exp": 1}' })).toMatchObject({
      fields: { 'config.claims': ['exp is set for each token'] },
    });
  });

  it('that is refused ends the run and asks for nobody, and what was signed is not told', async () => {
    const id = await connect({ privateKey: toPem(keys.rsa.privateKey) });
    provider.answer = ({ body }, response) => {
      const assertion = new URLSearchParams(body).get('assertion');
      const said = { error: 'invalid_grant', error_description: `not ${assertion}` };
      response.writeHead(400, { 'Content-Type': 'application/json' }).end(JSON.stringify(said));
    };
    expect(await authorize(id)).toBe(
      'Nothing was sent: the connection Sheets has no token. The provider refused (HTTP 400): invalid_grant: not ••••. ' +
        `Check the connection: ${setup.context.config.appUrl}/organization/settings/connections/${id}`,
    );
    const read = await readConnectionById(setup.context, setup.actor.organizationId, id);
    expect(read).toMatchObject({ connection: { status: 'failing' } });
    expect(setup.context.sentMail).toEqual([]);
  });
});

test('the key is sealed, shown masked, kept behind its mask, and sealed anew with another key of the server', async () => {
  const { context, actor } = setup;
  const id = await connect({ privateKey: toPem(keys.rsa.privateKey) });
  const { db } = context;
  const stored = await db.first(db.build.selectFrom('connections').selectAll().where('id', '=', id));
  expect(JSON.stringify(stored)).not.toContain('PRIVATE KEY');
  const read = await readConnectionById(context, actor.organizationId, id);
  expect(read).toMatchObject({ connection: { config: { privateKey: '••••----' } } });
  const changed = await changeConnection(context, actor, id, {
    config: { privateKey: '••••----', scope: 'read' },
  });
  expect(changed.kind).toBe('connection');
  const elsewhere = { tokenUrl: 'https://evil.example.org/token' };
  expect(await changeConnection(context, actor, id, { config: elsewhere })).toMatchObject({
    kind: 'invalid',
    fields: { 'config.privateKey': ['Enter this again: it could now go to another server.'] },
  });
  const appKey = Buffer.alloc(32, 9);
  await rotateAppKey(db, { former: context.config.appKey, next: appKey }, context.now());
  const config = { ...context.config, appKey };
  const rotated = { ...context, config, connections: createConnectionCache(config) };
  expect(await authorize(id, rotated)).toBe('Bearer secret-token-1');
});

const incomplete =
  'Write the whole private key, unencrypted, from -----BEGIN PRIVATE KEY----- to -----END PRIVATE KEY-----';

test.each([
  ['', 'Private key is required'],
  ['abc', incomplete],
  ['-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----', incomplete],
  [keys.rsa.publicKey.export({ format: 'pem', type: 'spki' }).toString(), incomplete],
  [
    toPem(generateKeyPairSync('rsa', { modulusLength: 1_024 }).privateKey),
    'An RSA key must have 2048 to 4096 bits; this one has 1024',
  ],
  [
    toPem(generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).privateKey),
    'The key must be of RSA, of the curve P-256 or P-384, or of Ed25519',
  ],
  [
    keys.rsa.privateKey
      .export({ format: 'pem', type: 'pkcs8', cipher: 'aes-256-cbc', passphrase: 'x' })
      .toString(),
    incomplete,
  ],
])('the private key %j is refused', async (privateKey, message) => {
  expect(await create({ privateKey })).toMatchObject({
    kind: 'invalid',
    fields: { 'config.privateKey': [message] },
  });
});
