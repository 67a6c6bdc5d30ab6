import { describe, expect, test } from 'vitest';
import { createCheapPasswords } from '../../support/passwords';
import { createSession, findSessionUser } from '~/auth/session';
import { listApiTokens } from '~/db/organizations/api-tokens';
import { listAuditEntries } from '~/db/organizations/audit-log';
import { listMemberships } from '~/db/organizations/memberships';
import { findCredentials } from '~/db/accounts/users';
import { createApiToken } from '~/services/accounts/api-token-creation';
import { evenMs } from '~/services/limits/even-time';
import {
  checkResetLink,
  listTokensOfResetLink,
  requestPasswordReset,
  resetPassword,
} from '~/services/accounts/password-reset';
import { resendVerification } from '~/services/accounts/email-verification';
import { createTestUser, proven } from '../../support/accounts';
import { createTestContext } from '../../support/context';
import { findMailedToken, listMail } from '../../support/mail';

const address = '192.0.2.1';
const email = 'ada@example.com';
const newPassword = 'Jacquard-Loom-1804';

async function createForgetful() {
  const context = await createTestContext();
  const { user } = await createTestUser(context, { email });
  const requestLink = async () => {
    await requestPasswordReset(context, { email }, address);
    return findMailedToken(context.db, email, '/reset-password');
  };
  const reset = (token: string, password = newPassword) =>
    resetPassword(context, { token, newPassword: password, confirmPassword: password }, address);
  const hasPassword = async (password: string) =>
    createCheapPasswords().verify(password, (await findCredentials(context.db, email))?.passwordHash);
  return { context, user, requestLink, reset, hasPassword };
}

describe('a reset link', () => {
  test('sets a new password, ends every session and tells the owner', async () => {
    const { context, user, requestLink, reset, hasPassword } = await createForgetful();
    const session = await createSession(context.db, {
      userId: user.id,
      userAgent: null,
      address,
      now: context.now(),
    });
    const token = await requestLink();
    await expect(reset(token)).resolves.toEqual({ kind: 'reset', userId: user.id, apiTokens: [] });
    await expect(hasPassword(newPassword)).resolves.toBe(true);
    expect(await findSessionUser(context.db, session, context.now())).toBeUndefined();
    expect((await listMail(context.db)).at(-1)).toMatchObject({
      recipient: email,
      subject: 'Your password was changed',
    });
  });

  test('works once', async () => {
    const { context, requestLink, reset, hasPassword } = await createForgetful();
    const token = await requestLink();
    await reset(token);
    await expect(reset(token, 'Another-Loom-1805')).resolves.toEqual({ kind: 'invalid-reset-link' });
    expect(await checkResetLink(context, token)).toEqual({ kind: 'invalid-reset-link' });
    await expect(hasPassword(newPassword)).resolves.toBe(true);
  });

  test('works once however many come at the same time', async () => {
    const { requestLink, reset, hasPassword } = await createForgetful();
    const token = await requestLink();
    const passwords = Array.from({ length: 20 }, (_, index) => `Jacquard-Loom-${index}`);
    const outcomes = await Promise.all(passwords.map((password) => reset(token, password)));
    expect(outcomes.filter(({ kind }) => kind === 'reset')).toHaveLength(1);
    expect(outcomes.filter(({ kind }) => kind === 'invalid-reset-link')).toHaveLength(19);
    const winner = passwords[outcomes.findIndex(({ kind }) => kind === 'reset')] ?? '';
    await expect(hasPassword(winner)).resolves.toBe(true);
  });

  test('is not used up by looking at it', async () => {
    const { context, user, requestLink, reset } = await createForgetful();
    const token = await requestLink();
    for (let count = 0; count < 20; count++) {
      expect(await checkResetLink(context, token)).toEqual({ kind: 'valid', userId: user.id, email });
    }
    await expect(reset(token)).resolves.toEqual({ kind: 'reset', userId: user.id, apiTokens: [] });
  });

  test('works for 20 minutes', async () => {
    const { context, requestLink, reset } = await createForgetful();
    const token = await requestLink();
    context.clock.advance(20 * 60_000 - 1);
    expect(await checkResetLink(context, token)).toMatchObject({ kind: 'valid' });
    context.clock.advance(1);
    expect(await checkResetLink(context, token)).toEqual({ kind: 'expired-reset-link' });
    await expect(reset(token)).resolves.toEqual({ kind: 'expired-reset-link' });
  });

  test('stops working when a newer one is asked for', async () => {
    const { user, requestLink, reset } = await createForgetful();
    const older = await requestLink();
    const newer = await requestLink();
    await expect(reset(older)).resolves.toEqual({ kind: 'invalid-reset-link' });
    await expect(reset(newer)).resolves.toEqual({ kind: 'reset', userId: user.id, apiTokens: [] });
  });

  test('is good for resetting alone, and no other link is good for that', async () => {
    const { context, reset } = await createForgetful();
    await context.db.run(context.db.build.updateTable('users').set({ email_verified_at: null }));
    await resendVerification(context, { email }, address);
    await expect(reset(await findMailedToken(context.db, email))).resolves.toEqual({
      kind: 'invalid-reset-link',
    });
  });
});

describe('asking for a reset link', () => {
  test('gets the same response for an address nobody has, and mails nothing there', async () => {
    const { context } = await createForgetful();
    const since = performance.now();
    expect(await requestPasswordReset(context, { email: 'nobody@example.com' }, address)).toEqual({
      kind: 'accepted',
    });
    // The mail that only an account gets takes less.
    expect(performance.now() - since).toBeGreaterThanOrEqual(evenMs - 1);
    expect(await listMail(context.db)).toEqual([]);
    expect(await requestPasswordReset(context, { email }, address)).toEqual({ kind: 'accepted' });
    expect(await listMail(context.db)).toMatchObject([{ recipient: email, subject: 'Reset your password' }]);
  });

  test('mails three in an hour, and says the same to known and unknown addresses however often', async () => {
    const { context, requestLink, reset } = await createForgetful();
    for (const each of [email, 'nobody@example.com']) {
      const asked = Array.from({ length: 8 }, () => requestPasswordReset(context, { email: each }, address));
      expect(await Promise.all(asked)).toEqual(asked.map(() => ({ kind: 'accepted' })));
    }
    expect(await listMail(context.db)).toHaveLength(3);
    // Asking in vain ends no link that was mailed.
    expect((await reset(await findMailedToken(context.db, email, '/reset-password'))).kind).toBe('reset');
    context.clock.advance(60 * 60_000);
    expect((await checkResetLink(context, await requestLink())).kind).toBe('valid');
  });

  test('has to wait after thirty in 15 minutes from one network, whatever the addresses', async () => {
    const { context } = await createForgetful();
    const ask = (count: number, from: string) =>
      requestPasswordReset(context, { email: `${count}@example.com` }, from);
    await Promise.all(Array.from({ length: 30 }, (_, count) => ask(count, `2001:db8::${count}`)));
    expect(await ask(30, '2001:db8::ffff')).toEqual({
      kind: 'too-many-requests',
      retryAfterSeconds: 15 * 60,
    });
    expect(await ask(30, '2001:db8:0:1::1')).toEqual({ kind: 'accepted' });
  });
});

async function createOwnerOfTokens() {
  const forgetful = await createForgetful();
  const { context, user } = forgetful;
  const [membership] = await listMemberships(context.db, user.id);
  const organizationId = membership?.organizationId ?? '';
  const actor = { userId: user.id, organizationId };
  for (const name of ['Deployment', 'Reports'])
    await createApiToken(context, actor, { name, role: 'OWNER' }, proven);
  const { user: other } = await createTestUser(context, { organizationId });
  await createApiToken(
    context,
    { ...actor, userId: other.id },
    { name: 'Of another', role: 'OWNER' },
    proven,
  );
  const listNames = async () =>
    (await listApiTokens(context.db, { organizationId, limit: 10 })).map(({ name }) => name);
  return { ...forgetful, listNames, organizationId };
}

describe('the API tokens of a user who resets', () => {
  test('work on and are named, by the link, the response and the mail', async () => {
    const { context, requestLink, reset, listNames } = await createOwnerOfTokens();
    const token = await requestLink();
    const offered = await listTokensOfResetLink(context, await checkResetLink(context, token));
    expect(offered.map(({ name }) => name)).toEqual(['Reports', 'Deployment']);
    expect(await reset(token)).toMatchObject({
      apiTokens: [
        { name: 'Reports', isEnded: false },
        { name: 'Deployment', isEnded: false },
      ],
    });
    expect(await listNames()).toEqual(['Of another', 'Reports', 'Deployment']);
    expect((await listMail(context.db)).at(-1)?.body_text).toContain(
      'API tokens you created still work: Reports (analytical engines), Deployment (analytical engines).',
    );
    expect(await listTokensOfResetLink(context, await checkResetLink(context, token))).toEqual([]);
  });

  test('end with the reset when that is asked for, and nobody else’s', async () => {
    const { context, requestLink, listNames, organizationId } = await createOwnerOfTokens();
    const input = {
      token: await requestLink(),
      newPassword,
      confirmPassword: newPassword,
      endApiTokens: true,
    };
    expect(await resetPassword(context, input, address)).toMatchObject({
      apiTokens: [{ isEnded: true }, { isEnded: true }],
    });
    expect(await listNames()).toEqual(['Of another']);
    expect((await listMail(context.db)).at(-1)?.body_text).not.toContain('API token');
    const kinds = (await listAuditEntries(context.db, { organizationId, limit: 10 })).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'api-token-revoked')).toHaveLength(2);
  });
});
