// Detached signatures, tokens in the body, and claims that hold the hash of a body, each by a key that its sender publishes.
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { DetachedProof, Proof } from '~/engine/senders/proof';
import { findSender } from '~/engine/senders/senders';
import { findSecretParameter, provesQuery, toProof, Verify } from '~/engine/senders/verify';
import { findDetachedKeyAddress } from '~/services/webhooks/proof/detached-proof';
import type { KeyAddress } from '~/services/webhooks/proof/sender-key';
import { findSignedAt, isProven, needsBody } from '~/services/webhooks/proof/sender-proof';
import { now } from './prove';

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ec521 = generateKeyPairSync('ec', { namedCurve: 'P-521' });
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const toPart = (value: object | string) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

function signPart(alg: string, text: string): string {
  const [hash, key] =
    alg === 'RS256'
      ? (['sha256', rsa.privateKey] as const)
      : alg === 'ES512'
        ? (['sha512', ec521.privateKey] as const)
        : (['sha256', ec.privateKey] as const);
  return sign(hash, Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url');
}

interface Sent {
  headers?: Record<string, string>;
  body?: string;
  secret?: string;
  path?: string;
  keys?: KeyObject[];
}

/** Judges a request; the keys are those of whatever address is asked for, which is told. */
function judge(
  proof: Proof,
  { headers = {}, body = '{"id":7}', secret = 's', path = '/webhook/1', ...sent }: Sent,
) {
  let asked: KeyAddress | undefined;
  const request = {
    method: 'POST',
    address: `https://hooks.test${path}`,
    header: (name: string) => headers[name],
    body: Buffer.from(body),
  };
  const { keys = [rsa.publicKey, ec521.publicKey, ec.publicKey] } = sent;
  const isTaken = isProven(request, proof, secret, now, (address) => {
    asked = address;
    return keys.map((key) => ({ key }));
  });
  return { isTaken, asked };
}

const proofOf = (name: string) => findSender(name)?.proof as DetachedProof;

const sendAsSaleor = (signature: string, over: Sent = {}) =>
  judge(proofOf('saleor'), {
    headers: { 'saleor-signature': signature },
    secret: 'shop.saleor.cloud',
    ...over,
  });

describe('Saleor', () => {
  const body = '{"id":7}';
  const make = (head: object, payload: string) => {
    const text = toPart({ alg: 'RS256', typ: 'JWT', ...head });
    return `${text}..${signPart('RS256', `${text}.${payload}`)}`;
  };
  const plain = make({ b64: false, crit: ['b64'] }, body);

  test('is let in by the keys of the shop that the secret names, with the body as it is', () => {
    const asked = 'https://shop.saleor.cloud/.well-known/jwks.json';
    expect(sendAsSaleor(plain)).toEqual({ isTaken: true, asked });
    expect(sendAsSaleor(make({ b64: false }, body)).isTaken).toBe(true);
  });

  test.each([
    ['another body', plain, { body: '{"id":8}' }],
    ['another key', plain, { keys: [ec.publicKey] }],
    ['the token of a customer, whose claims are the body', make({}, toPart(body)), {}],
    ['the body twice', plain.split('..').join(`.${toPart(body)}.`), {}],
    ['an extension that nobody knows', make({ b64: false, crit: ['b64', 'x'] }, body), {}],
    ['base64 that says it is none', make({ b64: false, crit: ['b64'] }, toPart(body)), {}],
    ['no algorithm', make({ alg: 'none' }, toPart(body)), {}],
    ['a secret for an algorithm', make({ alg: 'HS256' }, toPart(body)), {}],
    ['no signature', '', {}],
    ['too long a signature', `${plain}${'A'.repeat(9_000)}`, {}],
  ])('is turned away with %s', (_name, signature, over) => {
    expect(sendAsSaleor(signature, over).isTaken).toBe(false);
  });

  test.each([
    'localhost',
    '10.0.0.1',
    'a.test/x',
    'a.test:8443',
    'a@b.test',
    'a.test#',
    '',
    'a..test',
    '-a.test',
  ])('asks nobody for keys where the secret is %j', (secret) => {
    expect(sendAsSaleor(plain, { secret })).toEqual({ isTaken: false, asked: undefined });
  });
});

describe('TrueLayer', () => {
  const jku = 'https://webhooks.truelayer.com/.well-known/jwks';
  const stamp = { 'x-tl-webhook-timestamp': '2026-01-05T12:00:00Z' };
  const make = (payload: string, head: object = {}) => {
    const text = toPart({
      alg: 'ES512',
      tl_version: '2',
      tl_headers: 'X-Tl-Webhook-Timestamp',
      jku,
      ...head,
    });
    return `${text}..${signPart('ES512', `${text}.${toPart(payload)}`)}`;
  };
  const lines = 'X-Tl-Webhook-Timestamp: 2026-01-05T12:00:00Z\n{"id":7}';
  const send = (signature: string, over: Sent = {}) =>
    judge(proofOf('truelayer'), {
      headers: { ...stamp, 'tl-signature': signature },
      path: '/webhook/1?secret=s',
      ...over,
    });

  test('is let in with what it signs, whether or not the query is among it', () => {
    expect(send(make(`POST /webhook/1\n${lines}`))).toEqual({ isTaken: true, asked: jku });
    expect(send(make(`POST /webhook/1?secret=s\n${lines}`)).isTaken).toBe(true);
    const sandbox = jku.replace('truelayer.com', 'truelayer-sandbox.com');
    expect(send(make(`POST /webhook/1\n${lines}`, { jku: sandbox })).asked).toBe(sandbox);
  });

  test('is rejected where it is for another receiver', () => {
    const signature = make(`POST /webhook/1\n${lines}`);
    expect(send(signature, { path: '/webhook/1' }).isTaken).toBe(false);
    expect(send(signature, { path: '/webhook/1?secret=x' }).isTaken).toBe(false);
    expect(send(signature, { path: '/webhook/2?secret=s' }).isTaken).toBe(false);
    expect(send(signature, { path: '/webhook/1?secret=', secret: '' }).isTaken).toBe(false);
  });

  test('is turned away with another time, body or place of its keys', () => {
    const signature = make(`POST /webhook/1\n${lines}`);
    expect(send(signature, { body: '{"id":8}' }).isTaken).toBe(false);
    const headers = { 'x-tl-webhook-timestamp': 'later', 'tl-signature': signature };
    expect(send(signature, { headers }).isTaken).toBe(false);
    const elsewhere = make(`POST /webhook/1\n${lines}`, { jku: 'https://evil.test/.well-known/jwks' });
    expect(send(elsewhere)).toEqual({ isTaken: false, asked: undefined });
  });

  test.each([
    ['72 hours ago, the last of its attempts', '2026-01-02T12:00:00Z', true],
    ['before that', '2026-01-02T10:00:00Z', false],
    ['no time', 'later', false],
  ])('is judged by the time it signs: %s', (_name, time, isTaken) => {
    const signature = make(`POST /webhook/1\nX-Tl-Webhook-Timestamp: ${time}\n{"id":7}`);
    const headers = { 'x-tl-webhook-timestamp': time, 'tl-signature': signature };
    expect(send(signature, { headers }).isTaken).toBe(isTaken);
  });

  test('is let in without a time, where it signs none', () => {
    const signature = make('POST /webhook/1\n{"id":7}', { tl_headers: '' });
    const headers = { 'x-tl-webhook-timestamp': '2020-01-05T12:00:00Z', 'tl-signature': signature };
    expect(send(signature, { headers }).isTaken).toBe(true);
  });

  test('keeps the secret of the URL out of what a delivery stores', () => {
    expect(findSecretParameter({ scheme: 'truelayer' })).toBe('secret');
    expect(findSecretParameter({ scheme: 'saleor' })).toBeUndefined();
  });
});

describe('Tpay', () => {
  const x5u = 'https://secure.tpay.com/x509/notifications-jws.pem';
  const body = 'id=1010&tr_id=TR-1&tr_amount=1.00&tr_status=TRUE';
  const send = (over: Sent & { x5u?: string } = {}) => {
    const text = toPart({ alg: 'RS256', x5u: over.x5u ?? x5u });
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      'x-jws-signature': `${text}..${signPart('RS256', `${text}.${toPart(body)}`)}`,
    };
    return judge(proofOf('tpay'), { headers, body, secret: '1010', ...over });
  };

  test('is let in with the number of the merchant that the secret is', () => {
    expect(send()).toEqual({ isTaken: true, asked: x5u });
    expect(send({ secret: '1011' }).isTaken).toBe(false);
    expect(send({ body: body.replace('1.00', '2.00') }).isTaken).toBe(false);
    expect(send({ x5u: `${x5u}?x` }).asked).toBeUndefined();
    expect(
      send({ x5u: 'https://secure.tpay.com.evil.test/x509/notifications-jws.pem' }).asked,
    ).toBeUndefined();
  });
});

test('an own sender of detached signatures shows the secret in the URL, too', () => {
  const jwksUrl = 'https://keys.test/jwks';
  const proof = toProof(Verify.parse({ scheme: 'jws', header: 'X-Sig', jwksUrl }));
  const text = toPart({ alg: 'ES256' });
  const headers = { 'x-sig': `${text}..${signPart('ES256', `${text}.${toPart('{"id":7}')}`)}` };
  expect(judge(proof, { headers, path: '/webhook/1?secret=s' })).toEqual({ isTaken: true, asked: jwksUrl });
  expect(judge(proof, { headers }).isTaken).toBe(false);
  expect(provesQuery(proof)).toBe(false);
  expect(needsBody(proof, (name) => headers[name as 'x-sig'])).toBe(true);
  expect(needsBody(proof, () => undefined)).toBe(false);
  const request = { method: 'GET', address: 'https://hooks.test/', body: Buffer.alloc(0), header: () => '' };
  expect(findDetachedKeyAddress(request, proof as DetachedProof, 's')).toBeUndefined();
});

const signAsConstantContact = (ts?: unknown) => {
  const text = toPart({ alg: 'RS256', ts, b64: false, crit: ['b64'] });
  return { 'x-ctct-webhook-sig': `${text}..${signPart('RS256', `${text}.{"id":7}`)}` };
};

test('an own sender takes what Constant Contact signs, as its documentation has it', () => {
  const jwksUrl = 'https://developer.constantcontact.com/.well-known/jwks.json';
  const verify = { scheme: 'jws', header: 'X-CTCT-WEBHOOK-SIG', jwksUrl, timestamp: 'ts' };
  const proof = toProof(Verify.parse(verify)) as DetachedProof;
  const isTaken = (ts?: unknown) =>
    judge(proof, { headers: signAsConstantContact(ts), path: '/webhook/1?secret=s' }).isTaken;
  expect(isTaken(now / 1000)).toBe(true);
  expect(isTaken(now / 1000 - 301)).toBe(false);
  expect(isTaken()).toBe(false);
  // An object that cannot be written as text.
  expect(isTaken({ toString: 1, valueOf: 1 })).toBe(false);
  const old = signAsConstantContact(1603992205);
  const header = (name: string) => old[name as keyof typeof old];
  expect(findSignedAt({ header, address: '' }, proof)).toBe(1603992205_000);
});

const proofAt = (jwksUrl: string) => toProof(Verify.parse({ scheme: 'jws', header: 'X-Sig', jwksUrl }));

test('an own sender has the secret in the URL as it was pasted there, and its address of keys as it stands', () => {
  const text = toPart({ alg: 'ES256' });
  const headers = { 'x-sig': `${text}..${signPart('ES256', `${text}.${toPart('{"id":7}')}`)}` };
  const sent = { headers, path: '/webhook/1?secret=a+b', secret: 'a+b' };
  expect(judge(proofAt('https://keys.test/jwks'), sent).isTaken).toBe(true);
  const jwksUrl = 'https://keys.test/{secret}';
  expect(judge(proofAt(jwksUrl), { headers, path: '/webhook/1?secret=a.test', secret: 'a.test' })).toEqual({
    isTaken: true,
    asked: jwksUrl,
  });
});

const makeToken = (claims: object) => {
  const text = `${toPart({ alg: 'RS256' })}.${toPart(claims)}`;
  return `${text}.${signPart('RS256', text)}`;
};

describe('events that are a token', () => {
  const apple = { iss: 'https://appleid.apple.com', aud: 'com.example.app', iat: now / 1000, events: '{}' };
  const google = { iss: 'https://accounts.google.com/', aud: 'com.example.app', events: {} };

  test.each([
    ['apple-sign-in', (claims: object) => JSON.stringify({ payload: makeToken(claims) }), apple],
    ['google-risc', makeToken, google],
  ])('of %s come without an end, and for one audience', (name, write, claims) => {
    const send = (over: object, sent: Sent = {}) =>
      judge(proofOf(name) as Proof, {
        body: write({ ...claims, ...over }),
        secret: 'com.example.app',
        ...sent,
      }).isTaken;
    expect(send({})).toBe(true);
    expect(send({ aud: 'com.example.other' })).toBe(false);
    expect(send({ iss: 'https://evil.test' })).toBe(false);
    // The same keys sign what tells the app who a person is, and each person has theirs.
    expect(send({ events: undefined, sub: 'a person', exp: now / 1000 + 60 })).toBe(false);
    expect(send({ exp: now / 1000 - 100 })).toBe(false);
    expect(send({}, { keys: [ec.publicKey] })).toBe(false);
    expect(send({}, { body: 'x' })).toBe(false);
    expect(needsBody(proofOf(name), () => undefined)).toBe(true);
    expect(provesQuery(proofOf(name))).toBe(false);
  });
});

test.each(['hex', 'base64'] as const)('a claim holds the hash of the body, in %s', (encoding) => {
  const proof = toProof(
    Verify.parse({
      scheme: 'jwks',
      header: 'X-Token',
      jwksUrl: 'https://keys.test/jwks',
      issuer: 'i',
      bodyClaim: 'request_body_sha256',
    }),
  );
  const hash = createHash('sha256').update('{"id":7}').digest(encoding);
  const claims = { iss: 'i', aud: 's', exp: now / 1000 + 60, request_body_sha256: hash };
  const text = `${toPart({ alg: 'RS256' })}.${toPart(claims)}`;
  const headers = { 'x-token': `${text}.${signPart('RS256', text)}` };
  expect(judge(proof, { headers }).isTaken).toBe(true);
  expect(judge(proof, { headers, body: '{"id":8}' }).isTaken).toBe(false);
  expect(provesQuery(proof)).toBe(false);
  expect(needsBody(proof, (name) => headers[name as 'x-token'])).toBe(true);
});

describe('a claim that a token must have', () => {
  const jwks = { scheme: 'jwks', header: 'X-Token', jwksUrl: 'https://keys.test/jwks', issuer: 'i' };
  const email = 'pusher@project.iam.gserviceaccount.com';
  const claims = {
    iss: 'i',
    aud: 's',
    exp: now / 1000 + 60,
    email,
    roles: ['a', 'b'],
    level: 3,
    toString: 1,
  };
  const isTaken = (verify: object) =>
    judge(toProof(Verify.parse(verify)), { headers: { 'x-token': makeToken(claims) } }).isTaken;

  test.each([
    [{ claim: 'email' }, true],
    [{ claim: 'email', claimValue: email }, true],
    [{ claim: 'email', claimValue: 'other@project.iam.gserviceaccount.com' }, false],
    [{ claim: 'roles', claimValue: 'b' }, true],
    [{ claim: 'roles', claimValue: 'a,b' }, false],
    [{ claim: 'level', claimValue: '3' }, true],
    [{ claim: 'events' }, false],
    [{ claim: 'constructor' }, false],
  ])('%j', (condition, expected) => {
    expect(isTaken({ ...jwks, ...condition })).toBe(expected);
  });

  test('counts for tokens by a key of the sender’s that the secret is, too', () => {
    const verify = { scheme: 'jwt', header: 'X-Token', claim: 'iss', claimValue: 'i' };
    const secret = rsa.publicKey.export({ format: 'pem', type: 'spki' }).toString();
    const send = (over: object) =>
      judge(toProof(Verify.parse({ ...verify, ...over })), {
        headers: { 'x-token': makeToken(claims) },
        secret,
      }).isTaken;
    expect(send({})).toBe(true);
    expect(send({ claimValue: 'another' })).toBe(false);
  });

  test('has a name where it has a value', () => {
    const { error } = Verify.safeParse({ ...jwks, claimValue: 'x' });
    expect(error?.issues).toMatchObject([{ path: ['claim'], message: 'Name the claim that has this value' }]);
  });
});
