import { Secret, TOTP } from 'otpauth';
import type { AppContext } from '~/context';
import type { User } from '~/db/accounts/users';
import { enableTwoFactor, offerAppKey } from '~/services/accounts/two-factor';

/** What an authenticator app shows for a key at a time. */
export function showCode(key: string, now: number): string {
  return new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: now });
}

/** Turns two-factor authentication on for an account; answers its key and recovery codes. */
export async function turnTwoFactorOn(
  context: AppContext,
  user: User,
  currentPassword: string,
): Promise<{ key: string; recoveryCodes: string[] }> {
  const { key, setup } = offerAppKey(context, user);
  const code = showCode(key, context.now());
  const caller = { address: '192.0.2.1', sessionToken: undefined };
  const outcome = await enableTwoFactor(context, user, { setup, code, currentPassword }, caller);
  if (outcome.kind !== 'enabled') throw new Error(outcome.kind);
  return { key, recoveryCodes: outcome.recoveryCodes };
}
