import type { AppContext } from '~/context';
import type { Database } from '~/db/open';
import { createTryLimit } from './try-limit';

const windowMs = 15 * 60_000;

function createAccountLimits() {
  return {
    loginByEmail: createTryLimit({ limit: 5, windowMs }),
    loginByAddress: createTryLimit({ limit: 30, windowMs }),
    mailByEmail: createTryLimit({ limit: 5, windowMs }),
    mailByAddress: createTryLimit({ limit: 30, windowMs }),
  };
}

type AccountLimits = ReturnType<typeof createAccountLimits>;

/** One set of counters for each application, for as long as it lives. */
/** By the database, which is one and the same for every request, as the context need not be. */
const limitsByDatabase = new WeakMap<Database, AccountLimits>();

function findLimits({ db }: AppContext): AccountLimits {
  const limits = limitsByDatabase.get(db) ?? createAccountLimits();
  limitsByDatabase.set(db, limits);
  return limits;
}

interface Try {
  email: string;
  /** The caller's network address. */
  address: string;
}

/**
 * Counts one try to log in and answers 0, or the seconds to wait when it is one too many: 5 in 15 minutes for an
 * email, 30 for a network address. Tries are counted, not failures: whoever guesses sends them side by side.
 */
export function countLogin(context: AppContext, attempt: Try): number {
  const { loginByEmail, loginByAddress } = findLimits(context);
  return count(context.now(), [loginByEmail, attempt.email], [loginByAddress, attempt.address]);
}

/** A login that succeeded owes nothing for the mistyped ones before it. */
export function clearLogins(context: AppContext, email: string): void {
  findLimits(context).loginByEmail.clear(email);
}

/** Like `countLogin`, for what sends a mail to an address that anybody can type. */
export function countMail(context: AppContext, attempt: Try): number {
  const { mailByEmail, mailByAddress } = findLimits(context);
  return count(context.now(), [mailByEmail, attempt.email], [mailByAddress, attempt.address]);
}

type Limit = AccountLimits[keyof AccountLimits];

function count(now: number, ...limits: [Limit, string][]): number {
  const waitMs = Math.max(...limits.map(([limit, key]) => limit.waitMs(key, now)));
  if (waitMs > 0) return Math.ceil(waitMs / 1000);
  for (const [limit, key] of limits) limit.record(key, now);
  return 0;
}
