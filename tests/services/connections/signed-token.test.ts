// Tokens that a connection signs itself, checked with the other half of the key as RFC 7515 and RFC 7518 say.
import { constants, createHash, createHmac, generateKeyPairSync, type KeyObject, verify } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { authorizeConnection } from '~/services/connections/authorize';
import { changeConnection, createConnection, readConnectionById } from '~/services/connections/connections';
import { runExecution } from '~/services/runs/run-execution';
import { listAttempts } from '~/db/executions/steps';
import { testCall } from '~/services/test-runs/single-call';
import { testConnection } from '~/services/test-runs/connection-test';
import { answerJson } from '../../support/target';
import { createRunSetup, never, type RunSetup } from '../runs/run-setup';

let setup: RunSetup;

beforeEach(async () => {
  setup = await createRunSetup();
});

function create(config: Record<string, unknown>) {
  const about = { name: 'Blog', kind: 'signed_jwt', baseUrl: setup.target.url };
  return createConnection(setup.context, setup.actor, { ...about, config });
}

async function connect(config: Record<string, unknown>): Promise<string> {
  const made = await create(config);
  if (made.kind !== 'connection') throw new Error(JSON.stringify(made));
  return made.connection.id;
}

/** What the target got of a call. */
async function send(config: Record<string, unknown>) {
  const tested = await testConnection(setup.context, setup.actor, await connect(config), '/me');
  expect(tested).toMatchObject({ kind: 'tested', test: { success: true } });
  return setup.target.received.at(-1)?.headers ?? {};
}

/** The header and the claims, once `isSigned` found the signature over them right. */
function readToken(token: string, isSigned: (text: string, signature: Buffer) => boolean) {
  const [header = '', claims = '', signature = ''] = token.split('.');
  if (!isSigned(`${header}.${claims}`, Buffer.from(signature, 'base64url')))
    throw new Error('Not signed so.');
  const [head, body] = [header, claims].map((part) => Buffer.from(part, 'base64url').toString());
  return { header: JSON.parse(head ?? '') as object, claims: JSON.parse(body ?? '') as object, text: body };
}

function bySecret(hash: string, secret: Buffer) {
  return (text: string, signature: Buffer) =>
    createHmac(hash, secret).update(text).digest().equals(signature);
}

function byKey(hash: string | null, key: KeyObject, padding: object = {}) {
  const how = { key, dsaEncoding: 'ieee-p1363' as const, ...padding };
  return (text: string, signature: Buffer) => verify(hash, Buffer.from(text), how, signature);
}

test('a key in hex signs for Ghost, whose scheme is its own', async () => {
  const secret = 'c0ffee00'.repeat(8);
  const { authorization = '' } = await send({
    key: secret,
    keyEncoding: 'hex',
    keyId: '5f9a',
    audience: '/admin/',
    scheme: 'Ghost',
  });
  expect(authorization).toMatch(/^Ghost /);
  const token = authorization.slice('Ghost '.length);
  const seconds = setup.context.now() / 1_000;
  expect(readToken(token, bySecret('sha256', Buffer.from(secret, 'hex')))).toMatchObject({
    header: { alg: 'HS256', typ: 'JWT', kid: '5f9a' },
    claims: { aud: '/admin/', iat: seconds, exp: seconds + 300 },
  });
});

test.each([
  ['HS384', 'sha384', 'text', Buffer.from('gehéim')],
  ['HS512', 'sha512', 'base64', Buffer.from('gehéim')],
] as const)('a secret signs with %s', async (algorithm, hash, keyEncoding, bytes) => {
  const key = bytes.toString(keyEncoding === 'text' ? 'utf8' : keyEncoding);
  const { authorization = '' } = await send({ algorithm, key, keyEncoding, issuer: 'me', subject: 'you' });
  const token = authorization.slice('Bearer '.length);
  expect(readToken(token, bySecret(hash, bytes))).toMatchObject({
    header: { alg: algorithm },
    claims: { iss: 'me', sub: 'you', jti: expect.stringMatching(/^[\da-f-]{36}$/) },
  });
});

const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const p256 = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const ed25519 = generateKeyPairSync('ed25519');
const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 };

test.each([
  ['RS256', rsa, byKey('sha256', rsa.publicKey)],
  ['PS256', rsa, byKey('sha256', rsa.publicKey, pss)],
  ['ES256', p256, byKey('sha256', p256.publicKey)],
  ['EdDSA', ed25519, byKey(null, ed25519.publicKey)],
] as const)('a private key signs with %s, in a header of its own', async (algorithm, pair, isSigned) => {
  const key = pair.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString().replaceAll('\n', '\\n');
  const claims = '{"aud": ["a", "b"], "account": 9007199254740993, "video": {"roomList": true}}';
  const headers = await send({
    algorithm,
    key,
    audience: 'c',
    lifetime: '60',
    claims,
    tokenHeader: 'X-Token',
  });
  expect(headers.authorization).toBeUndefined();
  const read = readToken(String(headers['x-token']), isSigned);
  expect(read).toMatchObject({ header: { alg: algorithm }, claims: { aud: ['a', 'b'] } });
  // The digits are those that were written.
  expect(read.text).toContain('"account":9007199254740993,"video":{"roomList":true}');
});

test.each(['', '{"uri":"{{path}}"}'])(
  'each call gets a token of its own, and the log none of them: %s',
  async (claims) => {
    const connectionId = await connect({ key: 'a-shared-secret-77', issuer: 'me', claims });
    setup.answers.handler = (request, response) =>
      answerJson({ you: request.headers.authorization, know: 'a-shared-secret-77' })(request, response);
    const authConfig = { type: 'connection', connectionId };
    const apiCalls = ['a', 'b'].map((id) => ({ id, method: 'GET', url: `/${id}`, authConfig }));
    const integrationId = await setup.seed({ apiCalls });
    const id = await setup.accept(integrationId);
    await runExecution(setup.context, await setup.claim(), never);
    expect(await setup.findExecution(id)).toMatchObject({ status: 'completed' });
    const tokens = setup.target.received.map(({ headers }) => headers.authorization ?? '');
    expect(new Set(tokens).size).toBe(2);
    const rows = JSON.stringify(await listAttempts(setup.context.db, [id]));
    const tested = await testCall(setup.context, setup.actor, integrationId, apiCalls[0]);
    expect(tested).toMatchObject({ kind: 'tested', test: { success: true } });
    const sent = (setup.target.received.at(-1)?.headers.authorization ?? '').slice(7);
    expect(JSON.stringify(tested)).not.toContain(sent);

    expect(rows).toContain('Blog (Signed JWT)');
    for (const secret of ['a-shared-secret-77', ...tokens.map((token) => token.slice(7))]) {
      expect(rows).not.toContain(secret);
    }
  },
);

test('the key is sealed, shown masked, kept behind its mask, and typed again for another host', async () => {
  const { context, actor } = setup;
  const id = await connect({ key: 'a-shared-secret-77' });
  const { db } = context;
  const stored = await db.first(db.build.selectFrom('connections').selectAll().where('id', '=', id));
  expect(JSON.stringify(stored)).not.toContain('shared-secret');
  const read = await readConnectionById(context, actor.organizationId, id);
  expect(read).toMatchObject({ connection: { config: { key: '••••t-77', lifetime: '300' } } });
  const changed = await changeConnection(context, actor, id, { config: { key: '••••t-77', issuer: 'me' } });
  expect(changed).toMatchObject({ kind: 'connection', connection: { config: { issuer: 'me' } } });
  expect(await authorizeConnection(context, actor.organizationId, id)).toMatchObject({
    grant: { secrets: [expect.any(String), 'a-shared-secret-77'] },
  });
  expect(await changeConnection(context, actor, id, { allowedHosts: ['evil.example.org'] })).toMatchObject({
    kind: 'invalid',
    fields: { 'config.key': ['Enter this again: it could now go to another server.'] },
  });
});

const pem = rsa.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
const incomplete =
  'Write the whole private key, unencrypted, from -----BEGIN PRIVATE KEY----- to -----END PRIVATE KEY-----';

test.each([
  [{ key: ' ' }, 'key', 'Key is required'],
  [{ key: pem }, 'key', 'HS256 signs with a secret; choose the algorithm of this private key'],
  [{ algorithm: 'RS256', key: 'abc' }, 'key', incomplete],
  [{ algorithm: 'RS256', key: pem.slice(0, 400) }, 'key', incomplete],
  [
    { algorithm: 'EdDSA', key: pem },
    'key',
    'This key cannot sign with EdDSA; it is for RS256, RS384, RS512, PS256',
  ],
  [{ keyEncoding: 'hex' }, 'key', 'In hex, a key has digits and the letters a to f, two for each byte'],
  [
    { keyEncoding: 'base64', key: 'a b' },
    'key',
    'In base64, a key has letters, digits, +, / and = at its end',
  ],
  [{ lifetime: '9' }, 'lifetime', 'Write a number of seconds from 10 to 86400'],
  [{ lifetime: '1e3' }, 'lifetime', 'Write a number of seconds from 10 to 86400'],
  [{ claims: '["a"]' }, 'claims', 'Write a JSON object like {"scope": ["read"]}'],
  [{ claims: '{' }, 'claims', 'Write a JSON object like {"scope": ["read"]}'],
  [{ claims: '{"exp": 1}' }, 'claims', 'exp is set for each token'],
  [{ claims: '{"a": [{"b": "{{signature}}"}]}' }, 'claims', '{{signature}} has no place here'],
  [{ claims: '{"a": "{{path"}' }, 'claims', 'A placeholder begins with {{ and ends with }}'],
  [{ scheme: 'two words' }, 'scheme', 'A scheme is one word, like Bearer'],
  [
    { tokenHeader: 'Host' },
    'tokenHeader',
    'The header Host is set by the client itself and cannot be given.',
  ],
])('%o is refused', async (config, field, message) => {
  expect(await create({ key: 'a secret', ...config })).toMatchObject({
    kind: 'invalid',
    fields: { [`config.${field}`]: [message] },
  });
});

test('claims name parts of the request, as Fireblocks has it, and each request has a token of its own', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const id = await connect({
    algorithm: 'RS256',
    key: privateKey.export({ format: 'pem', type: 'pkcs8' }),
    subject: 'api-key',
    lifetime: '30',
    claims: JSON.stringify({
      uri: '{{path_and_query}}',
      nonce: '{{nonce}}',
      bodyHash: '{{body_sha256}}',
      nbf: '{{timestamp}}',
      about: { call: ['{{method}} {{host}}{{path}}', 12345678901234567890n.toString()] },
    }).replace('"12345678901234567890"', '12345678901234567890'),
  });
  for (const path of ['/v1/vaults?limit=2', '/v1/vaults']) {
    const tested = await testConnection(setup.context, setup.actor, id, path);
    expect(tested).toMatchObject({ kind: 'tested', test: { success: true } });
    const { authorization = '' } = setup.target.received.at(-1)?.headers ?? {};
    const { claims, text } = readToken(authorization.replace('Bearer ', ''), byKey('sha256', publicKey));
    const { iat } = claims as { iat: number };
    expect(claims).toMatchObject({
      sub: 'api-key',
      uri: path,
      nonce: expect.stringMatching(/^[\da-f]{32}$/),
      bodyHash: createHash('sha256').update('').digest('hex'),
      nbf: iat,
      exp: iat + 30,
    });
    expect(text).toContain(`"GET ${new URL(setup.target.url).host}/v1/vaults",12345678901234567890`);
  }
  const [first, second] = setup.target.received.map(({ headers }) => headers.authorization);
  expect(first).not.toBe(second);
});

test('a token over the text of the body is not made where that is a file', async () => {
  const connectionId = await connect({ key: 'a-shared-secret-77', claims: '{"body":"{{body}}"}' });
  const call = { method: 'POST', url: '/a', authConfig: { type: 'connection', connectionId } };
  const file = "{{trigger.text | file: 'a.txt'}}";
  const apiCalls = [{ id: 'a', ...call, bodyType: 'file', body: file }];
  const id = await setup.accept(await setup.seed({ apiCalls }), '{"text":"w7w="}');
  await runExecution(setup.context, await setup.claim(), never);
  expect((await setup.findExecution(id))?.error_message).toContain(
    'signs the text of the body, which a file does not have',
  );
  expect(setup.target.received).toEqual([]);
});
