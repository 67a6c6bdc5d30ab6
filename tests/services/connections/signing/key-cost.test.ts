// Private keys whose writer chose how long they take: none of them is opened.
import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { findRoundsProblem } from '~/services/connections/signing/key-cost';
import { measureProcessorMs } from '../../../support/processor-time';

/** A DER element of hex texts (X.690 §8.1). */
function element(tag: string, ...contents: string[]): string {
  const content = contents.join('');
  const length = content.length / 2;
  const size =
    length < 0x80 ? length.toString(16).padStart(2, '0') : `81${length.toString(16).padStart(2, '0')}`;
  return tag + size + content;
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
  expect(findRoundsProblem(pem)).toEqual(problem);
});

test('what Node encrypts may be opened', () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const how = { type: 'pkcs8', format: 'pem', passphrase: 'x' } as const;
  expect(
    findRoundsProblem(String(privateKey.export({ ...how, cipher: 'aes-256-cbc' })).trim()),
  ).toBeUndefined();
  expect(
    findRoundsProblem(String(privateKey.export({ type: 'pkcs8', format: 'pem' })).trim()),
  ).toBeUndefined();
});
