import { createPasswords, type Passwords } from '~/auth/password';

/**
 * The product's own passwords, at the least that Argon2 allows: a hash of the usual cost takes a core for 40 ms, and tests
 * make hundreds. What the server's cost must be stands in tests/auth/password.test.ts.
 */
export function createCheapPasswords(): Passwords {
  return createPasswords({ memoryCost: 8, timeCost: 1, parallelism: 1 });
}
