import { constants, generateKeyPairSync, type KeyObject, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { Hmac, type KeyAlgorithm } from '~/engine/connections/hmac-config';
import {
  findPrivateKeyProblem,
  signWithPrivateKey,
} from '~/services/connections/signing/private-key-signature';

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' });
const short = generateKeyPairSync('rsa', { modulusLength: 1024 });
const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 64 };
const toPem = (key: KeyObject) => key.export({ format: 'pem', type: 'pkcs8' }).toString();

test.each<[KeyAlgorithm, { privateKey: KeyObject; publicKey: KeyObject }, string, object]>([
  ['rsa-v1_5-sha256', rsa, 'sha256', {}],
  ['rsa-pss-sha512', rsa, 'sha512', pss],
  ['ecdsa-p256-sha256', p256, 'sha256', { dsaEncoding: 'ieee-p1363' }],
  ['ecdsa-p384-sha384', p384, 'sha384', { dsaEncoding: 'ieee-p1363' }],
])('%s is checked with the public key', (algorithm, { privateKey, publicKey }, hash, how) => {
  const signature = signWithPrivateKey('text', algorithm, toPem(privateKey));
  expect(findPrivateKeyProblem(toPem(privateKey), algorithm)).toBeUndefined();
  expect(verify(hash, Buffer.from('text'), { key: publicKey, ...how }, signature)).toBe(true);
});

test('a key has to be one for the algorithm', () => {
  expect(findPrivateKeyProblem(toPem(p384.privateKey), 'ecdsa-p256-sha256')).toBe(
    'This key cannot sign with ecdsa-p256-sha256',
  );
  expect(findPrivateKeyProblem(toPem(short.privateKey), 'rsa-pss-sha512')).toBe(
    'An RSA key must have 2048 to 4096 bits; this one has 1024',
  );
  expect(findPrivateKeyProblem('-----BEGIN PRIVATE KEY-----', 'ed25519')).toContain(
    'Write the whole private key',
  );
});

function check(secret: string, hash: string) {
  return Hmac.safeParse({ secret, hash, text: '{{body}}', headers: 'X-Sig: {{signature}}' }).error?.issues[0];
}

test('secret and hash belong together', () => {
  const joined = toPem(p256.privateKey).replaceAll('\n', '\\n');
  expect(check(joined, 'ecdsa-p256-sha256')).toBeUndefined();
  expect(check(joined, 'sha256')?.message).toBe('Choose a hash that signs with a private key');
  expect(check('secret', 'ed25519')?.message).toContain('Write the whole private key');
  expect(check('two\nlines', 'sha256')?.message).toBe('A secret must be one line');
  expect(check(' ', 'sha256')?.message).toBe('Secret is required');
});
