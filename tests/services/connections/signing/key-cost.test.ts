// Private keys whose writer chose how long they take: none of them is opened.
import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { expect, test } from 'vitest';
import { noPrivateKey } from '~/engine/connections/config-parts';
import { findCostProblem, findOpenedCostProblem } from '~/services/connections/signing/key-cost';
import { measureProcessorMs } from '../../../support/processor-time';

/** A DER element of hex texts (X.690 §8.1). */
function element(tag: string, ...contents: string[]): string {
  const content = contents.join('');
  const length = content.length / 2;
  const size = length.toString(16).padStart(length < 0x80 ? 2 : 4, '0');
  return tag + (length < 0x80 ? '' : '82') + size + content;
}

const sequence = (...contents: string[]) => element('30', ...contents);
const octets = (hex: string) => element('04', hex);
/** Begins with a zero where the number would be negative otherwise. */
const number = (value: number) => {
  const hex = value.toString(16);
  const even = hex.padStart(hex.length + (hex.length % 2), '0');
  return element('02', /^[89a-f]/.test(even) ? `00${even}` : even);
};

/** A key by PBES2 (RFC 8018 §6.2) with a derivation; what is encrypted is nothing. */
function writeKey(derivation: string): string {
  const cipher = sequence('060960864801650304012a', octets('00'.repeat(16)));
  const algorithm = sequence('06092a864886f70d01050d', sequence(derivation, cipher));
  const base64 = Buffer.from(sequence(algorithm, octets('00'.repeat(48))), 'hex').toString('base64');
  const lines = base64.match(/.{1,64}/g)?.join('\n');
  return `-----BEGIN ENCRYPTED PRIVATE KEY-----\n${lines}\n-----END ENCRYPTED PRIVATE KEY-----`;
}

const prf = sequence('06082a864886f70d0209', '0500');
const byRounds = (rounds: number) =>
  writeKey(sequence('06092a864886f70d01050c', sequence(octets('0011223344556677'), number(rounds), prf)));
const byScrypt = (n: number, r: number, p: number) =>
  writeKey(
    sequence('06092b06010401da47040b', sequence(octets('0011223344556677'), number(n), number(r), number(p))),
  );

function openWrongly(key: string): void {
  expect(() => createPrivateKey({ key, passphrase: 'wrong' })).toThrow();
}

test('OpenSSL takes the keys of these tests for what they say, also with a wrong passphrase', () => {
  const few = measureProcessorMs(() => openWrongly(byRounds(1_000)));
  expect(measureProcessorMs(() => openWrongly(byRounds(600_000)))).toBeGreaterThan(20 * Math.max(1, few));
});

const tooMany = expect.stringContaining('encrypted with more than 100000 rounds');
const unreadable = expect.stringContaining('write it alone');

test.each([
  ['as many rounds as OpenSSL takes', byRounds(2_048), undefined],
  ['the most rounds', byRounds(100_000), undefined],
  ['one round more', byRounds(100_001), tooMany],
  ['a thousand million rounds', byRounds(2_000_000_000), tooMany],
  ['scrypt as OpenSSL takes it', byScrypt(16_384, 8, 1), undefined],
  ['scrypt without end', byScrypt(16_384, 8, 1_000_000), tooMany],
  ['no structure', byRounds(1).replace(/\n[^\n-]+\n/, '\nMAo=\n'), unreadable],
  ['another key before it', `${byRounds(1)}\n${byRounds(2_000_000_000)}`, unreadable],
  ['a line that OpenSSL skips', byRounds(2_000_000_000).replace('\n', '\nX-A: b\n\n'), unreadable],
])('an encrypted key with %s', (_name, pem, problem) => {
  expect(findCostProblem(pem)).toEqual(problem);
});

test('what Node encrypts may be opened', () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const how = { type: 'pkcs8', format: 'pem', passphrase: 'x' } as const;
  expect(
    findCostProblem(String(privateKey.export({ ...how, cipher: 'aes-256-cbc' })).trim()),
  ).toBeUndefined();
  expect(findCostProblem(String(privateKey.export({ type: 'pkcs8', format: 'pem' })).trim())).toBeUndefined();
});

const real = {
  rsa: generateKeyPairSync('rsa', { modulusLength: 4_096 }).privateKey,
  pss: generateKeyPairSync('rsa-pss', { modulusLength: 2_048 }).privateKey,
  ec: generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey,
  ed: generateKeyPairSync('ed25519').privateKey,
};

function toPem(key: KeyObject, how: { type: 'pkcs1' | 'pkcs8' | 'sec1'; cipher?: string }): string {
  return String(key.export({ ...how, format: 'pem', ...(how.cipher && { passphrase: 'x' }) } as const));
}

test.each([
  ['the longest RSA key', toPem(real.rsa, { type: 'pkcs8' })],
  ['the longest RSA key as OpenSSL wrote it', toPem(real.rsa, { type: 'pkcs1' })],
  ['the longest RSA key, encrypted', toPem(real.rsa, { type: 'pkcs8', cipher: 'aes-256-cbc' })],
  ['the longest RSA key, encrypted as of old', toPem(real.rsa, { type: 'pkcs1', cipher: 'aes-256-cbc' })],
  ['a key for PSS alone', toPem(real.pss, { type: 'pkcs8' })],
  ['a key of a curve', toPem(real.ec, { type: 'sec1' })],
  ['an Ed25519 key', toPem(real.ed, { type: 'pkcs8' })],
  ['lines with spaces at their end', toPem(real.ed, { type: 'pkcs8' }).replace('=\n', '= \n')],
])('%s may be opened', (_name, pem) => {
  expect(findCostProblem(pem)).toBeUndefined();
});

function writePem(label: string, hex: string): string {
  const lines = Buffer.from(hex, 'hex')
    .toString('base64')
    .match(/.{1,64}/g)
    ?.join('\n');
  return `-----BEGIN ${label}-----\n${lines}\n-----END ${label}-----`;
}

/** Returns a random odd number of so many bits, as hex. */
function odd(bits: number): string {
  const bytes = randomBytes(bits / 8);
  bytes.writeUInt8(bytes.readUInt8(0) | 0x80);
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) | 1, bytes.length - 1);
  return bytes.toString('hex');
}
/** A number in hex, which is negative without a zero before it. */
const long = (hex: string) => element('02', `00${hex}`);

type Numbers = Partial<Record<'n' | 'e' | 'd' | 'p' | 'q' | 'dp' | 'dq' | 'qi', string>>;

/** An RSA key of 4,096 bits with some of its numbers replaced. */
function writeRsa(numbers: Numbers, ...more: string[]): string {
  const jwk = real.rsa.export({ format: 'jwk' });
  const listed = (['n', 'e', 'd', 'p', 'q', 'dp', 'dq', 'qi'] as const).map((name) =>
    long(numbers[name] ?? Buffer.from(jwk[name] ?? '', 'base64url').toString('hex')),
  );
  return writePem('RSA PRIVATE KEY', sequence(number(more.length > 0 ? 1 : 0), ...listed, ...more));
}

/** A key of the Digital Signature Algorithm: opening it computes its public key. */
function writeDsa(bits: number): string {
  const group = sequence(long(odd(bits)), long(odd(256)), number(3));
  const algorithm = sequence('06072a8648ce380401', group);
  return writePem('PRIVATE KEY', sequence(number(0), algorithm, octets(long(odd(bits)))));
}

/** How long a signature with the longest usual key takes at least, in ms of processor time. */
function measureUsual(): number {
  return Math.max(
    1,
    measureProcessorMs(() => sign('sha256', Buffer.from('a'), real.rsa)),
  );
}

test('OpenSSL signs with factors of any length, or refuses them by itself since it compares them with the modulus', () => {
  const crafted = createPrivateKey(writeRsa({ d: '03', p: odd(16_384), dp: odd(16_384), q: '03', dq: '03' }));
  let refusal = '';
  const spent = measureProcessorMs(() => {
    try {
      sign('sha256', Buffer.from('a'), crafted);
    } catch (error) {
      refusal = String(error);
    }
  });
  if (refusal === '') expect(spent).toBeGreaterThan(20 * measureUsual());
  else expect(refusal).toContain('invalid keypair');
});

test('OpenSSL computes the public key of a key of any length when it opens one', () => {
  expect(measureProcessorMs(() => createPrivateKey(writeDsa(16_384)))).toBeGreaterThan(20 * measureUsual());
});

const unusual = expect.stringContaining('of unusual lengths');

test.each([
  ['an RSA key of too few bits', writeRsa({ n: odd(1_024) }), expect.stringContaining('this one has 1024')],
  ['an RSA key of too many', writeRsa({ n: odd(8_192) }), expect.stringContaining('this one has 8192')],
  ['a long prime', writeRsa({ p: odd(4_096) }), unusual],
  ['a long exponent of a prime', writeRsa({ dq: odd(4_096) }), unusual],
  ['a long coefficient', writeRsa({ qi: odd(4_096) }), unusual],
  ['a long private exponent', writeRsa({ d: odd(8_192) }), unusual],
  ['a long public exponent', writeRsa({ e: odd(4_096) }), unusual],
  ['no primes', writeRsa({ p: '', q: '', dp: '', dq: '', qi: '' }), unusual],
  ['a third prime', writeRsa({}, sequence(sequence(number(3), number(3), number(3)))), noPrivateKey],
  ['another algorithm', writeDsa(1_024), 'The key must be of RSA or of an elliptic curve'],
  [
    'a long key of a curve',
    writePem('EC PRIVATE KEY', '00'.repeat(3_000)),
    expect.stringContaining('at most'),
  ],
  ['other words around it', `x\n${toPem(real.ed, { type: 'pkcs8' })}`, noPrivateKey],
  ['an empty line', toPem(real.rsa, { type: 'pkcs8' }).replace('\n', '\nMAo=\n\n'), noPrivateKey],
])('a key with %s is not opened', (_name, pem, problem) => {
  expect(findCostProblem(pem)).toEqual(problem);
});

test('an encrypted key is looked at again when it is open', () => {
  const crafted = createPrivateKey(writeRsa({ p: odd(4_096) }));
  expect(findOpenedCostProblem(crafted)).toEqual(unusual);
  expect(Object.values(real).map(findOpenedCostProblem)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
