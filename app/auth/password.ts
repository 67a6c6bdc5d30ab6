// Argon2id with OWASP's first choice of parameters (Password Storage Cheat Sheet): 19 MiB, 2 passes, 1 lane.
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';

const ownCost: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** What a hash takes: KiB of memory, passes over it, and lanes. */
interface PasswordCost {
  memoryCost: number;
  timeCost: number;
  parallelism: number;
}

export interface Passwords {
  /** Returns the PHC string to store; it carries its own salt and parameters. */
  hash(password: string): Promise<string>;
  /**
   * Whether the password is the one that was hashed. Without a hash (nobody has that email) or with an empty one (the account
   * has no password) it takes as long and returns false, so that the time does not tell which emails have an account.
   */
  verify(password: string, passwordHash: string | undefined): Promise<boolean>;
}

/**
 * Limits how many hashes run at once: each takes 19 MiB and a core, and many logins at once would take all memory and threads.
 * @param cost of new hashes; a hash is verified at the cost that it carries
 */
export function createPasswords(cost = ownCost): Passwords {
  const semaphore = createSemaphore(availableParallelism() + 2);
  let decoy: Promise<string> | undefined;
  const hashDecoy = () => (decoy ??= hash('no account has this password', cost).catch(forgetDecoy));

  /** The next login tries it anew: kept, the failure would tell which emails have an account until the next start. */
  function forgetDecoy(error: unknown): never {
    decoy = undefined;
    throw error;
  }

  return {
    hash: (password) => semaphore(() => hash(password, cost)),
    async verify(password, passwordHash) {
      const matches = await semaphore(async () => verify(passwordHash || (await hashDecoy()), password));
      return matches && Boolean(passwordHash);
    },
  };
}

/** Runs at most `limit` pieces of work at a time; the others wait in order. */
function createSemaphore(limit: number) {
  let taken = 0;
  const waiting: (() => void)[] = [];

  return async function withPlace<Value>(work: () => Promise<Value>): Promise<Value> {
    if (taken < limit) taken++;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else taken--;
    }
  };
}
