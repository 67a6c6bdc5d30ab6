// The second factor of an account: the codes that it asks for after the password.
import { findCodeStep, associatedDataOfAppKey } from '~/auth/second-factor/authenticator-app';
import { hashRecoveryCode } from '~/auth/second-factor/recovery-code';
import { type AppKeys, openSealed } from '~/auth/secret-box';
import { deleteRecoveryCode, type TwoFactor, updateLastStep } from '~/db/accounts/two-factor';
import type { Queries } from '~/db/core/queries';

/**
 * Takes a code of the account's authenticator app, or one of its recovery codes. Each code is accepted once. Returns undefined
 * for any other code. `factor` was read in the same transaction; `now` is in milliseconds since 1970.
 */
export async function takeCode(
  keys: AppKeys,
  tx: Queries,
  factor: TwoFactor,
  { userId, code, now }: { userId: string; code: string; now: number },
): Promise<'app-code' | 'recovery-code' | undefined> {
  const key =
    factor.secret === null ? undefined : openSealed(keys, factor.secret, associatedDataOfAppKey(userId));
  const step = key === undefined ? undefined : findCodeStep(key, code, now);
  if (step !== undefined) {
    return (await updateLastStep(tx, userId, step)) ? 'app-code' : undefined;
  }
  const isOurs = await deleteRecoveryCode(tx, userId, hashRecoveryCode(code));
  return isOurs ? 'recovery-code' : undefined;
}
