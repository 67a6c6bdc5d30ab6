import type { AppContext } from '~/context';
import { insertEarlyAccess } from '~/db/accounts/early-access';
import type { EarlyAccess } from '~/fields';
import type { Problem } from '~/problem';
import { countAccountAction } from '../limits/account-limits';

export const earlyAccessMessage = 'Thank you for signing up!';

/** Stores the address of a person who wants to hear of the product; the outcome is the same for a known address. */
export async function signUpForEarlyAccess(
  context: AppContext,
  input: EarlyAccess,
  address: string,
): Promise<{ kind: 'noted' } | Problem> {
  const retryAfterSeconds = countAccountAction(context, 'early-access', address);
  if (retryAfterSeconds > 0) return { kind: 'too-many-requests', retryAfterSeconds };
  await insertEarlyAccess(context.db, input.email, context.now());
  return { kind: 'noted' };
}
