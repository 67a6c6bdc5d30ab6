import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { now, prove, secret } from './prove';

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const edwards = generateKeyPairSync('ed25519');
const toPem = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString();

const write = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

function makeToken(head: object, claims: object, make: (signed: string) => Buffer): string {
  const signed = `${write(head)}.${write(claims)}`;
  return `${signed}.${make(signed).toString('base64url')}`;
}

const byRsa = (text: string) => sign('sha256', Buffer.from(text), rsa.privateKey);
const byCurve = (text: string) =>
  sign('sha256', Buffer.from(text), { key: curve.privateKey, dsaEncoding: 'ieee-p1363' });
const byEdwards = (text: string) => sign(null, Buffer.from(text), edwards.privateKey);
const byHmac = (key: string) => (text: string) => createHmac('sha256', key).update(text).digest();

const inHeader = (token: string, key: string) =>
  prove({ scheme: 'jwt' }, { headers: { authorization: `Bearer ${token}` }, secret: key });

test.each([
  ['hex', Buffer.alloc(32, 7).toString('hex')],
  ['base64', Buffer.alloc(64, 0x30).toString('base64')],
])('a secret in %s stays one', (_written, key) => {
  expect(inHeader(makeToken({ alg: 'HS256' }, {}, byHmac(key)), key)).toBe(true);
});

test('a secret may be the key of a longer hash', () => {
  for (const hash of ['384', '512', '224', '1']) {
    const byHash = (text: string) => createHmac(`sha${hash}`, secret).update(text).digest();
    const isTaken = hash === '384' || hash === '512';
    expect(inHeader(makeToken({ alg: `HS${hash}` }, {}, byHash), secret), hash).toBe(isTaken);
    expect(inHeader(makeToken({ alg: 'HS256' }, {}, byHash), secret), hash).toBe(false);
  }
});

describe('a token by a private key', () => {
  test.each([
    ['RS256', byRsa, rsa.publicKey],
    ['ES256', byCurve, curve.publicKey],
    ['EdDSA', byEdwards, edwards.publicKey],
  ] as const)('%s is proven by the public one in PEM', (alg, make, key) => {
    const claims = { exp: now / 1000 + 10 };
    expect(inHeader(makeToken({ alg }, claims, make), toPem(key))).toBe(true);
    const isInTime = (times: object) => inHeader(makeToken({ alg }, times, make), toPem(key));
    expect([-60, -59].map((seconds) => isInTime({ exp: now / 1000 + seconds }))).toEqual([false, true]);
    expect([59, 60].map((seconds) => isInTime({ nbf: now / 1000 + seconds }))).toEqual([true, false]);
    expect(inHeader(makeToken({ alg, crit: ['b64'] }, claims, make), toPem(key))).toBe(false);
    expect(inHeader(makeToken({ alg: 'none' }, claims, make), toPem(key))).toBe(false);
  });

  test.each([
    ['RSA', byRsa, rsa.publicKey, 'RS256'],
    ['EC', byCurve, curve.publicKey, 'ES256'],
    ['Ed25519', byEdwards, edwards.publicKey, 'EdDSA'],
  ] as const)(
    'one of %s without its first and last line is a public key all the same',
    (_kind, make, key, alg) => {
      const lines = toPem(key).trim().split('\n').slice(1, -1);
      for (const bare of [lines.join('\n'), lines.join('')]) {
        expect(inHeader(makeToken({ alg: 'HS256' }, {}, byHmac(bare)), bare)).toBe(false);
        expect(inHeader(makeToken({ alg }, {}, make), bare)).toBe(true);
      }
    },
  );

  test('what is public is no secret, whatever form it has', () => {
    const small = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey;
    for (const text of [
      small.export({ type: 'spki', format: 'der' }).toString('base64'),
      curve.publicKey.export({ type: 'spki', format: 'der' }).toString('hex'),
      rsa.publicKey.export({ type: 'pkcs1', format: 'der' }).toString('base64'),
      JSON.stringify(rsa.publicKey.export({ format: 'jwk' })),
    ]) {
      expect(inHeader(makeToken({ alg: 'HS256' }, {}, byHmac(text)), text)).toBe(false);
    }
  });

  test('the public key is never taken for a secret, and no other key passes', () => {
    const pem = toPem(rsa.publicKey);
    expect(inHeader(makeToken({ alg: 'HS256' }, {}, byHmac(pem)), pem)).toBe(false);
    expect(inHeader(makeToken({ alg: 'RS256' }, {}, byHmac(pem)), pem)).toBe(false);
    expect(inHeader(makeToken({ alg: 'ES256' }, {}, byCurve), pem)).toBe(false);
    expect(inHeader(makeToken({ alg: 'RS256' }, {}, byRsa), secret)).toBe(false);
    expect(inHeader(makeToken({ alg: 'HS256' }, {}, byHmac('-----BEGIN')), '-----BEGIN')).toBe(false);
  });
});

const send = (scheme: string, body: string, key = secret) => prove({ scheme }, { body, secret: key });

describe('a token as the body', () => {
  test('Dialpad signs it with the secret', () => {
    const token = makeToken({ alg: 'HS256' }, { state: 'hangup' }, byHmac(secret));
    expect(send('dialpad', token)).toBe(true);
    expect(send('dialpad', `${token}\n`)).toBe(true);
    expect(send('dialpad', makeToken({ alg: 'HS256' }, {}, byHmac('another')))).toBe(false);
    expect(send('dialpad', makeToken({ alg: 'HS256' }, { exp: 1 }, byHmac(secret)))).toBe(false);
    expect(send('dialpad', '{"state":"hangup"}')).toBe(false);
    expect(send('dialpad', '')).toBe(false);
  });

  test('Wix signs it with its private key', () => {
    const token = makeToken({ alg: 'RS256' }, { data: '{}' }, byRsa);
    expect(send('wix', token, toPem(rsa.publicKey))).toBe(true);
    expect(send('wix', token, toPem(curve.publicKey))).toBe(false);
  });

  test('no more than 256 KiB are looked at', () => {
    const token = makeToken({ alg: 'HS256' }, { long: 'x'.repeat(256 * 1024) }, byHmac(secret));
    expect(send('dialpad', token)).toBe(false);
  });
});
