import { expect, test } from 'vitest';
import { generateWebhookSecret } from '~/services/integrations/generated-secret';

const secrets = Array.from({ length: 100 }, generateWebhookSecret);

test('a secret has 24 random bytes', () => {
  expect(new Set(secrets).size).toBe(100);
  for (const secret of secrets) expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(24);
});

test('Telegram and URLs take it as it is', () => {
  for (const secret of secrets) expect(secret).toMatch(/^whsec_[A-Za-z0-9]{32}$/);
});
