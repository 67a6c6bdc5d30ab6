// The webhook secret that the editor offers.
import { randomBytes } from 'node:crypto';

/**
 * Generates a secret in the form of Standard Webhooks: `whsec_` and the base64 of 24 random bytes. The base64 never contains a
 * plus or a slash: Telegram rejects such secrets, and in a URL a plus means a space.
 */
export function generateWebhookSecret(): string {
  for (;;) {
    const text = randomBytes(24).toString('base64');
    if (!/[+/]/.test(text)) return `whsec_${text}`;
  }
}
