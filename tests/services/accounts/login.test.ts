import { beforeAll, describe, expect, test } from 'vitest';
import { createCheapPasswords } from '../../support/passwords';
import { findSessionUser } from '~/auth/session';
import { logIn, logOut } from '~/services/accounts/login';
import { createTestUser } from '../../support/accounts';
import { createTestContext } from '../../support/context';

const email = 'ada@example.com';
const password = 'Difference-Engine-1';
const caller = { address: '192.0.2.1', userAgent: 'Test' };
let passwordHash: string;

beforeAll(async () => {
  passwordHash = await createCheapPasswords().hash(password);
});

async function createAccount(options: { verified?: boolean } = {}) {
  const context = await createTestContext();
  const { user } = await createTestUser(context, { ...options, email });
  await context.db.run(context.db.build.updateTable('users').set({ password_hash: passwordHash }));
  const countSessions = async () =>
    (await context.db.all(context.db.build.selectFrom('sessions').selectAll())).length;
  const listAuditEntries = () =>
    context.db.all(context.db.build.selectFrom('audit').select(['kind', 'user_id']).orderBy('id'));
  return { context, user, countSessions, listAuditEntries };
}

describe('a login', () => {
  test('starts a session of the user and is written down', async () => {
    const { context, user, listAuditEntries } = await createAccount();
    const outcome = await logIn(context, { email, password }, caller);
    if (outcome.kind !== 'logged-in') throw new Error(outcome.kind);
    expect(outcome.user).toEqual(user);
    expect(await findSessionUser(context.db, outcome.sessionToken, context.now())).toEqual(user);
    expect(await listAuditEntries()).toEqual([{ kind: 'login', user_id: user.id }]);
  });

  test('replaces the session the caller had', async () => {
    const { context, countSessions } = await createAccount();
    const first = await logIn(context, { email, password }, caller);
    if (first.kind !== 'logged-in') throw new Error(first.kind);
    const second = await logIn(context, { email, password }, { ...caller, sessionToken: first.sessionToken });
    if (second.kind !== 'logged-in') throw new Error(second.kind);
    expect(second.sessionToken).not.toBe(first.sessionToken);
    expect(await findSessionUser(context.db, first.sessionToken, context.now())).toBeUndefined();
    expect(await countSessions()).toBe(1);
  });

  test('is refused when the password was changed while it was checked', async () => {
    const { context, countSessions } = await createAccount();
    const { verify } = context.passwords;
    const changing = async (...given: Parameters<typeof verify>) => {
      const matches = await verify(...given);
      await context.db.run(context.db.build.updateTable('users').set({ password_hash: 'another' }));
      return matches;
    };
    const passwords = { ...context.passwords, verify: changing };
    const outcome = await logIn({ ...context, passwords }, { email, password }, caller);
    expect([outcome.kind, await countSessions()]).toEqual(['wrong-credentials', 0]);
  });

  test('with a wrong password is rejected like one with an unknown email', async () => {
    const { context, user, countSessions, listAuditEntries } = await createAccount();
    await expect(logIn(context, { email, password: 'wrong' }, caller)).resolves.toEqual({
      kind: 'wrong-credentials',
    });
    await expect(logIn(context, { email: 'nobody@example.com', password }, caller)).resolves.toEqual({
      kind: 'wrong-credentials',
    });
    expect(await countSessions()).toBe(0);
    expect(await listAuditEntries()).toEqual([
      { kind: 'login-failed', user_id: user.id },
      { kind: 'login-failed', user_id: null },
    ]);
  });

  test('of an unverified user gives no session, and says so only after the right password', async () => {
    const { context, countSessions } = await createAccount({ verified: false });
    await expect(logIn(context, { email, password: 'wrong' }, caller)).resolves.toEqual({
      kind: 'wrong-credentials',
    });
    await expect(logIn(context, { email, password }, caller)).resolves.toEqual({ kind: 'unverified-email' });
    expect(await countSessions()).toBe(0);
  });
});

describe('the login limit', () => {
  const wrong = { email, password: 'wrong' };

  test('counts the tries of every request together, each with a context of its own', async () => {
    const { context } = await createAccount();
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await logIn({ ...context }, wrong, caller)).kind).toBe('wrong-credentials');
    }
    expect((await logIn({ ...context }, wrong, caller)).kind).toBe('too-many-logins');
  });

  test('rejects the sixth try of an email in 15 minutes, the right password too, and says when it ends', async () => {
    const { context } = await createAccount();
    for (let minute = 0; minute < 5; minute++) {
      await logIn(context, wrong, { ...caller, address: `192.0.2.${minute}` });
      context.clock.advance(60_000);
    }
    await expect(logIn(context, { email, password }, caller)).resolves.toEqual({
      kind: 'too-many-logins',
      retryAfterSeconds: 10 * 60,
    });
    context.clock.advance(10 * 60_000);
    await expect(logIn(context, { email, password }, caller)).resolves.toMatchObject({ kind: 'logged-in' });
  });

  test('counts tries that are sent side by side', async () => {
    const { context } = await createAccount();
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => logIn(context, wrong, caller)));
    expect(outcomes.filter((outcome) => outcome.kind === 'wrong-credentials')).toHaveLength(5);
    expect(outcomes.filter((outcome) => outcome.kind === 'too-many-logins')).toHaveLength(3);
  });

  test('is cleared for the email by a success', async () => {
    const { context } = await createAccount();
    for (let round = 0; round < 2; round++) {
      for (let count = 0; count < 4; count++) await logIn(context, wrong, caller);
      await expect(logIn(context, { email, password }, caller)).resolves.toMatchObject({ kind: 'logged-in' });
    }
  });

  test('rejects the 31st try of a network address, whatever the emails', async () => {
    const { context } = await createAccount();
    for (let count = 0; count < 30; count++) {
      await logIn(context, { email: `${count}@example.com`, password }, caller);
    }
    const login = { email, password };
    await expect(logIn(context, login, caller)).resolves.toMatchObject({ kind: 'too-many-logins' });
    await expect(logIn(context, login, { ...caller, address: '192.0.2.2' })).resolves.toMatchObject({
      kind: 'logged-in',
    });
  });
});

test('a logout ends the session on the server, once', async () => {
  const { context, user, countSessions, listAuditEntries } = await createAccount();
  const outcome = await logIn(context, { email, password }, caller);
  if (outcome.kind !== 'logged-in') throw new Error(outcome.kind);
  await logOut(context, outcome.sessionToken, caller.address);
  await logOut(context, outcome.sessionToken, caller.address);
  await logOut(context, undefined, caller.address);
  expect(await countSessions()).toBe(0);
  expect(await listAuditEntries()).toEqual([
    { kind: 'login', user_id: user.id },
    { kind: 'logout', user_id: user.id },
  ]);
});

test('a password is as good after ten years', async () => {
  const { context, user } = await createAccount();
  context.clock.advance(10 * 365 * 24 * 3_600_000);
  expect(await logIn(context, { email, password }, caller)).toMatchObject({ kind: 'logged-in', user });
});

test('a new database has no account that anybody could know', async () => {
  const { db } = await createTestContext();
  for (const table of ['users', 'api_tokens', 'sessions'] as const) {
    expect(await db.all(db.build.selectFrom(table).selectAll())).toEqual([]);
  }
});
