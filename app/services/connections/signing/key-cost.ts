// What a private key that a person enters may cost: it says itself how long its passphrase and its signatures take. So it is
// read as DER before OpenSSL opens it.
import type { KeyObject } from 'node:crypto';
import { noPrivateKey } from '~/engine/connections/config-parts';
import { type DerElement, listElements, listOfSequence, readElement, tags } from './der';

/** The bounds of an RSA key, in bits: signing with a longer one would hold up all other calls. */
const [leastBits, maxBits] = [2_048, 4_096];
/** The longest public exponent, in bits: OpenSSL takes no longer one for keys of more than 3,072 bits. */
const maxExponentBits = 64;
/** The characters of a key: an encrypted RSA key of 4,096 bits has 3,450. */
const maxLength = 3_700;
/** The most rounds of a passphrase: about 20 ms, at each new connection. */
const maxRounds = 100_000;
/** The most of scrypt, as its parameters N, r and p multiplied (RFC 7914 §2); OpenSSL takes half of it. */
const maxScrypt = 262_144;

/** id-scrypt, 1.3.6.1.4.1.11591.4.11. */
const scrypt = Buffer.from('2b06010401da47040b', 'hex');
/** rsaEncryption and id-RSASSA-PSS. */
const rsaKeys = new Set(['2a864886f70d010101', '2a864886f70d01010a']);
/** id-ecPublicKey, id-Ed25519 and id-Ed448: their size bounds them. */
const curveKeys = new Set(['2a8648ce3d0201', '2b6570', '2b6571']);

/** One key in PEM form (RFC 7468), also with the two lines of RFC 1421 that say how it is encrypted. */
const one =
  /^-----BEGIN ([A-Z ]*PRIVATE KEY)-----\n(Proc-Type: 4,ENCRYPTED\nDEK-Info: .+\n\n)?((?:[A-Za-z\d+/]+ *\n)*[A-Za-z\d+/]*={0,2}) *\n-----END \1-----\s*$/;

const noEncryptedKey = 'This encrypted key cannot be read: write it alone, in the form of PKCS #8';

/**
 * Explains why a private key in PEM form is not opened, or does not sign; undefined for one that may be. A person who writes a key
 * chooses its numbers: a thousand million rounds of a passphrase, or an RSA key whose primes are longer than the key, hold the
 * server up for seconds, also with a wrong passphrase and at each signature.
 */
export function findCostProblem(pem: string): string | undefined {
  const [, label = '', headers, base64 = ''] = one.exec(pem) ?? [];
  const problem = headers ? undefined : findProblemOf(label, Buffer.from(base64, 'base64'));
  // What is not read as one key here, OpenSSL might still read as another.
  if (problem === noPrivateKey && pem.includes('ENCRYPTED PRIVATE KEY')) return noEncryptedKey;
  if (problem !== undefined) return problem;
  return pem.length > maxLength ? `A private key may have at most ${maxLength} characters` : undefined;
}

/** Explains why a key that a passphrase opened does not sign; undefined for one that may. */
export function findOpenedCostProblem(key: KeyObject): string | undefined {
  return findInfoProblem(key.export({ type: 'pkcs8', format: 'der' }));
}

function findProblemOf(label: string, der: Buffer): string | undefined {
  if (label === 'ENCRYPTED PRIVATE KEY') return findRoundsProblem(der);
  if (label === 'RSA PRIVATE KEY') return findNumbersProblem(der);
  if (label === 'PRIVATE KEY') return findInfoProblem(der);
  return label === 'EC PRIVATE KEY' ? undefined : noPrivateKey;
}

/** For a key of RFC 5208 §5: its algorithm, and the key itself in octets. */
function findInfoProblem(der: Buffer): string | undefined {
  const [, algorithm, octets] = listOfSequence(der) ?? [];
  const oid = algorithm && readElement(algorithm.content);
  if (oid?.tag !== tags.oid || octets?.tag !== tags.octets) return noPrivateKey;
  const id = oid.content.toString('hex');
  if (rsaKeys.has(id)) return findNumbersProblem(octets.content);
  return curveKeys.has(id) ? undefined : 'The key must be of RSA or of an elliptic curve';
}

/** For the numbers of an RSA key (RFC 8017 §A.1.2). Each must be as long as it is in a generated key. */
function findNumbersProblem(der: Buffer): string | undefined {
  const numbers = listOfSequence(der);
  if (!numbers || numbers.some(({ tag }) => tag !== tags.integer)) return noPrivateKey;
  const [, modulus = 0, exponent = 0, secret = 0, p = 0, q = 0, ...rest] = numbers.map(countBits);
  if (modulus < leastBits || modulus > maxBits) {
    return `An RSA key must have ${leastBits} to ${maxBits} bits; this one has ${modulus}`;
  }
  const isUsual =
    exponent <= maxExponentBits &&
    secret <= modulus &&
    Math.min(p, q) >= modulus * 0.375 &&
    // The exponents and the coefficient of the two primes; a key of more primes has more numbers.
    rest.length === 3 &&
    Math.max(p, q, ...rest) <= modulus * 0.625;
  return isUsual ? undefined : 'The numbers of this RSA key are of unusual lengths. Generate another key';
}

function countBits({ content }: DerElement): number {
  const number = BigInt(`0x${content.toString('hex') || '0'}`);
  return number === 0n ? 0 : number.toString(2).length;
}

function findRoundsProblem(der: Buffer): string | undefined {
  const cost = readCost(der);
  if (cost === undefined) return noEncryptedKey;
  return cost <= 1
    ? undefined
    : `This key is encrypted with more than ${maxRounds} rounds. Encrypt it with fewer, or enter it unencrypted: it is stored encrypted`;
}

/** Returns the cost of a passphrase as a part of the bound; undefined when the key is no DER of RFC 5958 §3. */
function readCost(der: Buffer): number | undefined {
  const [algorithm] = listOfSequence(der) ?? [];
  const numbers = algorithm?.tag === tags.sequence ? listNumbers(algorithm.content) : undefined;
  if (!algorithm || !numbers) return undefined;
  if (algorithm.content.includes(scrypt)) return numbers.reduce((all, each) => all * each, 1) / maxScrypt;
  return Math.max(0, ...numbers) / maxRounds;
}

/** Lists the numbers in DER elements, whatever sequences they are in; undefined when one is broken. */
function listNumbers(bytes: Buffer): number[] | undefined {
  const numbers: number[] = [];
  const elements = listElements(bytes);
  if (!elements) return undefined;
  for (const { tag, content } of elements) {
    const inner = tag === tags.sequence ? listNumbers(content) : [];
    if (!inner) return undefined;
    numbers.push(...inner);
    if (tag === tags.integer) numbers.push(Number(`0x${content.toString('hex') || '0'}`));
  }
  return numbers;
}
