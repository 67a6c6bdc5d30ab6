// A request as its sender would make it, judged by the proof of a trigger.
import { createHmac } from 'node:crypto';
import { toProof, Verify } from '~/engine/senders/verify';
import { isProven } from '~/services/webhooks/proof/sender-proof';

export const now = Date.UTC(2026, 0, 5, 12);
export const seconds = String(now / 1000);
export const secret = 'a long random text';
export const address = 'https://hooks.example.com/webhook/1?x=1';

export interface Sent {
  headers?: Record<string, string>;
  body?: string;
  address?: string;
  secret?: string;
}

export function prove(verify: unknown, { headers = {}, body = '{"a":1}', ...sent }: Sent): boolean {
  const request = {
    method: 'POST',
    address: sent.address ?? address,
    header: (name: string) => headers[name],
    body: Buffer.from(body),
  };
  return isProven(request, toProof(Verify.parse(verify)), sent.secret ?? secret, now);
}

export function hmac(
  text: string,
  key: string | Buffer = secret,
  encoding: 'hex' | 'base64' = 'hex',
  hash = 'sha256',
) {
  return createHmac(hash, key).update(text).digest(encoding);
}

export function sendAs(scheme: string, headers: Record<string, string>, over = {}): boolean {
  return prove({ scheme }, { headers, ...over });
}
