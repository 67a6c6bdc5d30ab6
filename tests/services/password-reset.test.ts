import { describe, expect, test } from 'vitest';
import { verifyPassword } from '~/auth/password';
import { createSession, findSessionUser } from '~/auth/session';
import { findCredentials } from '~/db/users';
import { checkResetLink, requestPasswordReset, resetPassword } from '~/services/password-reset';
import { resendVerification } from '~/services/verification';
import { createTestUser } from '../support/accounts';
import { createTestContext } from '../support/context';
import { findMailedToken, listMail } from '../support/mail';

const address = '192.0.2.1';
const email = 'ada@example.com';
const newPassword = 'Jacquard-Loom-1804';

async function createForgetful() {
  const context = await createTestContext();
  const { user } = createTestUser(context, { email });
  const requestLink = () => {
    requestPasswordReset(context, { email }, address);
    return findMailedToken(context.db, email, '/reset-password');
  };
  const reset = (token: string, password = newPassword) =>
    resetPassword(context, { token, newPassword: password, confirmPassword: password }, address);
  const hasPassword = (password: string) =>
    verifyPassword(password, findCredentials(context.db, email)?.passwordHash);
  return { context, user, requestLink, reset, hasPassword };
}

describe('a reset link', () => {
  test('sets a new password, ends every session and tells the owner', async () => {
    const { context, user, requestLink, reset, hasPassword } = await createForgetful();
    const session = createSession(context.db, {
      userId: user.id,
      userAgent: null,
      address,
      now: context.now(),
    });
    const token = requestLink();
    await expect(reset(token)).resolves.toEqual({ kind: 'reset' });
    await expect(hasPassword(newPassword)).resolves.toBe(true);
    expect(findSessionUser(context.db, session, context.now())).toBeUndefined();
    expect(listMail(context.db).at(-1)).toMatchObject({
      recipient: email,
      subject: 'Your password was changed',
    });
  });

  test('works once', async () => {
    const { context, requestLink, reset, hasPassword } = await createForgetful();
    const token = requestLink();
    await reset(token);
    await expect(reset(token, 'Another-Loom-1805')).resolves.toEqual({ kind: 'invalid-reset-link' });
    expect(checkResetLink(context, token)).toEqual({ kind: 'invalid-reset-link' });
    await expect(hasPassword(newPassword)).resolves.toBe(true);
  });

  test('works once however many come at the same time', async () => {
    const { requestLink, reset, hasPassword } = await createForgetful();
    const token = requestLink();
    const passwords = Array.from({ length: 20 }, (_, index) => `Jacquard-Loom-${index}`);
    const outcomes = await Promise.all(passwords.map((password) => reset(token, password)));
    expect(outcomes.filter(({ kind }) => kind === 'reset')).toHaveLength(1);
    expect(outcomes.filter(({ kind }) => kind === 'invalid-reset-link')).toHaveLength(19);
    const winner = passwords[outcomes.findIndex(({ kind }) => kind === 'reset')] ?? '';
    await expect(hasPassword(winner)).resolves.toBe(true);
  });

  test('is not used up by looking at it', async () => {
    const { context, user, requestLink, reset } = await createForgetful();
    const token = requestLink();
    for (let count = 0; count < 20; count++) {
      expect(checkResetLink(context, token)).toEqual({ kind: 'valid', userId: user.id });
    }
    await expect(reset(token)).resolves.toEqual({ kind: 'reset' });
  });

  test('works for 20 minutes', async () => {
    const { context, requestLink, reset } = await createForgetful();
    const token = requestLink();
    context.clock.advance(20 * 60_000 - 1);
    expect(checkResetLink(context, token)).toMatchObject({ kind: 'valid' });
    context.clock.advance(1);
    expect(checkResetLink(context, token)).toEqual({ kind: 'expired-reset-link' });
    await expect(reset(token)).resolves.toEqual({ kind: 'expired-reset-link' });
  });

  test('stops working when a newer one is asked for', async () => {
    const { requestLink, reset } = await createForgetful();
    const older = requestLink();
    const newer = requestLink();
    await expect(reset(older)).resolves.toEqual({ kind: 'invalid-reset-link' });
    await expect(reset(newer)).resolves.toEqual({ kind: 'reset' });
  });

  test('is good for resetting alone, and no other link is good for that', async () => {
    const { context, reset } = await createForgetful();
    context.db.run(context.db.build.updateTable('users').set({ email_verified_at: null }));
    resendVerification(context, { email }, address);
    await expect(reset(findMailedToken(context.db, email))).resolves.toEqual({ kind: 'invalid-reset-link' });
  });
});

describe('asking for a reset link', () => {
  test('is answered the same for an address nobody has, and mails nothing there', async () => {
    const { context } = await createForgetful();
    expect(requestPasswordReset(context, { email: 'nobody@example.com' }, address)).toEqual({
      kind: 'accepted',
    });
    expect(listMail(context.db)).toEqual([]);
    expect(requestPasswordReset(context, { email }, address)).toEqual({ kind: 'accepted' });
    expect(listMail(context.db)).toMatchObject([{ recipient: email, subject: 'Reset your password' }]);
  });

  test('has to wait after five in 15 minutes, for known and unknown addresses alike', async () => {
    const { context } = await createForgetful();
    for (const each of [email, 'nobody@example.com']) {
      for (let count = 0; count < 5; count++) requestPasswordReset(context, { email: each }, address);
      expect(requestPasswordReset(context, { email: each }, address)).toEqual({
        kind: 'too-many-requests',
        retryAfterSeconds: 15 * 60,
      });
    }
  });
});
