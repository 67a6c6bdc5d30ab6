// The lines of a POSIX shell that prove a delivery, for proofs that curl and openssl can make.
import type { Proof, SignatureProof } from '~/engine/senders/proof';
import { quote } from './shell-quote';

/** `lines` sign the shell's variable `body`, if there is something to sign; `headers` are words for `curl -H`. */
interface Proven {
  lines: string[];
  headers: string[];
}

/** Returns what proves a delivery with a secret; undefined for a proof that needs more than the secret, a time and the body. */
export function signDelivery(proof: Proof, secret: string): Proven | undefined {
  if (secret === '') return undefined;
  if (proof.kind === 'auto') return { lines: [], headers: [quote(`X-Webhook-Signature: ${secret}`)] };
  return proof.kind === 'signature' && isHmac(proof) ? sign(proof, secret) : undefined;
}

const hashes: ReadonlySet<string> = new Set(['md5', 'sha1', 'sha256', 'sha384', 'sha512']);

function isHmac({ algorithm, signed, time, pairs, key, body, ...proof }: SignatureProof): boolean {
  const rest = signed.replace('{body}', '').replace('{timestamp}', '');
  return (
    hashes.has(algorithm) &&
    !/[{}]/.test(rest) &&
    (!signed.includes('{timestamp}') || time !== undefined || pairs?.time !== undefined) &&
    time !== proof.header &&
    key !== 'braintree' &&
    (body === undefined || body === 'object') &&
    !(proof.in || proof.isAmpersanded || proof.isSorted)
  );
}

function sign(
  { algorithm, encoding, signed, key = 'text', ...proof }: SignatureProof,
  secret: string,
): Proven {
  const isTimed = proof.time !== undefined || proof.pairs?.time !== undefined;
  const text = quoteInPart(signed).replace('{timestamp}', '${time}').replace('{body}', '${body}');
  const output = encoding === 'hex' ? `| od -An -v -tx1 | tr -d ' \\n'` : '| openssl base64 -A';
  const lines = [
    ...(isTimed ? ['time=$(date +%s)'] : []),
    ...(key === 'base64'
      ? [`key=$(printf '%s' ${quote(secret)} | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \\n')`]
      : []),
    `signature=$(printf '%s' "${text}" \\\n  | openssl dgst -${algorithm} ${keyOption(key, secret)} -binary ${output})`,
  ];
  return { lines, headers: listHeaders(proof) };
}

function keyOption(key: SignatureProof['key'], secret: string): string {
  if (key === 'base64') return '-mac HMAC -macopt "hexkey:$key"';
  return key === 'hex' ? `-mac HMAC -macopt ${quote(`hexkey:${secret}`)}` : `-hmac ${quote(secret)}`;
}

function listHeaders({
  header,
  prefix = '',
  pairs,
  time,
}: Pick<SignatureProof, 'header' | 'prefix' | 'pairs' | 'time'>): string[] {
  const timed = pairs?.time === undefined ? '' : `${quoteInPart(pairs.time)}=$time,`;
  const value = pairs
    ? `${timed}${quoteInPart(pairs.signature)}=$signature`
    : `${quoteInPart(prefix)}$signature`;
  const isApart = time !== undefined && time !== header;
  return [`"${spell(header)}: ${value}"`, ...(isApart ? [`"${spell(time)}: $time"`] : [])];
}

/** Spells a header's name between double quotes as documentation does: `X-Hub-Signature-256`. */
function spell(name: string): string {
  return quoteInPart(name.replace(/(^|-)([a-z])/g, (text) => text.toUpperCase()));
}

/** Escapes a text between double quotes. */
function quoteInPart(text: string): string {
  return text.replace(/["$\\`]/g, '\\$&');
}
