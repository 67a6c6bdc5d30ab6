// Others who type somebody's email must not keep that person out.
import { beforeAll, describe, expect, test } from 'vitest';
import type { KnownDevice } from '~/auth/login/known-device';
import { createSession } from '~/auth/session';
import { createCheapPasswords } from '../../support/passwords';
import { updatePassword } from '~/db/accounts/users';
import { signUp } from '~/services/accounts/sign-up';
import { signUpForEarlyAccess } from '~/services/accounts/early-access';
import { logIn } from '~/services/accounts/login';
import { requestPasswordReset, resetPassword } from '~/services/accounts/password-reset';
import { changePassword } from '~/services/accounts/profile';
import { resendVerification } from '~/services/accounts/email-verification';
import { countLogin } from '~/services/limits/account-limits';
import type { Limits } from '~/services/limits/limits';
import { createSlidingWindow } from '~/services/limits/sliding-window';
import { createTestUser } from '../../support/accounts';
import { createTestContext } from '../../support/context';
import { times } from '../../support/in-turn';
import { findMailedToken, listMail } from '../../support/mail';

const email = 'ada@example.com';
const password = 'Difference-Engine-1';
const newPassword = 'Jacquard-Loom-1804';
const owner = { address: '192.0.2.1', userAgent: null };
let passwordHash: string;

beforeAll(async () => {
  passwordHash = await createCheapPasswords().hash(password);
});

/** An account, and strangers who guess its password from everywhere. */
async function createVictim(limits?: Partial<Limits>) {
  const context = await createTestContext();
  Object.assign(context.limits, limits);
  const { user } = await createTestUser(context, { email });
  await updatePassword(context.db, user.id, { passwordHash, now: context.now() });
  const guess = async (tries: number) => {
    for (let count = 0; count < tries; count++) {
      await logIn(context, { email, password: 'wrong' }, { address: `198.51.100.${count}`, userAgent: null });
    }
  };
  let callers = 0;
  /** The owner comes from another network each time. */
  const logInBy = async (device: KnownDevice | undefined, by = password) => {
    const caller = { ...owner, address: `2001:db8:1:${(callers += 1)}::1`, device };
    return (await logIn(context, { email, password: by }, caller)).kind;
  };
  return { context, user, guess, logInBy };
}

describe('wrong tries of others', () => {
  test('keep out those who come from a new device, and not those whose browser is known', async () => {
    const { user, guess, logInBy } = await createVictim();
    await guess(6);
    expect(await logInBy(undefined)).toBe('too-many-logins');
    expect(await logInBy({ id: 'laptop', userIds: ['another', user.id] })).toBe('logged-in');
    // What the browser is known for is another account.
    expect(await logInBy({ id: 'laptop', userIds: ['another'] })).toBe('too-many-logins');
  });

  test('are not forgiven when the owner logs in on a known device', async () => {
    const { user, guess, logInBy } = await createVictim();
    await guess(5);
    expect(await logInBy({ id: 'laptop', userIds: [user.id] })).toBe('logged-in');
    expect(await logInBy(undefined)).toBe('too-many-logins');
  });

  test('do not keep a signed-in user from changing the password', async () => {
    const { context, user, guess } = await createVictim();
    await guess(6);
    const change = { currentPassword: password, newPassword };
    const sessionToken = await createSession(context.db, { userId: user.id, ...owner, now: context.now() });
    expect((await changePassword(context, user, change, { ...owner, sessionToken })).kind).toBe('changed');
  });

  test('are forgotten with a reset: the new password opens the account at once', async () => {
    const { context, user, guess, logInBy } = await createVictim();
    await guess(6);
    await requestPasswordReset(context, { email }, owner.address);
    const token = await findMailedToken(context.db, email, '/reset-password');
    const input = { token, newPassword, confirmPassword: newPassword };
    const laptop = { id: 'laptop', userIds: [user.id] };
    for (let count = 0; count < 6; count++) await logInBy(laptop, 'wrong');
    expect(await logInBy(laptop)).toBe('too-many-logins');
    expect((await resetPassword(context, input, owner.address, laptop)).kind).toBe('reset');
    expect(await logInBy(undefined, newPassword)).toBe('logged-in');
    expect(await logInBy(laptop, newPassword)).toBe('logged-in');
  });
});

test('a known device has five tries of its own', async () => {
  const { user, logInBy } = await createVictim();
  const [laptop, phone] = ['laptop', 'phone'].map((id) => ({ id, userIds: [user.id] }));
  for (let count = 0; count < 5; count++) expect(await logInBy(laptop, 'wrong')).toBe('wrong-credentials');
  expect(await logInBy(laptop)).toBe('too-many-logins');
  expect(await logInBy(phone)).toBe('logged-in');
  expect(await logInBy(undefined)).toBe('logged-in');
});

test('all known devices of an account have thirty tries together, however many were made known', async () => {
  const { user, logInBy } = await createVictim();
  const by = (count: number, tried?: string) => logInBy({ id: `device-${count}`, userIds: [user.id] }, tried);
  expect(await times(31, (count) => by(count, 'wrong'))).toEqual([
    ...Array<string>(30).fill('wrong-credentials'),
    'too-many-logins',
  ]);
  expect(await by(32)).toBe('too-many-logins');
  expect(await logInBy(undefined)).toBe('logged-in');
});

test('the known devices of an account have their thirty tries again after fifteen minutes, and not before', async () => {
  const { context, user, logInBy } = await createVictim();
  const by = (count: number, tried?: string) => logInBy({ id: `device-${count}`, userIds: [user.id] }, tried);
  await times(30, (count) => by(count, 'wrong'));
  context.clock.advance(15 * 60_000 - 1);
  expect(await by(31)).toBe('too-many-logins');
  context.clock.advance(1);
  expect(await times(30, (count) => by(count, 'wrong'))).not.toContain('too-many-logins');
  expect(await by(31)).toBe('too-many-logins');
});

test('a log-in on a known device gives the others all their tries', async () => {
  const { user, logInBy } = await createVictim();
  const by = (count: number, tried?: string) => logInBy({ id: `device-${count}`, userIds: [user.id] }, tried);
  await times(29, (count) => by(count, 'wrong'));
  expect(await by(0)).toBe('logged-in');
  expect(await times(30, (count) => by(count, 'wrong'))).not.toContain('too-many-logins');
});

test('wrong tries with twenty thousand other emails, from as many networks, are no way to more tries', async () => {
  const { context, guess, logInBy } = await createVictim();
  await guess(5);
  for (let count = 0; count < 20_000; count++) {
    const address = `2001:db8:0:${count.toString(16)}::1`;
    expect(countLogin(context, { email: `${count}@example.com`, address })).toBe(0);
  }
  expect(await logInBy(undefined)).toBe('too-many-logins');
});

describe('mails', () => {
  test('are as few after mails were requested for many addresses that nobody has', async () => {
    const mailByRecipient = createSlidingWindow({ limit: 3, windowMs: 60 * 60_000, maxKeys: 2 });
    const { context } = await createVictim({ mailByRecipient });
    const ask = async (of: string, address: string) => {
      await requestPasswordReset(context, { email: of }, address);
      await resendVerification(context, { email: of }, address);
    };
    for (let count = 0; count < 4; count++) await ask(email, `198.51.100.${count}`);
    expect(await listMail(context.db)).toHaveLength(6);
    await times(2, (count) => ask(`${count}@example.com`, `203.0.113.${count}`));
    await ask(email, owner.address);
    expect(await listMail(context.db)).toHaveLength(6);
  });

  test('of one kind that were used up stop no other kind', async () => {
    const { context } = await createVictim();
    const signUpAs = { email, firstName: 'Eve', lastName: 'Eve', organizationName: 'eve', password };
    for (let count = 0; count < 6; count++) {
      const address = `198.51.100.${count}`;
      expect(await signUpForEarlyAccess(context, { email }, address)).toEqual({ kind: 'noted' });
      await resendVerification(context, { email }, address);
      await signUp(context, signUpAs, address);
    }
    expect(await requestPasswordReset(context, { email }, owner.address)).toEqual({ kind: 'accepted' });
    expect((await listMail(context.db)).at(-1)).toMatchObject({
      recipient: email,
      subject: 'Reset your password',
    });
  });

  test('with reset links are counted apart for a known device', async () => {
    const { context, user } = await createVictim();
    for (let count = 0; count < 6; count++) await requestPasswordReset(context, { email }, '198.51.100.1');
    expect(await listMail(context.db)).toHaveLength(3);
    await requestPasswordReset(context, { email }, owner.address, { id: 'laptop', userIds: [user.id] });
    expect(await listMail(context.db)).toHaveLength(4);
  });

  test('with reset links to all known devices of an account are twelve in an hour', async () => {
    const { context, user } = await createVictim();
    await times(20, (count) =>
      requestPasswordReset(context, { email }, owner.address, { id: `device-${count}`, userIds: [user.id] }),
    );
    expect(await listMail(context.db)).toHaveLength(12);
  });
});

test('forty tries from one /64 are those of one caller', async () => {
  const { context } = await createVictim();
  const kinds = [];
  for (let count = 0; count < 40; count++) {
    const caller = { address: `2001:db8:0:7:${count}::1`, userAgent: null };
    kinds.push((await logIn(context, { email: `${count}@example.com`, password }, caller)).kind);
  }
  expect(kinds.filter((kind) => kind === 'too-many-logins')).toHaveLength(10);
});
