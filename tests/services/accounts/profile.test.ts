import { describe, expect, test } from 'vitest';
import { createCheapPasswords } from '../../support/passwords';
import { createSession, findSessionUser } from '~/auth/session';
import { findUser, updateEmail, updatePassword } from '~/db/accounts/users';
import { requestPasswordReset, resetPassword } from '~/services/accounts/password-reset';
import { changePassword, updateProfile } from '~/services/accounts/profile';
import { verifyEmail } from '~/services/accounts/email-verification';
import { createTestUser } from '../../support/accounts';
import { createTestContext } from '../../support/context';
import { findMailedToken, listMail } from '../../support/mail';

const address = '192.0.2.1';
const caller = { address, userAgent: null };
const currentPassword = 'Difference-Engine-1';
const names = { firstName: 'Augusta', lastName: 'King' };

async function createPerson() {
  const context = await createTestContext();
  const { user } = await createTestUser(context, { email: 'ada@example.com' });
  const passwordHash = await createCheapPasswords().hash(currentPassword);
  await updatePassword(context.db, user.id, { passwordHash, now: context.now() });
  const moveTo = (email: string) =>
    updateProfile(context, user, { ...names, email, currentPassword }, { address });
  const findEmail = async () => (await findUser(context.db, user.id))?.email;
  return { context, user, moveTo, findEmail };
}

describe('a change of the profile', () => {
  test('changes the name at once and mails nobody', async () => {
    const { context, user } = await createPerson();
    const outcome = await updateProfile(context, user, { ...names, email: 'ada@example.com' }, { address });
    expect(outcome).toEqual({ kind: 'updated', user: { ...user, ...names } });
    expect(await findUser(context.db, user.id)).toMatchObject(names);
    expect(await listMail(context.db)).toEqual([]);
  });
});

describe('a change of address', () => {
  test('waits until the new address is confirmed, and warns the old one', async () => {
    const { context, user, moveTo, findEmail } = await createPerson();
    expect(await moveTo('augusta@example.com')).toMatchObject({
      kind: 'updated',
      user: { email: 'ada@example.com' },
    });
    expect(await findEmail()).toBe('ada@example.com');
    expect(await listMail(context.db)).toMatchObject([
      { recipient: 'augusta@example.com', subject: 'Confirm your new email address' },
      { recipient: 'ada@example.com', subject: 'Your email address is about to change' },
    ]);
    const token = await findMailedToken(context.db, 'augusta@example.com');
    expect(await verifyEmail(context, { token }, address)).toEqual({ kind: 'verified' });
    expect(await findEmail()).toBe('augusta@example.com');
    expect(await verifyEmail(context, { token }, address)).toEqual({ kind: 'already-verified' });
    await updateEmail(context.db, user.id, { email: 'countess@example.com', now: context.now() });
    expect(await verifyEmail(context, { token }, address)).toEqual({ kind: 'invalid-link' });
  });

  test('to one that another account has is rejected, and changes nothing else', async () => {
    const { context, user, moveTo } = await createPerson();
    await createTestUser(context, { email: 'grace@example.com' });
    expect(await moveTo('grace@example.com')).toEqual({ kind: 'email-taken' });
    expect(await findUser(context.db, user.id)).toEqual(user);
    expect(await listMail(context.db)).toEqual([]);
  });

  test('is rejected when another account took the address meanwhile', async () => {
    const { context, moveTo, findEmail } = await createPerson();
    await moveTo('augusta@example.com');
    await createTestUser(context, { email: 'augusta@example.com' });
    const token = await findMailedToken(context.db, 'augusta@example.com');
    expect(await verifyEmail(context, { token }, address)).toEqual({ kind: 'email-taken' });
    expect(await findEmail()).toBe('ada@example.com');
  });

  test('takes the password, so that a session that was stolen cannot ask for it', async () => {
    const { context, user } = await createPerson();
    const ask = (typed?: string) =>
      updateProfile(
        context,
        user,
        { ...names, email: 'thief@example.com', currentPassword: typed },
        { address },
      );
    // Who sends none learns only that one is needed, and tries none.
    for (let count = 0; count < 6; count++) {
      expect(await ask()).toMatchObject({
        kind: 'proof-needed',
        fields: { currentPassword: ['Current password is required'] },
      });
    }
    expect(await ask('Guess-1')).toEqual({ kind: 'wrong-password' });
    expect(await findUser(context.db, user.id)).toEqual(user);
    expect(await listMail(context.db)).toEqual([]);
    // Wrong ones cost none of the mails that may be sent.
    for (let count = 0; count < 4; count++) await ask('Guess-2');
    expect(await ask(currentPassword)).toMatchObject({ kind: 'too-many-logins' });
    context.clock.advance(15 * 60_000);
    expect(await ask(currentPassword)).toMatchObject({ kind: 'updated' });
  });

  test('takes what was proven a moment ago in the place of the password', async () => {
    const { context, user } = await createPerson();
    await updatePassword(context.db, user.id, { passwordHash: '', now: context.now() });
    const ask = (isFresh: boolean) =>
      updateProfile(
        context,
        user,
        { ...names, email: 'augusta@example.com', currentPassword: 'x' },
        {
          address,
          isFresh,
        },
      );
    expect(await ask(false)).toEqual({ kind: 'no-password' });
    expect(await ask(true)).toMatchObject({ kind: 'updated' });
  });

  test('ends every session but that of the browser which confirms it', async () => {
    const { context, user, moveTo } = await createPerson();
    const now = context.now();
    const [own = '', stolen = ''] = await Promise.all(
      [1, 2].map(() => createSession(context.db, { userId: user.id, ...caller, now })),
    );
    await moveTo('augusta@example.com');
    expect(await findSessionUser(context.db, stolen, now)).toBeDefined();
    const token = await findMailedToken(context.db, 'augusta@example.com');
    await verifyEmail(context, { token }, address, own);
    expect(await findSessionUser(context.db, stolen, now)).toBeUndefined();
    expect(await findSessionUser(context.db, own, now)).toMatchObject({ email: 'augusta@example.com' });
  });

  test('works for 24 hours, by the newest link', async () => {
    const { context, moveTo } = await createPerson();
    await moveTo('first@example.com');
    await moveTo('second@example.com');
    const first = await findMailedToken(context.db, 'first@example.com');
    const second = await findMailedToken(context.db, 'second@example.com');
    expect(await verifyEmail(context, { token: first }, address)).toEqual({ kind: 'invalid-link' });
    context.clock.advance(24 * 60 * 60_000);
    expect(await verifyEmail(context, { token: second }, address)).toEqual({ kind: 'expired-link' });
  });

  test('is taken back by a password reset', async () => {
    const { context, moveTo, findEmail } = await createPerson();
    await moveTo('thief@example.com');
    await requestPasswordReset(context, { email: 'ada@example.com' }, address);
    const token = await findMailedToken(context.db, 'ada@example.com', '/reset-password');
    const newPassword = 'Jacquard-Loom-1804';
    await resetPassword(context, { token, newPassword, confirmPassword: newPassword }, address);
    const change = await findMailedToken(context.db, 'thief@example.com');
    expect(await verifyEmail(context, { token: change }, address)).toEqual({ kind: 'invalid-link' });
    expect(await findEmail()).toBe('ada@example.com');
  });
});

describe('a change of password', () => {
  const input = { currentPassword, newPassword: 'Jacquard-Loom-1804' };

  test('ends every session and starts a new one for the caller', async () => {
    const { context, user } = await createPerson();
    const now = context.now();
    const sessions = await Promise.all(
      [1, 2].map(() => createSession(context.db, { userId: user.id, ...caller, now })),
    );
    const outcome = await changePassword(context, user, input, { ...caller, sessionToken: sessions[0] });
    if (outcome.kind !== 'changed') throw new Error(outcome.kind);
    for (const token of sessions) expect(await findSessionUser(context.db, token, now)).toBeUndefined();
    expect(await findSessionUser(context.db, outcome.sessionToken, now)).toEqual(user);
    expect(await listMail(context.db)).toMatchObject([
      { recipient: 'ada@example.com', subject: 'Your password was changed' },
    ]);
  });

  test('lengthens no session: one that single sign-on has limited ends when it would have ended', async () => {
    const { context, user } = await createPerson();
    const about = { userId: user.id, ...caller };
    const sessionToken = await createSession(context.db, {
      ...about,
      sessionMs: 3_600_000,
      now: context.now(),
    });
    context.clock.advance(3_000_000);
    const outcome = await changePassword(context, user, input, { ...caller, sessionToken });
    if (outcome.kind !== 'changed') throw new Error(outcome.kind);
    const isOpen = () => findSessionUser(context.db, outcome.sessionToken, context.now());
    context.clock.advance(599_999);
    expect(await isOpen()).toBeDefined();
    context.clock.advance(1);
    expect(await isOpen()).toBeUndefined();
  });

  test('is refused to a caller whose session has ended meanwhile', async () => {
    const { context, user } = await createPerson();
    const { user: other } = await createTestUser(context);
    const now = context.now();
    const [ended, foreign] = await Promise.all([
      createSession(context.db, { userId: user.id, ...caller, sessionMs: 0, now }),
      createSession(context.db, { userId: other.id, ...caller, now }),
    ]);
    for (const sessionToken of [ended, foreign, undefined]) {
      const outcome = await changePassword(context, user, input, { ...caller, sessionToken });
      expect(outcome).toEqual({ kind: 'invalid-token' });
    }
    expect(await listMail(context.db)).toEqual([]);
  });

  test('needs the current one, and does not let it be guessed', async () => {
    const { context, user } = await createPerson();
    for (let count = 0; count < 5; count++) {
      const wrong = { ...input, currentPassword: `Guess-${count}` };
      await expect(changePassword(context, user, wrong, caller)).resolves.toEqual({ kind: 'wrong-password' });
    }
    await expect(changePassword(context, user, input, caller)).resolves.toMatchObject({
      kind: 'too-many-logins',
    });
  });

  test('happens once when two come at the same time', async () => {
    const { context, user } = await createPerson();
    const sessionToken = await createSession(context.db, { userId: user.id, ...caller, now: context.now() });
    const outcomes = await Promise.all(
      ['Jacquard-Loom-1', 'Jacquard-Loom-2'].map((newPassword) =>
        changePassword(context, user, { currentPassword, newPassword }, { ...caller, sessionToken }),
      ),
    );
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['changed', 'wrong-password']);
  });
});
