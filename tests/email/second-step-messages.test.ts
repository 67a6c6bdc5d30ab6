import { expect, it } from 'vitest';
import { passkeyMessage, secondFactorRemovedMessage, twoFactorMessage } from '~/email/account-messages';

const link = 'https://hooks.example.com/forgot-password';

it.each([
  twoFactorMessage('two-factor-disabled', link),
  twoFactorMessage('recovery-code-used', link),
  passkeyMessage('passkey-added', 'Phone', link),
  secondFactorRemovedMessage({ hadTwoFactor: true, hadPasskeys: true }, link),
])('a mail about the second step says of no password that it logs in: $subject', ({ text }) => {
  // An account of single sign-on has none, and where passwords are off, none logs in.
  expect(text).not.toMatch(/(?:your|its) password/);
});
