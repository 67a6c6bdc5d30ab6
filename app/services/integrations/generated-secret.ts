// The webhook secret that the editor offers.
import { randomBytes } from 'node:crypto';

/**
 * A new secret in the form of Standard Webhooks: `whsec_` and the base64 of 24 random bytes; of those without a plus or a slash,
 * since Telegram takes no such secret, and in a URL a plus would be a space.
 */
export function generateWebhookSecret(): string {
  for (;;) {
    const text = randomBytes(24).toString('base64');
    if (!/[+/]/.test(text)) return `whsec_${text}`;
  }
}
