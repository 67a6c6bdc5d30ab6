// What a private key that somebody enters may cost: it says itself how long its passphrase and its signatures take.
import type { KeyObject } from 'node:crypto';

/** The bounds of an RSA key, in bits: signing with a longer one would hold up all other calls. */
const [leastBits, maxBits] = [2_048, 4_096];

/** Explains why an RSA key cannot sign; undefined for one that can, and for every other key. */
export function findRsaProblem({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): string | undefined {
  const { modulusLength = 0 } = asymmetricKeyDetails ?? {};
  const isFit = modulusLength >= leastBits && modulusLength <= maxBits;
  if (asymmetricKeyType !== 'rsa' || isFit) return undefined;
  return `An RSA key must have ${leastBits} to ${maxBits} bits; this one has ${modulusLength}`;
}

/** The most rounds of a passphrase: about 20 ms, at each new connection. */
const maxRounds = 100_000;
/** The most of scrypt, as its parameters N, r and p multiplied (RFC 7914 §2); OpenSSL takes half of it. */
const maxScrypt = 262_144;

/** id-scrypt, 1.3.6.1.4.1.11591.4.11, as DER. */
const scrypt = Buffer.from('2b06010401da47040b', 'hex');

const encrypted =
  /^-----BEGIN ENCRYPTED PRIVATE KEY-----\n([A-Za-z\d+/\n]+={0,2})\n-----END ENCRYPTED PRIVATE KEY-----$/;

/**
 * Explains why an encrypted key in PEM form (RFC 7468 §11) is not opened; undefined for one that may be. Whoever writes one
 * chooses the rounds of its passphrase, and a thousand million of them hold the server up for minutes, also with a wrong one.
 */
export function findRoundsProblem(pem: string): string | undefined {
  if (!pem.includes('ENCRYPTED PRIVATE KEY')) return undefined;
  const cost = readCost(Buffer.from(encrypted.exec(pem)?.[1] ?? '', 'base64'));
  if (cost === undefined) return 'This encrypted key cannot be read: write it alone, in the form of PKCS #8';
  return cost <= 1
    ? undefined
    : `This key is encrypted with more than ${maxRounds} rounds. Encrypt it with fewer, or enter it unencrypted: it is stored encrypted`;
}

/** Returns the cost of the first passphrase as a part of the bound; undefined when the key is no DER of RFC 5958 §3. */
function readCost(der: Buffer): number | undefined {
  const algorithm = readElement(readElement(der)?.content ?? Buffer.alloc(0));
  const numbers = algorithm?.tag === sequence ? listNumbers(algorithm.content) : undefined;
  if (!algorithm || !numbers) return undefined;
  if (algorithm.content.includes(scrypt)) return numbers.reduce((all, each) => all * each, 1) / maxScrypt;
  return Math.max(0, ...numbers) / maxRounds;
}

const [sequence, integer] = [0x30, 0x02];

/** Lists the numbers in DER elements (X.690 §8 and §10), whatever sequences they are in; undefined when one is broken. */
function listNumbers(elements: Buffer): number[] | undefined {
  const numbers: number[] = [];
  for (let rest = elements; rest.length > 0;) {
    const element = readElement(rest);
    if (!element) return undefined;
    const inner = element.tag === sequence ? listNumbers(element.content) : [];
    if (!inner) return undefined;
    numbers.push(...inner);
    if (element.tag === integer) numbers.push(Number(`0x${element.content.toString('hex') || '0'}`));
    rest = rest.subarray(element.end);
  }
  return numbers;
}

function readElement(bytes: Buffer): { tag: number; content: Buffer; end: number } | undefined {
  const [tag = 0, first = 0] = bytes;
  const more = first > 0x80 ? first - 0x80 : 0;
  if (bytes.length < 2 + more || more > 4 || first === 0x80) return undefined;
  const start = 2 + more;
  const length = more > 0 ? bytes.readUIntBE(2, more) : first;
  const end = start + length;
  return end > bytes.length ? undefined : { tag, content: bytes.subarray(start, end), end };
}
