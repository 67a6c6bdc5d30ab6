import { expect, test } from 'vitest';
import { createPasswords } from '~/auth/password';
import { createCheapPasswords } from '../support/passwords';

const passwords = createPasswords();

test('a hash is argon2id with 19 MiB, two passes and one lane, and salted', async () => {
  const [first, second] = await Promise.all([passwords.hash('Secret1!'), passwords.hash('Secret1!')]);
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(second).not.toBe(first);
});

test('only the password that was hashed is right, to its last of 128 characters', async () => {
  const password = 'Aa1!'.repeat(32);
  const hash = await passwords.hash(password);
  await expect(passwords.verify(password, hash)).resolves.toBe(true);
  await expect(passwords.verify(password.slice(0, -1), hash)).resolves.toBe(false);
  await expect(passwords.verify(`${password.slice(0, -1)}?`, hash)).resolves.toBe(false);
});

test('a hash of another cost is verified at its own', async () => {
  const hash = await createCheapPasswords().hash('Secret1!');
  await expect(passwords.verify('Secret1!', hash)).resolves.toBe(true);
  await expect(passwords.verify('Secret2!', hash)).resolves.toBe(false);
});

test('without a hash every password is wrong, the one of the decoy too', async () => {
  await expect(passwords.verify('Secret1!', undefined)).resolves.toBe(false);
  await expect(passwords.verify('no account has this password', undefined)).resolves.toBe(false);
});

test('a crowd of hashes is served to the last, and a broken hash does not take a place for ever', async () => {
  const broken = Array.from({ length: 20 }, () => passwords.verify('Secret1!', 'not a hash'));
  expect((await Promise.allSettled(broken)).map((each) => each.status)).toEqual(Array(20).fill('rejected'));
  const hashes = await Promise.all(Array.from({ length: 12 }, () => passwords.hash('Secret1!')));
  expect(new Set(hashes).size).toBe(12);
});

test('a hash without an account that failed once does not fail for ever', async () => {
  // Argon2 takes no less than 8 KiB.
  const cost = { memoryCost: 1, timeCost: 1, parallelism: 1 };
  const { verify } = createPasswords(cost);
  await expect(verify('Secret1!', undefined)).rejects.toThrow();
  cost.memoryCost = 8;
  await expect(verify('Secret1!', undefined)).resolves.toBe(false);
});
