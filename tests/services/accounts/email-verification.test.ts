import { describe, expect, test } from 'vitest';
import { findUser } from '~/db/accounts/users';
import { resendVerification, verifyEmail } from '~/services/accounts/email-verification';
import { evenMs } from '~/services/limits/even-time';
import { createTestUser } from '../../support/accounts';
import { createTestContext } from '../../support/context';
import { findMailedToken, listMail } from '../../support/mail';

const address = '192.0.2.1';

async function createUnverified() {
  const context = await createTestContext();
  const { user } = await createTestUser(context, { email: 'ada@example.com', verified: false });
  const requestLink = async () => {
    await resendVerification(context, { email: 'ada@example.com' }, address);
    return findMailedToken(context.db, 'ada@example.com');
  };
  const isVerified = async () => (await findUser(context.db, user.id))!.emailVerified;
  return { context, user, requestLink, isVerified };
}

describe('a verification link', () => {
  test('verifies the address', async () => {
    const { context, requestLink, isVerified } = await createUnverified();
    const token = await requestLink();
    expect(await verifyEmail(context, { token }, address)).toEqual({ kind: 'verified' });
    expect(await isVerified()).toBe(true);
  });

  test('is stored as a hash', async () => {
    const { context, requestLink } = await createUnverified();
    const token = await requestLink();
    expect(
      JSON.stringify(await context.db.all(context.db.build.selectFrom('tokens').selectAll())),
    ).not.toContain(token);
  });

  test('works once; after that the account is verified already', async () => {
    const { context, requestLink } = await createUnverified();
    const token = await requestLink();
    await verifyEmail(context, { token }, address);
    expect(await verifyEmail(context, { token }, address)).toEqual({ kind: 'already-verified' });
  });

  test('does not verify again an account whose verification was withdrawn', async () => {
    const { context, requestLink, isVerified } = await createUnverified();
    const token = await requestLink();
    await verifyEmail(context, { token }, address);
    await context.db.run(context.db.build.updateTable('users').set({ email_verified_at: null }));
    expect(await verifyEmail(context, { token }, address)).toEqual({ kind: 'invalid-link' });
    expect(await isVerified()).toBe(false);
  });

  test('works for 24 hours', async () => {
    const { context, requestLink, isVerified } = await createUnverified();
    const token = await requestLink();
    context.clock.advance(24 * 60 * 60_000);
    expect(await verifyEmail(context, { token }, address)).toEqual({ kind: 'expired-link' });
    expect(await isVerified()).toBe(false);
  });

  test('works until its last millisecond', async () => {
    const { context, requestLink } = await createUnverified();
    const token = await requestLink();
    context.clock.advance(24 * 60 * 60_000 - 1);
    expect(await verifyEmail(context, { token }, address)).toEqual({ kind: 'verified' });
  });

  test('stops working when a newer one is asked for', async () => {
    const { context, requestLink } = await createUnverified();
    const older = await requestLink();
    const newer = await requestLink();
    expect(await verifyEmail(context, { token: older }, address)).toEqual({ kind: 'invalid-link' });
    expect(await verifyEmail(context, { token: newer }, address)).toEqual({ kind: 'verified' });
    expect(await verifyEmail(context, { token: older }, address)).toEqual({ kind: 'already-verified' });
  });

  test('does not verify another address than the one it was mailed to', async () => {
    const { context, requestLink } = await createUnverified();
    const token = await requestLink();
    await context.db.run(context.db.build.updateTable('users').set({ email: 'other@example.com' }));
    expect(await verifyEmail(context, { token }, address)).toEqual({ kind: 'invalid-link' });
  });

  test('that nobody made is invalid', async () => {
    const { context, requestLink } = await createUnverified();
    await requestLink();
    expect(await verifyEmail(context, { token: 'made up' }, address)).toEqual({ kind: 'invalid-link' });
  });
});

describe('asking for a link again', () => {
  test('gets the same response for every address', async () => {
    const { context } = await createUnverified();
    await createTestUser(context, { email: 'grace@example.com' });
    const since = performance.now();
    await resendVerification(context, { email: 'someone@example.com' }, address);
    expect(performance.now() - since).toBeGreaterThanOrEqual(evenMs - 1);
    const answers = await Promise.all(
      ['ada@example.com', 'grace@example.com', 'nobody@example.com'].map((email) =>
        resendVerification(context, { email }, address),
      ),
    );
    expect(answers).toEqual(answers.map(() => ({ kind: 'accepted' })));
    expect(context.wakes()).toBe(4);
  });

  test('mails a verified owner that there is nothing to do, and a stranger nothing', async () => {
    const { context } = await createUnverified();
    await createTestUser(context, { email: 'grace@example.com' });
    await resendVerification(context, { email: 'grace@example.com' }, address);
    await resendVerification(context, { email: 'nobody@example.com' }, address);
    expect(await listMail(context.db)).toMatchObject([
      { recipient: 'grace@example.com', subject: 'Your email is already verified' },
    ]);
  });

  test('mails three in an hour, and says the same to known and unknown addresses however often', async () => {
    const { context } = await createUnverified();
    for (const email of ['ada@example.com', 'nobody@example.com']) {
      const asked = Array.from({ length: 8 }, () => resendVerification(context, { email }, address));
      expect(await Promise.all(asked)).toEqual(asked.map(() => ({ kind: 'accepted' })));
    }
    expect(await listMail(context.db)).toHaveLength(3);
    expect(
      await verifyEmail(context, { token: await findMailedToken(context.db, 'ada@example.com') }, address),
    ).toEqual({
      kind: 'verified',
    });
  });
});
