import { signDelivery } from './signed-delivery';
import type { Proof } from '~/engine/senders/proof';
import { quote } from './shell-quote';

interface Delivery {
  url: string;
  /** The secret of the webhook; empty when the webhook is open. */
  secret: string;
  /** The headers that a delivery has to carry. */
  headers: Record<string, string>;
  /** The payload as JSON text. */
  payload: string;
  /** How a delivery proves who sends it. */
  proof: Proof;
}

/** Returns the lines for a POSIX shell that send a delivery; undefined when curl and openssl cannot prove it. */
export function writeDeliveryCommand({ url, secret, headers, payload, proof }: Delivery): string | undefined {
  const proven = proof.kind === 'auto' && secret === '' ? openDelivery : signDelivery(proof, secret);
  if (!proven) return undefined;
  const isSigned = proven.lines.length > 0;
  const curl = [
    `curl -X POST ${quote(url)}`,
    `-H 'Content-Type: application/json'`,
    ...proven.headers.map((header) => `-H ${header}`),
    ...Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    `-d ${isSigned ? '"$body"' : quote(payload)}`,
  ].join(' \\\n  ');
  return isSigned ? [`body=${quote(payload)}`, ...proven.lines, curl].join('\n') : curl;
}

const openDelivery = { lines: [], headers: [] };
