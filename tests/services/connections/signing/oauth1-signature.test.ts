// OAuth 1.0, by the examples of RFC 5849 and of X, and at a target that finds the signature by itself.
import { createHmac, generateKeyPairSync, verify } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { listAttempts } from '~/db/executions/steps';
import { Oauth1 } from '~/engine/connections/oauth1-config';
import { changeConnection, createConnection, readConnectionById } from '~/services/connections/connections';
import { findSignature, signWithOauth1, writeBase } from '~/services/connections/signing/oauth1-signature';
import { runExecution } from '~/services/runs/run-execution';
import { createRunSetup, never, type RunSetup } from '../../runs/run-setup';

type Pairs = [string, string][];
const form: Pairs = [['Content-Type', 'application/x-www-form-urlencoded']];
const signatureMethod = 'HMAC-SHA1' as const;

const publishedKey = `-----BEGIN PRIVATE KEY-----
MIICdgIBADANBgkqhkiG9w0BAQEFAASCAmAwggJcAgEAAoGBALRiMLAh9iimur8V
A7qVvdqxevEuUkW4K+2KdMXmnQbG9Aa7k7eBjK1S+0LYmVjPKlJGNXHDGuy5Fw/d
7rjVJ0BLB+ubPK8iA/Tw3hLQgXMRRGRXXCn8ikfuQfjUS1uZSatdLB81mydBETlJ
hI6GH4twrbDJCR2Bwy/XWXgqgGRzAgMBAAECgYBYWVtleUzavkbrPjy0T5FMou8H
X9u2AC2ry8vD/l7cqedtwMPp9k7TubgNFo+NGvKsl2ynyprOZR1xjQ7WgrgVB+mm
uScOM/5HVceFuGRDhYTCObE+y1kxRloNYXnx3ei1zbeYLPCHdhxRYW7T0qcynNmw
rn05/KO2RLjgQNalsQJBANeA3Q4Nugqy4QBUCEC09SqylT2K9FrrItqL2QKc9v0Z
zO2uwllCbg0dwpVuYPYXYvikNHHg+aCWF+VXsb9rpPsCQQDWR9TT4ORdzoj+Nccn
qkMsDmzt0EfNaAOwHOmVJ2RVBspPcxt5iN4HI7HNeG6U5YsFBb+/GZbgfBT3kpNG
WPTpAkBI+gFhjfJvRw38n3g/+UeAkwMI2TJQS4n8+hid0uus3/zOjDySH3XHCUno
cn1xOJAyZODBo47E+67R4jV1/gzbAkEAklJaspRPXP877NssM5nAZMU0/O/NGCZ+
3jPgDUno6WbJn5cqm8MqWhW1xGkImgRk+fkDBquiq4gPiT898jusgQJAd5Zrr6Q8
AO/0isr/3aa6O6NLQxISLKcPDk2NOccAfS/xOtfOz4sJYM3+Bs4Io9+dZGSDCA54
Lw03eHTNQghS0A==
-----END PRIVATE KEY-----`;

function toPairs(values: Record<string, string>): Pairs {
  return Object.entries(values);
}

test('the base string of RFC 5849 §3.4.1.1', () => {
  const request = {
    method: 'POST',
    url: 'http://EXAMPLE.COM:80/request?b5=%3D%253D&a3=a&c%40=&a2=r%20b',
    headers: form,
    body: 'c2&a3=2+q',
  };
  const parameters = toPairs({
    oauth_consumer_key: '9djdj82h48djs9d2',
    oauth_token: 'kkk9d7dh3k39sjv7',
    oauth_signature_method: 'HMAC-SHA1',
    oauth_timestamp: '137131201',
    oauth_nonce: '7d8f3e4a',
  });
  expect(writeBase(request, parameters)).toBe(
    'POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%2540%3D%26c2%3D%26oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_method%3DHMAC-SHA1%26oauth_timestamp%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7',
  );
});

test('the signature of RFC 5849 §1.2', () => {
  const request = {
    method: 'GET',
    url: 'http://photos.example.net/photos?file=vacation.jpg&size=original',
    headers: [],
    body: '',
  };
  const parameters = toPairs({
    oauth_consumer_key: 'dpf43f3p2l4k3l03',
    oauth_token: 'nnch734d00sl2jdk',
    oauth_signature_method: 'HMAC-SHA1',
    oauth_timestamp: '137131202',
    oauth_nonce: 'chapoH',
  });
  const secrets = { consumerSecret: 'kd94hf93k423kf44', tokenSecret: 'pfkkdhi9sl3r4s00', signatureMethod };
  expect(findSignature(request, secrets, parameters)).toBe('MdpQcU8iPSUjWoN/UDMsK2sui9I=');
});

// http://wiki.oauth.net/TestCases, with the key that is published there.
test('the signature by RSA-SHA1 of the test cases of OAuth', () => {
  const request = {
    method: 'GET',
    url: 'http://photos.example.net/photos?file=vacaction.jpg&size=original',
    headers: [],
    body: '',
  };
  const parameters = toPairs({
    oauth_consumer_key: 'dpf43f3p2l4k3l03',
    oauth_signature_method: 'RSA-SHA1',
    oauth_timestamp: '1196666512',
    oauth_nonce: '13917289812797014437',
    oauth_version: '1.0',
  });
  const secrets = { consumerSecret: publishedKey, tokenSecret: '', signatureMethod: 'RSA-SHA1' as const };
  expect(findSignature(request, secrets, parameters)).toBe(
    'jvTp/wX1TYtByB1m+Pbyo0lnCOLIsyGCH7wke8AUs3BpnwZJtAuEJkvQL2/9n4s5wUmUl4aCI4BwpraNx4RtEXMe5qg5T1LVTGliMRpKasKsW//e+RinhejgCuzoH26dyF8iY2ZZ/5D1ilgeijhV/vBka5twt399mXwaYdCwFYE=',
  );
});

test('a private key signs the hash of the body, as Mastercard wants it, and no hash of a form', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const consumerSecret = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  const config = Oauth1.parse({
    consumerKey: 'k',
    consumerSecret,
    signatureMethod: 'RSA-SHA256',
    bodyHash: 'sent',
  });
  const request = {
    method: 'POST',
    url: 'https://api.example.com/pay',
    headers: [] as Pairs,
    body: '{"a":1}',
  };
  const [, value = ''] = signWithOauth1(request, config, 1_750_000_000_000).headers[0] ?? [];
  const sent = [...value.matchAll(/(oauth_\w+)="([^"]*)"/g)].map(([, name = '', text = '']) => [
    name,
    decodeURIComponent(text),
  ]) as Pairs;
  const { oauth_signature: signature = '', ...rest } = Object.fromEntries(sent);
  // echo -n '{"a":1}' | openssl dgst -sha256 -binary | base64
  expect(rest).toMatchObject({
    oauth_body_hash: 'AVq9f1zFei3ZS3WQ8ErYCEJzkF7jPsXOvq5iJ2qX+GI=',
    oauth_signature_method: 'RSA-SHA256',
  });
  const base = Buffer.from(writeBase(request, toPairs(rest)));
  expect(verify('sha256', base, publicKey, Buffer.from(signature, 'base64'))).toBe(true);
  const ofForm = signWithOauth1({ ...request, headers: form, body: 'a=1' }, config, 0).headers.at(-1)?.[1];
  expect(ofForm).not.toContain('oauth_body_hash');
});

test.each([
  [{ consumerSecret: 'a-secret', signatureMethod: 'RSA-SHA1' }, /^Write the whole private key/],
  [{ consumerSecret: publishedKey }, /^Choose a signature method that signs with a private key/],
])('a secret that does not fit the method is refused', (config, message) => {
  const { error } = Oauth1.safeParse({ consumerKey: 'k', ...config });
  expect(error?.issues.map((issue) => issue.message)).toEqual([expect.stringMatching(message)]);
});

// https://docs.x.com/resources/fundamentals/authentication/oauth-1-0a/creating-a-signature
test('the signature that X shows', () => {
  const request = {
    method: 'POST',
    url: 'https://api.twitter.com/1.1/statuses/update.json?include_entities=true',
    headers: form,
    body: 'status=Hello%20Ladies%20%2b%20Gentlemen%2c%20a%20signed%20OAuth%20request%21',
  };
  const parameters = toPairs({
    oauth_consumer_key: 'xvz1evFS4wEEPTGEFPHBog',
    oauth_nonce: 'kYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg',
    oauth_signature_method: 'HMAC-SHA1',
    oauth_timestamp: '1318622958',
    oauth_token: '370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb',
    oauth_version: '1.0',
  });
  const secrets = {
    consumerSecret: 'kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw',
    tokenSecret: 'LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtR2YPi5kE',
    signatureMethod,
  };
  expect(findSignature(request, secrets, parameters)).toBe('hCtSmYh+iHYCEqBWrE7C7hYmtUk=');
});

/** What a call's header says, unescaped. */
function readHeader(text = ''): Record<string, string> {
  const pairs = [...text.matchAll(/(\w+)="([^"]*)"/g)];
  return Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, decodeURIComponent(value)]));
}

describe('in a run', () => {
  let setup: RunSetup;

  beforeEach(async () => {
    setup = await createRunSetup();
  });

  const config = {
    consumerKey: 'consumer-7',
    consumerSecret: 'a-consumer-secret-77',
    token: 'token-7',
    tokenSecret: 'a-token-secret-77',
    signatureMethod: 'HMAC-SHA256',
    realm: '1234567_SB1',
  };

  function create(changes: object = {}) {
    const about = { name: 'Books', kind: 'oauth1', baseUrl: setup.target.url };
    return createConnection(setup.context, setup.actor, { ...about, config: { ...config, ...changes } });
  }

  async function connect(changes: object = {}): Promise<string> {
    const made = await create(changes);
    if (made.kind !== 'connection') throw new Error(JSON.stringify(made));
    return made.connection.id;
  }

  test('each attempt is signed as it is sent, and the log shows nothing secret', async () => {
    const authConfig = { type: 'connection', connectionId: await connect() };
    setup.answers.handler = (_request, response) =>
      response.end(JSON.stringify({ know: ['a-consumer-secret-77', 'a-token-secret-77'] }));
    const apiCalls = ['a', 'b'].map((id) => ({
      id,
      method: 'GET',
      url: `/record/v1/customer?q=email IS "a+b"&limit=1`,
      authConfig,
      headers: { Authorization: 'of the call' },
    }));
    const id = await setup.accept(await setup.seed({ apiCalls }));
    await runExecution(setup.context, await setup.claim(), never);
    const [first, second] = setup.target.received;
    expect(first?.headers.authorization).toMatch(
      /^OAuth realm="1234567_SB1", oauth_consumer_key="consumer-7", /,
    );
    const { realm, oauth_signature, ...said } = readHeader(first?.headers.authorization);
    const { oauth_nonce = '', oauth_timestamp = '', ...fixed } = said;
    expect(fixed).toEqual({
      oauth_consumer_key: 'consumer-7',
      oauth_token: 'token-7',
      oauth_signature_method: 'HMAC-SHA256',
      oauth_version: '1.0',
    });
    expect(realm).toBe('1234567_SB1');
    expect(Number(oauth_timestamp)).toBe(setup.context.now() / 1_000);
    // Written out by hand: the query's + is a space to the server, and encoded as one.
    const names = `limit%3D1%26oauth_consumer_key%3Dconsumer-7%26oauth_nonce%3D${oauth_nonce}%26oauth_signature_method%3DHMAC-SHA256%26oauth_timestamp%3D${oauth_timestamp}%26oauth_token%3Dtoken-7%26oauth_version%3D1.0%26q%3Demail%2520IS%2520%2522a%2520b%2522`;
    const address = `http%3A%2F%2F127.0.0.1%3A${setup.target.port}%2Frecord%2Fv1%2Fcustomer`;
    const key = 'a-consumer-secret-77&a-token-secret-77';
    expect(oauth_signature).toBe(
      createHmac('sha256', key).update(`GET&${address}&${names}`).digest('base64'),
    );
    expect(readHeader(second?.headers.authorization).oauth_nonce).not.toBe(oauth_nonce);
    const rows = JSON.stringify(await listAttempts(setup.context.db, [id]));
    expect(rows).toContain('Books (OAuth 1.0a)');
    expect(rows).not.toMatch(/a-(consumer|token)-secret-77/);
  });

  test('both secrets are sealed, shown masked, and typed again for another host', async () => {
    const { context, actor } = setup;
    const id = await connect();
    const { db } = context;
    const stored = await db.first(db.build.selectFrom('connections').selectAll().where('id', '=', id));
    expect(JSON.stringify(stored)).not.toMatch(/a-(consumer|token)-secret-77/);
    const masks = { consumerSecret: '••••t-77', tokenSecret: '••••t-77' };
    const read = await readConnectionById(context, actor.organizationId, id);
    expect(read).toMatchObject({ connection: { config: { ...config, ...masks } } });
    expect(await changeConnection(context, actor, id, { allowedHosts: ['evil.example.org'] })).toMatchObject({
      kind: 'invalid',
      fields: {
        'config.consumerSecret': ['Enter this again: it could now go to another server.'],
        'config.tokenSecret': ['Enter this again: it could now go to another server.'],
      },
    });
  });

  test('without a token there is none in the header', async () => {
    const connectionId = await connect({ token: '', tokenSecret: '', realm: '' });
    const apiCalls = [{ id: 'a', method: 'GET', url: '/', authConfig: { type: 'connection', connectionId } }];
    await setup.accept(await setup.seed({ apiCalls }));
    await runExecution(setup.context, await setup.claim(), never);
    const { authorization = '' } = setup.target.received[0]?.headers ?? {};
    expect(authorization).toMatch(/^OAuth oauth_consumer_key="/);
    expect(authorization).not.toContain('oauth_token');
  });

  test.each([
    [{ consumerKey: '' }, 'consumerKey', 'Consumer key is required'],
    [{ tokenSecret: '' }, 'tokenSecret', 'Enter the secret of the token, too'],
    [{ token: '' }, 'token', 'Enter the token of this secret, too'],
    [{ realm: '"' }, 'realm', 'A realm has no quotation marks and no backslashes'],
    [
      { signatureMethod: 'PLAINTEXT' },
      'signatureMethod',
      'The signature method must be HMAC-SHA1, HMAC-SHA256, RSA-SHA1 or RSA-SHA256',
    ],
  ])('%o is refused', async (changes, field, message) => {
    expect(await create(changes)).toMatchObject({
      kind: 'invalid',
      fields: { [`config.${field}`]: [message] },
    });
  });
});
