// Proofs by keys that senders publish: fetched from a server of its own, and as PayPal and Amazon sign.
import { spawnSync } from 'node:child_process';
import { constants, createHmac, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { createServer } from 'node:https';
import { crc32 } from 'node:zlib';
import { pino } from 'pino';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { findSender } from '~/engine/senders/senders';
import {
  findKeyAddress,
  isProvenByKeys,
  type PublicKeyProof,
} from '~/services/webhooks/proof/public-key-proof';
import type { SenderKey } from '~/services/webhooks/proof/sender-key';
import { createSenderKeys } from '~/services/webhooks/proof/sender-keys';
import type { SignedRequest } from '~/services/webhooks/proof/signed-request';
import { listen, makeOutbound } from '../../../outbound/loopback';
import { createCertificate } from '../../../support/certificate';
import { type EndpointResponse, openEndpoint } from '../../../support/webhook-endpoint';

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
const now = Date.UTC(2026, 0, 5, 12);
const seconds = now / 1000;

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const ec384 = generateKeyPairSync('ec', { namedCurve: 'P-384' });
const ed = generateKeyPairSync('ed25519');
const other = generateKeyPairSync('rsa', { modulusLength: 2048 });
const short = generateKeyPairSync('rsa', { modulusLength: 1024 });

const audience = 'the secret of the trigger';
const issuer = 'https://login.test';
const claims = { iss: issuer, aud: audience, exp: seconds + 300 };

type Signer = (signed: Buffer) => Buffer;

const signers = {
  RS256: (signed) => sign('sha256', signed, rsa.privateKey),
  RS512: (signed) => sign('sha512', signed, rsa.privateKey),
  PS256: (signed) =>
    sign('sha256', signed, {
      key: rsa.privateKey,
      padding: constants.RSA_PKCS1_PSS_PADDING,
      saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
    }),
  ES256: (signed) => sign('sha256', signed, { key: ec.privateKey, dsaEncoding: 'ieee-p1363' }),
  ES384: (signed) => sign('sha384', signed, { key: ec384.privateKey, dsaEncoding: 'ieee-p1363' }),
  EdDSA: (signed) => sign(null, signed, ed.privateKey),
} satisfies Record<string, Signer>;

function toPart(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function makeToken(head: object, body: object, signer: Signer): string {
  const signed = `${toPart(head)}.${toPart(body)}`;
  return `${signed}.${signer(Buffer.from(signed)).toString('base64url')}`;
}

function toJwk(key: KeyObject, more: object): object {
  return { ...key.export({ format: 'jwk' }), use: 'sig', ...more };
}

/** A number of so many bytes, the first and last of which are `ends`. That it makes no good key is not known before it is tried. */
function ofBytes(length: number, ends = 0xff): string {
  const bytes = randomBytes(length);
  bytes[0] = bytes[length - 1] = ends;
  return bytes.toString('base64url');
}

const allKeys = [
  toJwk(rsa.publicKey, { kid: 'rsa' }),
  toJwk(ec.publicKey, { kid: 'ec', alg: 'ES256' }),
  toJwk(ec384.publicKey, { kid: 'ec384' }),
  toJwk(ed.publicKey, { kid: 'ed' }),
  toJwk(short.publicKey, { kid: 'short' }),
  toJwk(other.publicKey, { kid: 'enc', use: 'enc' }),
  { kty: 'oct', kid: 'oct', k: Buffer.from('shared').toString('base64url') },
  { kty: 'RSA', kid: 'broken', n: '!', e: '!' },
];

const kids: Record<string, string> = { ES256: 'ec', ES384: 'ec384', EdDSA: 'ed' };

describe.skipIf(!hasOpenssl)('a token signed by a key of a set', () => {
  let certificate: { key: string; cert: string };
  let served: { status: number; body: string };
  let requests: string[];

  beforeAll(() => {
    certificate = createCertificate('keys.test');
  });

  beforeEach(() => {
    served = { status: 200, body: JSON.stringify({ keys: allKeys }) };
    requests = [];
  });

  async function open() {
    const server = createServer(certificate, (asked, response) => {
      requests.push(asked.url ?? '');
      response.writeHead(served.status).end(served.body);
    });
    const port = await listen(server);
    onTestFinished(() => void server.close());
    const outbound = makeOutbound({
      ca: certificate.cert,
      lookup: async () => [{ address: '127.0.0.1', family: 4 }],
    });
    const jwksUrl = `https://keys.test:${port}/keys`;
    const verify = { scheme: 'jwks', jwksUrl, issuer };
    return await openEndpoint({ secret: audience, verify }, {}, { outbound });
  }

  type Endpoint = Awaited<ReturnType<typeof open>>;

  async function send({ send: sendToEndpoint }: Endpoint, token: string): Promise<number> {
    const answer: EndpointResponse = await sendToEndpoint({ headers: { Authorization: `Bearer ${token}` } });
    return answer.status;
  }

  const good = makeToken({ alg: 'RS256', kid: 'rsa' }, claims, signers.RS256);

  test('is let in by each algorithm, and the keys are fetched once', async () => {
    const endpoint = await open();
    for (const [alg, signer] of Object.entries(signers)) {
      expect(await send(endpoint, makeToken({ alg, kid: kids[alg] ?? 'rsa' }, claims, signer)), alg).toBe(
        202,
      );
    }
    expect(await send(endpoint, makeToken({ alg: 'RS256' }, claims, signers.RS256))).toBe(202);
    expect(
      await send(endpoint, makeToken({ alg: 'RS256' }, { ...claims, aud: ['x', audience] }, signers.RS256)),
    ).toBe(202);
    expect(requests).toEqual(['/keys']);
  });

  test.each<[string, object, object, Signer]>([
    ['another algorithm than the key is for', { alg: 'ES384', kid: 'ec' }, {}, signers.ES256],
    ['an algorithm that the set does not give the key', { alg: 'ES512', kid: 'ec' }, {}, signers.ES256],
    ['none', { alg: 'none', kid: 'rsa' }, {}, () => Buffer.from('x')],
    ['another key', { alg: 'RS256', kid: 'rsa' }, {}, (signed) => sign('sha256', signed, other.privateKey)],
    [
      'a key for encryption',
      { alg: 'RS256', kid: 'enc' },
      {},
      (signed) => sign('sha256', signed, other.privateKey),
    ],
    [
      'a key that is too short',
      { alg: 'RS256', kid: 'short' },
      {},
      (signed) => sign('sha256', signed, short.privateKey),
    ],
    ['an unknown key', { alg: 'RS256', kid: 'new' }, {}, signers.RS256],
    ['an extension that nobody knows', { alg: 'RS256', kid: 'rsa', crit: ['b64'] }, {}, signers.RS256],
    ['another audience', { alg: 'RS256', kid: 'rsa' }, { aud: 'another' }, signers.RS256],
    ['no audience', { alg: 'RS256', kid: 'rsa' }, { aud: undefined }, signers.RS256],
    ['another issuer', { alg: 'RS256', kid: 'rsa' }, { iss: 'https://evil.test' }, signers.RS256],
    ['no end', { alg: 'RS256', kid: 'rsa' }, { exp: undefined }, signers.RS256],
    ['an end that is over', { alg: 'RS256', kid: 'rsa' }, { exp: seconds - 61 }, signers.RS256],
    ['a beginning to come', { alg: 'RS256', kid: 'rsa' }, { nbf: seconds + 61 }, signers.RS256],
  ])('is turned away with %s', async (_name, head, more, signer) => {
    const endpoint = await open();
    expect(await send(endpoint, makeToken(head, { ...claims, ...more }, signer))).toBe(401);
    // So that it is the token, and not the keys.
    expect(await send(endpoint, good)).toBe(202);
  });

  test('is turned away when it takes the public key for a secret', async () => {
    const pem = rsa.publicKey.export({ format: 'pem', type: 'spki' });
    const endpoint = await open();
    for (const secret of [pem, JSON.stringify(allKeys[0]), 'shared']) {
      for (const kid of ['rsa', 'oct']) {
        const forged = makeToken({ alg: 'HS256', kid }, claims, (signed) =>
          createHmac('sha256', secret).update(signed).digest(),
        );
        expect(await send(endpoint, forged)).toBe(401);
      }
    }
  });

  test('by a key that came later makes the set be fetched anew, once a minute', async () => {
    const endpoint = await open();
    expect(await send(endpoint, good)).toBe(202);
    served.body = JSON.stringify({ keys: [toJwk(other.publicKey, { kid: 'new' })] });
    const renewed = makeToken({ alg: 'RS256', kid: 'new' }, claims, (signed) =>
      sign('sha256', signed, other.privateKey),
    );
    expect(await send(endpoint, renewed)).toBe(401);
    expect(requests).toHaveLength(1);
    endpoint.context.clock.advance(60_000);
    expect(await send(endpoint, renewed)).toBe(202);
    expect(await send(endpoint, good)).toBe(401);
    expect(requests).toHaveLength(2);
  });

  test('is judged by new keys also after the clock was set back', async () => {
    const endpoint = await open();
    expect(await send(endpoint, good)).toBe(202);
    served.body = JSON.stringify({ keys: [toJwk(other.publicKey, { kid: 'new' })] });
    endpoint.context.clock.advance(-24 * 60 * 60_000);
    const renewed = makeToken({ alg: 'RS256', kid: 'new' }, claims, (signed) =>
      sign('sha256', signed, other.privateKey),
    );
    expect(await send(endpoint, renewed)).toBe(202);
  });

  test('is judged by keys for an hour, and while their server is away for a day', async () => {
    const endpoint = await open();
    const lasting = makeToken({ alg: 'RS256' }, { ...claims, exp: seconds + 999_999 }, signers.RS256);
    expect(await send(endpoint, lasting)).toBe(202);
    served.status = 500;
    const hourMs = 60 * 60_000;
    endpoint.context.clock.advance(hourMs - 1);
    expect(await send(endpoint, lasting)).toBe(202);
    expect(requests).toHaveLength(1);
    endpoint.context.clock.advance(1);
    expect(await send(endpoint, lasting)).toBe(202);
    expect(requests).toHaveLength(2);
    endpoint.context.clock.advance(23 * hourMs - 1);
    expect(await send(endpoint, lasting)).toBe(202);
    expect(requests).toHaveLength(3);
    endpoint.context.clock.advance(60_000);
    expect(await send(endpoint, lasting)).toBe(503);
    expect(await send(endpoint, lasting)).toBe(503);
    expect(requests).toHaveLength(4);
  });

  test('must be sent again while its key is unknown: its set, or a newer one, could not be fetched', async () => {
    served.status = 500;
    const endpoint = await open();
    const nameless = makeToken({ alg: 'RS256' }, claims, signers.RS256);
    const first = await endpoint.send({ headers: { Authorization: `Bearer ${good}` } });
    expect([first.status, first.headers['retry-after']]).toEqual([503, '60']);
    expect(first.text).toContain('could not be fetched');
    endpoint.context.clock.advance(15_500);
    const later = await endpoint.send({ headers: { Authorization: `Bearer ${nameless}` } });
    expect([later.status, later.headers['retry-after']]).toEqual([503, '45']);
    expect(await endpoint.context.rejections.list(endpoint.key)).toMatchObject([{ status: 503, count: 2 }]);
    // No key would make these good.
    for (const more of [{ aud: 'another' }, { exp: seconds - 61 }])
      expect(await send(endpoint, makeToken({ alg: 'RS256' }, { ...claims, ...more }, signers.RS256))).toBe(
        401,
      );
    served.status = 200;
    endpoint.context.clock.advance(44_500);
    expect(await send(endpoint, good)).toBe(202);
    const renewed = makeToken({ alg: 'RS256', kid: 'new' }, claims, (text) =>
      sign('sha256', text, other.privateKey),
    );
    expect(await send(endpoint, renewed)).toBe(401);
    served.status = 500;
    endpoint.context.clock.advance(60_000);
    expect(await send(endpoint, renewed)).toBe(503);
    expect(await send(endpoint, good)).toBe(202);
    expect(requests).toHaveLength(3);
  });

  test.each([
    ['no JSON', '<html>'],
    ['no list', '{"keys":{}}'],
    ['more than 64 KiB', JSON.stringify({ keys: allKeys, padding: 'x'.repeat(70_000) })],
  ])('is turned away when the set is %s', async (_name, body) => {
    served.body = body;
    expect(await send(await open(), good)).toBe(401);
  });

  test.each([400, 403, 404, 410, 301])(
    'is turned away when no keys are at the address (HTTP %d), and people are told so',
    async (status) => {
      served.status = status;
      const endpoint = await open();
      expect(await send(endpoint, good)).toBe(401);
      expect(await send(endpoint, good)).toBe(401);
      expect(requests).toHaveLength(1);
      const [told] = await endpoint.context.rejections.list(endpoint.key);
      expect(told).toMatchObject({ status: 401, count: 2 });
      expect(told?.reason).toMatch(
        new RegExp(`^There is no public key to check it with: keys\\.test:\\d+ answered HTTP ${status}\\.$`),
      );
    },
  );

  test.each([408, 425, 429, 502])('must be sent again after a passing failure (HTTP %d)', async (status) => {
    served.status = status;
    expect(await send(await open(), good)).toBe(503);
  });

  test('many senders at once fetch the keys once', async () => {
    const endpoint = await open();
    const statuses = await Promise.all(Array.from({ length: 20 }, () => send(endpoint, good)));
    expect(new Set(statuses)).toEqual(new Set([202]));
    expect(requests).toHaveLength(1);
  });

  test('addresses that strangers make up push out nobody’s keys, and are few a minute', async () => {
    const server = createServer(certificate, (asked, response) => {
      requests.push(asked.url ?? '');
      const isLater = asked.url === '/later' && requests.filter((url) => url === '/later').length > 1;
      const isFound = asked.url === '/good' || isLater;
      response.writeHead(isFound ? 200 : 404).end(served.body);
    });
    const port = await listen(server);
    onTestFinished(() => void server.close());
    const outbound = makeOutbound({
      ca: certificate.cert,
      lookup: async () => [{ address: '127.0.0.1', family: 4 }],
    });
    let time = now;
    const keys = createSenderKeys({ outbound, now: () => time, log: pino({ level: 'silent' }) }, 5);
    const at = (path: string) => `https://keys.test:${port}/${path}`;
    await keys.refresh(at('good'), { organizationId: 'o', integrationId: 'i', network: '192.0.2.1' });
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        keys.refresh(at(String(index)), {
          organizationId: `o${index % 2}`,
          integrationId: `i${index % 2}`,
          network: '192.0.2.1',
        }),
      ),
    );
    expect(requests).toHaveLength(21);
    expect(keys.findKept(at('good'), 'o')?.length).toBeGreaterThan(0);
    const stranger = { organizationId: 'o1', integrationId: 'i1', network: '192.0.2.1' };
    expect(await keys.refresh(at('one more'), stranger)).toBe(5);
    expect(requests).toHaveLength(21);
    // What one organization could not fetch, another one does.
    await keys.refresh(at('later'), { organizationId: 'o2', integrationId: 'i2', network: '192.0.2.1' });
    await keys.refresh(at('later'), { organizationId: 'o3', integrationId: 'i3', network: '192.0.2.1' });
    expect(keys.findKept(at('later'), 'o2')).toEqual([]);
    expect(keys.findKept(at('later'), 'o3')?.length).toBeGreaterThan(0);
    // A stranger who makes keys up keeps out nobody of another network.
    await keys.refresh(at('one more'), {
      organizationId: 'o1',
      integrationId: 'i1',
      network: '198.51.100.1',
    });
    expect(keys.findKept(at('one more'), 'o1')).toBeDefined();
    // Nor do strangers keep an integration from what its sender's keys are an hour later.
    time += 60 * 60_000;
    for (let index = 0; index < 12; index += 1) {
      await keys.refresh(at(`made-up-${index}`), {
        organizationId: 'o',
        integrationId: 'i',
        network: '192.0.2.1',
      });
    }
    expect(keys.findKept(at('good'), 'o')).toBeUndefined();
    await keys.refresh(at('good'), { organizationId: 'o', integrationId: 'i', network: '192.0.2.1' });
    expect(keys.findKept(at('good'), 'o')?.length).toBeGreaterThan(0);
  });

  test('keys that are long, slow to check by or of another curve are left out of a set', async () => {
    const { n } = rsa.publicKey.export({ format: 'jwk' });
    const make = (kid: string, more: object) => ({ kty: 'RSA', kid, n, e: 'AQAB', ...more });
    const k1 = generateKeyPairSync('ec', { namedCurve: 'secp256k1' });
    const keys = [
      make('as long as its modulus', { n: ofBytes(384), e: ofBytes(384) }),
      make('exponent of 33 bits', { e: ofBytes(5, 1) }),
      make('exponent of 32 bits', { e: ofBytes(4) }),
      make('4096 bits', { n: ofBytes(512) }),
      make('4104 bits', { n: ofBytes(513) }),
      toJwk(short.publicKey, { kid: '1024 bits' }),
      toJwk(k1.publicKey, { kid: 'secp256k1' }),
      toJwk(ec384.publicKey, { kid: 'P-384' }),
      toJwk(ed.publicKey, { kid: 'Ed25519' }),
    ];
    served.body = JSON.stringify({ keys });
    const server = createServer(certificate, (_asked, response) => void response.end(served.body));
    const port = await listen(server);
    onTestFinished(() => void server.close());
    const outbound = makeOutbound({
      ca: certificate.cert,
      lookup: async () => [{ address: '127.0.0.1', family: 4 }],
    });
    const kept = createSenderKeys({ outbound, now: () => now, log: pino({ level: 'silent' }) });
    const address = `https://keys.test:${port}/keys`;
    await kept.refresh(address, { organizationId: 'o', integrationId: 'i', network: '192.0.2.1' });
    expect(kept.findKept(address, 'o')?.map(({ kid }) => kid)).toEqual([
      'exponent of 32 bits',
      '4096 bits',
      'P-384',
      'Ed25519',
    ]);
  });

  test('without a secret, which is the audience, nobody is let in, and nothing is fetched', async () => {
    const outbound = makeOutbound();
    const verify = { scheme: 'jwks', jwksUrl: 'https://keys.test/keys', issuer };
    const endpoint = await openEndpoint({ secret: '', verify }, {}, { outbound });
    expect(await send(endpoint, makeToken({ alg: 'RS256' }, { ...claims, aud: '' }, signers.RS256))).toBe(
      401,
    );
  });
});

/** A certificate's key as it would be fetched. */
function keyOf(key: KeyObject, more: Partial<SenderKey> = {}): SenderKey {
  return { key, ...more };
}

function request(body: string, headers: Record<string, string> = {}): SignedRequest {
  return {
    method: 'POST',
    address: 'https://hooks.test/webhook/1',
    header: (name) => headers[name],
    body: Buffer.from(body),
  };
}

function proofOf(name: string): PublicKeyProof {
  return findSender(name)?.proof as PublicKeyProof;
}

describe('a token and the keys of a set', () => {
  const proof: PublicKeyProof = {
    kind: 'jwks',
    header: 'authorization',
    jwksUrl: 'https://keys.test/keys',
    issuer,
  };
  const pairs = Array.from({ length: 6 }, () => generateKeyPairSync('ec', { namedCurve: 'P-256' }));

  /** Whether the token of a pair's is proven, and how many keys were asked for their kind. */
  function judge(pair: number, head: object = {}, over: object = {}, extra: SenderKey[] = []) {
    const asked = new Set<number>();
    const keys = pairs.map((each, index): SenderKey => {
      return {
        kid: String(index),
        get key() {
          asked.add(index);
          return each.publicKey;
        },
      };
    });
    const token = makeToken({ alg: 'ES256', ...head }, { ...claims, ...over }, (signed) =>
      sign('sha256', signed, { key: pairs[pair]!.privateKey, dsaEncoding: 'ieee-p1363' }),
    );
    const sent = request('', { authorization: `Bearer ${token}` });
    const isProven = isProvenByKeys(sent, proof, { keys: [...extra, ...keys], secret: audience, now });
    return { isProven, asked: asked.size };
  }

  test('of an add-on of Google Chat are for its URL and from its service account', () => {
    const email = 'service-1234@gcp-sa-gsuiteaddons.iam.gserviceaccount.com';
    const address = 'https://hooks.test/webhook/1';
    const google = { ...claims, iss: 'https://accounts.google.com', aud: address, email };
    const isProven = (over: object, secret = email) => {
      const token = makeToken({ alg: 'RS256' }, { ...google, ...over }, signers.RS256);
      const sent = request('{}', { authorization: `Bearer ${token}` });
      const addOn = proofOf('google-chat-add-on');
      return isProvenByKeys(sent, addOn, { keys: [keyOf(rsa.publicKey)], secret, now });
    };
    expect(isProven({})).toBe(true);
    expect(isProven({ email: 'anybody@example.com' })).toBe(false);
    expect(isProven({ email: undefined })).toBe(false);
    expect(isProven({ aud: 'https://hooks.test/webhook/2' })).toBe(false);
    expect(isProven({ iss: 'https://evil.test' })).toBe(false);
    // Who owns the address alone is not the sender.
    expect(isProven({}, address)).toBe(false);
  });

  test('without a kid are tried with the first five that are for its algorithm', () => {
    const others = [keyOf(rsa.publicKey), keyOf(ed.publicKey), keyOf(ec.publicKey, { alg: 'ES384' })];
    expect(judge(4, {}, {}, others).isProven).toBe(true);
    expect(judge(5, {}, {}, others).isProven).toBe(false);
    expect(judge(5, { kid: '5' }).isProven).toBe(true);
  });

  test('are not tried when it is meant for another receiver', () => {
    expect(judge(0, {}, { aud: 'another' })).toEqual({ isProven: false, asked: 0 });
    expect(judge(0, {}, { iss: 'https://evil.test' })).toEqual({ isProven: false, asked: 0 });
    expect(judge(0, {}, { exp: seconds - 61 })).toEqual({ isProven: false, asked: 0 });
  });
});

describe('PayPal', () => {
  const proof = proofOf('paypal');
  const body = '{"id":"WH-1","event_type":"PAYMENT.SALE.COMPLETED"}';
  const webhookId = '0EH40505U7160970P';
  const time = '2026-01-05T11:59:00Z';

  function signed(over: Record<string, string> = {}, text = body): SignedRequest {
    const parts = `69cd13f0|${time}|${webhookId}|${crc32(Buffer.from(body))}`;
    return request(text, {
      'paypal-transmission-id': '69cd13f0',
      'paypal-transmission-time': time,
      'paypal-auth-algo': 'SHA256withRSA',
      'paypal-cert-url': 'https://api.paypal.com/v1/notifications/certs/CERT-360caa42-fca2a594-a5cafa77',
      'paypal-transmission-sig': sign('sha256', Buffer.from(parts), rsa.privateKey).toString('base64'),
      ...over,
    });
  }

  const judge = (sent: SignedRequest, over: { keys?: SenderKey[]; secret?: string; now?: number } = {}) =>
    isProvenByKeys(sent, proof, { keys: [keyOf(rsa.publicKey)], secret: webhookId, now, ...over });

  test('is let in, and nothing else is', () => {
    expect(judge(signed())).toBe(true);
    expect(judge(signed({}, `${body} `))).toBe(false);
    expect(judge(signed({ 'paypal-transmission-id': 'another' }))).toBe(false);
    expect(judge(signed({ 'paypal-auth-algo': 'SHA1withRSA' }))).toBe(false);
    expect(judge(signed(), { secret: 'another webhook' })).toBe(false);
    expect(judge(signed(), { keys: [keyOf(other.publicKey)] })).toBe(false);
    expect(judge(signed(), { keys: [keyOf(rsa.publicKey, { validTo: now - 1 })] })).toBe(false);
    expect(judge(signed(), { keys: [keyOf(rsa.publicKey, { validFrom: now + 1 })] })).toBe(false);
    const latest = Date.parse(time) + 3 * 86_400_000;
    expect(judge(signed(), { now: latest })).toBe(true);
    expect(judge(signed(), { now: latest + 1 })).toBe(false);
    expect(judge(request(body))).toBe(false);
  });

  test.each([
    ['https://api.paypal.com/v1/notifications/certs/CERT-1', true],
    ['https://api-m.sandbox.paypal.com/v1/notifications/certs/CERT-1', true],
    ['http://api.paypal.com/v1/notifications/certs/CERT-1', false],
    ['https://api.paypal.com.evil.test/v1/notifications/certs/CERT-1', false],
    ['https://evil.test/v1/notifications/certs/CERT-1', false],
    ['https://api.paypal.com@evil.test/v1/notifications/certs/CERT-1', false],
    ['https://api.paypal.com/v1/notifications/certs/../../../x', false],
    ['https://api.paypal.com/v1/notifications/certs/CERT-1?x=1', false],
    ['https://api.paypal.com:8443/v1/notifications/certs/CERT-1', false],
  ])('its certificate is fetched from %s: %s', (address, isFetched) => {
    const found = findKeyAddress(signed({ 'paypal-cert-url': address }), proof, '');
    expect(found).toBe(isFetched ? address : undefined);
  });
});

/** As https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message-verify-message-signature.html writes it. */
function writeSigned(message: Record<string, string>, names: string[]): string {
  return names.map((name) => `${name}\n${message[name]}\n`).join('');
}

function signMessage(message: Record<string, string>, fields: string[], hash = 'sha256'): string {
  const Signature = sign(hash, Buffer.from(writeSigned(message, fields)), rsa.privateKey).toString('base64');
  return JSON.stringify({ ...message, Signature });
}

describe('Amazon SNS', () => {
  const proof = proofOf('amazon-sns');
  const topic = 'arn:aws:sns:us-west-2:123456789012:MyTopic';
  const address =
    'https://sns.us-west-2.amazonaws.com/SimpleNotificationService-f3ecfb7224c7233fe7bb5f59f96de52f.pem';

  const notification = {
    Type: 'Notification',
    MessageId: '22b80b92',
    TopicArn: topic,
    Subject: 'My First Message',
    Message: 'Hello\nworld!',
    Timestamp: '2026-01-05T11:59:00.000Z',
    SignatureVersion: '2',
    SigningCertURL: address,
  };
  const names = ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'];

  const judge = (body: string, over: { keys?: SenderKey[]; secret?: string; now?: number } = {}) =>
    isProvenByKeys(request(body), proof, { keys: [keyOf(rsa.publicKey)], secret: topic, now, ...over });

  test('is let in by both versions, with and without a subject', () => {
    expect(judge(signMessage(notification, names))).toBe(true);
    expect(judge(signMessage({ ...notification, SignatureVersion: '1' }, names, 'sha1'))).toBe(true);
    const { Subject: _subject, ...plain } = notification;
    expect(
      judge(
        signMessage(
          plain,
          names.filter((name) => name !== 'Subject'),
        ),
      ),
    ).toBe(true);
  });

  test('asks to be confirmed with a signature, too', () => {
    const asking = {
      ...notification,
      Type: 'SubscriptionConfirmation',
      Token: '2336412f37',
      SubscribeURL: 'https://sns.us-west-2.amazonaws.com/?Action=ConfirmSubscription',
    };
    const fields = ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'];
    expect(judge(signMessage(asking, fields))).toBe(true);
    expect(judge(signMessage(asking, fields).replace('ConfirmSubscription', 'DeleteTopic'))).toBe(false);
  });

  test('of more values than Amazon sends is not read, whatever sender they come from', () => {
    const signed = signMessage(notification, names).slice(0, -1);
    const write = (count: number) =>
      `${signed},${Array.from({ length: count }, (_, index) => `"n${index}":","`).join(',')}}`;
    expect(judge(write(3_000))).toBe(true);
    expect(judge(write(5_000))).toBe(false);
    expect(findKeyAddress(request(write(3_000)), proof, '')).toBe(address);
    expect(findKeyAddress(request(write(5_000)), proof, '')).toBeUndefined();
    // Commas in a text are no values, behind escaped quotes either.
    const long = { ...notification, Message: '\\",'.repeat(10_000) };
    expect(judge(signMessage(long, names))).toBe(true);
  });

  test('is turned away when anything is another', () => {
    const body = signMessage(notification, names);
    expect(judge(body.replace('world', 'World'))).toBe(false);
    expect(judge(body, { secret: `${topic}2` })).toBe(false);
    expect(judge(body, { keys: [keyOf(other.publicKey)] })).toBe(false);
    expect(judge(body, { keys: [keyOf(ec.publicKey)] })).toBe(false);
    const latest = Date.parse(notification.Timestamp) + 65 * 60_000;
    expect(judge(body, { now: latest })).toBe(true);
    expect(judge(body, { now: latest + 1 })).toBe(false);
    expect(judge(signMessage({ ...notification, SignatureVersion: '3' }, names))).toBe(false);
    expect(judge(signMessage({ ...notification, Type: 'constructor' }, names))).toBe(false);
    expect(judge('null')).toBe(false);
    expect(judge('no JSON')).toBe(false);
  });

  test.each([
    [address, true],
    [address.replace('.com/', '.com.cn/').replace('us-west-2', 'cn-north-1'), true],
    [address.replace('us-west-2', 'us-gov-west-1'), true],
    [address.replace('https', 'http'), false],
    [address.replace('amazonaws.com', 'amazonaws.com.evil.test'), false],
    [address.replace('sns.', 'sns.evil.test/sns.'), false],
    [
      'https://bucket.s3.us-west-2.amazonaws.com/SimpleNotificationService-f3ecfb7224c7233fe7bb5f59f96de52f.pem',
      false,
    ],
    [address.replace('.pem', '.pem?x'), false],
    [address.replace('SimpleNotificationService-', 'x/'), false],
  ])('its certificate is fetched from %s: %s', (url, isFetched) => {
    const body = signMessage({ ...notification, SigningCertURL: url }, names);
    expect(findKeyAddress(request(body), proof, '')).toBe(isFetched ? url : undefined);
  });
});
