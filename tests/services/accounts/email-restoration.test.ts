import { describe, expect, test } from 'vitest';
import { createCheapPasswords } from '../../support/passwords';
import { createSession, findSessionUser } from '~/auth/session';
import { findIdentity, insertIdentity } from '~/db/accounts/identities';
import { countPasskeys, insertPasskey } from '~/db/accounts/passkeys';
import { findTwoFactor, insertTwoFactor } from '~/db/accounts/two-factor';
import { findCredentials, findUser, updatePassword } from '~/db/accounts/users';
import { listApiTokens } from '~/db/organizations/api-tokens';
import { listAuditEntries } from '~/db/organizations/audit-log';
import { listOpenInvitations } from '~/db/organizations/invitations';
import { requestEmailChange } from '~/services/accounts/email-change';
import { checkRestorationLink, restoreEmail } from '~/services/accounts/email-restoration';
import { verifyEmail } from '~/services/accounts/email-verification';
import { requestPasswordReset, resetPassword } from '~/services/accounts/password-reset';
import { renewRecoveryCodes } from '~/services/accounts/two-factor';
import { createApiToken } from '~/services/accounts/api-token-creation';
import { inviteMember } from '~/services/organizations/invitations';
import { createChannel } from '~/services/alerts/channels';
import { listChannelResponses } from '~/services/alerts/channel-response';
import { createTestUser, proven } from '../../support/accounts';
import { createTestContext } from '../../support/context';
import { findMailedToken, listMail } from '../../support/mail';
import { turnTwoFactorOn } from '../../support/two-factor';

const address = '192.0.2.1';
const password = 'Difference-Engine-1';
const dayMs = 24 * 60 * 60_000;

/** An account that a thief, who knew its password, moved to an address of their own. */
async function createStolen() {
  const context = await createTestContext();
  const { user, organizationId } = await createTestUser(context, { email: 'ada@example.com' });
  const passwordHash = await createCheapPasswords().hash(password);
  await updatePassword(context.db, user.id, { passwordHash, now: context.now() });
  const move = async (email: string) => {
    const own = (await findUser(context.db, user.id))!;
    expect(await requestEmailChange(context, own, email, { password, address })).toEqual({ kind: 'queued' });
    context.clock.advance(60_000);
    const token = await findMailedToken(context.db, email);
    expect(await verifyEmail(context, { token }, address)).toEqual({ kind: 'verified' });
  };
  const findLink = (email = 'ada@example.com') => findMailedToken(context.db, email, '/restore-email');
  const restore = (token: string) => restoreEmail(context, { token }, address);
  const findEmail = async () => (await findUser(context.db, user.id))?.email;
  return { context, user, organizationId, move, findLink, restore, findEmail };
}

async function addWays({
  context,
  user,
}: Pick<Awaited<ReturnType<typeof createStolen>>, 'context' | 'user'>) {
  const now = context.now();
  await insertPasskey(context.db, {
    userId: user.id,
    credentialId: `credential-${now}`,
    host: 'localhost',
    publicKey: 'key',
    counter: 0,
    transports: [],
    name: 'Phone',
    isBackupEligible: false,
    isBackedUp: false,
    now,
  });
  await insertIdentity(context.db, {
    issuer: `https://id-${now}.example.com`,
    subject: 'ada',
    userId: user.id,
    email: 'ada@example.com',
    now,
  });
}

describe('the mail to the former address', () => {
  test('gives the account back, though the thief has another password by now', async () => {
    const { context, user, move, findLink, restore, findEmail } = await createStolen();
    const former = { issuer: `https://id-${context.now()}.example.com`, userId: user.id };
    await addWays({ context, user });
    context.clock.advance(dayMs);
    await move('thief@example.com');
    await addWays({ context, user });
    await insertTwoFactor(context.db, { userId: user.id, secret: null, lastStep: 0, now: context.now() });
    const session = await createSession(context.db, {
      userId: user.id,
      userAgent: null,
      address,
      now: context.now(),
    });
    await requestPasswordReset(context, { email: 'thief@example.com' }, address);
    const reset = await findMailedToken(context.db, 'thief@example.com', '/reset-password');

    const link = await findLink();
    const check = () => checkRestorationLink(context, link);
    expect(await check()).toEqual({ kind: 'valid' });
    expect(await restore(link)).toEqual({ kind: 'restored' });
    expect(await check()).toEqual({ kind: 'invalid-restoration-link' });
    expect(await findEmail()).toBe('ada@example.com');
    expect((await findCredentials(context.db, 'ada@example.com'))?.passwordHash).toBe('');
    expect(await findSessionUser(context.db, session, context.now())).toBeUndefined();
    // What was there before the change was asked for is the owner's.
    expect(await countPasskeys(context.db, user.id)).toBe(1);
    expect(await findIdentity(context.db, former)).toBeDefined();
    expect(await findTwoFactor(context.db, user.id)).toBeUndefined();
    const told = (await listMail(context.db)).findLast(({ recipient }) => recipient === 'ada@example.com');
    expect(told?.subject).toBe('Choose a new password');
    expect(told?.body_text).not.toContain('your password stays as it is');
    const newPassword = 'Jacquard-Loom-1804';
    const choose = (token: string) =>
      resetPassword(context, { token, newPassword, confirmPassword: newPassword }, address);
    expect(await choose(reset)).toEqual({ kind: 'invalid-reset-link' });
    expect(
      await choose(await findMailedToken(context.db, 'ada@example.com', '/reset-password')),
    ).toMatchObject({
      kind: 'reset',
    });
    expect(await restore(link)).toEqual({ kind: 'invalid-restoration-link' });
    expect(
      (await listMail(context.db)).findLast(({ recipient }) => recipient === 'thief@example.com'),
    ).toMatchObject({
      subject: 'A change of email address was taken back',
    });
  });

  test('ends the authenticator app that the thief added to a second factor of before', async () => {
    const { context, user, move, findLink, restore } = await createStolen();
    await insertTwoFactor(context.db, { userId: user.id, secret: null, lastStep: 0, now: context.now() });
    context.clock.advance(dayMs);
    await move('thief@example.com');
    await turnTwoFactorOn(context, { ...user, email: 'thief@example.com' }, password);
    expect(await restore(await findLink())).toEqual({ kind: 'restored' });
    expect(await findTwoFactor(context.db, user.id)).toBeUndefined();
  });

  test('ends the recovery codes that the thief renewed, and no others of a second factor of before', async () => {
    const { context, user, move, findLink, restore } = await createStolen();
    await turnTwoFactorOn(context, user, password);
    const countCodes = async () => (await findTwoFactor(context.db, user.id))?.recoveryCodesLeft;
    context.clock.advance(dayMs);
    await move('second@example.com');
    expect(await restore(await findLink())).toEqual({ kind: 'restored' });
    expect(await countCodes()).toBe(10);

    const passwordHash = await createCheapPasswords().hash(password);
    await updatePassword(context.db, user.id, { passwordHash, now: context.now() });
    await move('thief@example.com');
    const thief = { ...user, email: 'thief@example.com' };
    expect(await renewRecoveryCodes(context, thief, { password, address })).toMatchObject({
      kind: 'renewed',
    });
    expect(await restore(await findLink())).toEqual({ kind: 'restored' });
    expect(await countCodes()).toBe(0);
  });

  test('ends the API tokens and invitations that the thief made, and none of before', async () => {
    const { context, user, organizationId, move, findLink, restore } = await createStolen();
    const actor = { userId: user.id, organizationId, address };
    const giveAccess = async (name: string) => {
      expect(await createApiToken(context, actor, { name, role: 'OWNER' }, proven)).toMatchObject({
        kind: 'created',
      });
      const email = `${name}@example.com`;
      const invited = await inviteMember(context, actor, { email, role: 'ADMIN' }, proven);
      expect(invited).toEqual({ kind: 'invited' });
    };
    await giveAccess('deployment');
    context.clock.advance(dayMs);
    await move('thief@example.com');
    await giveAccess('accomplice');

    expect(await restore(await findLink())).toEqual({ kind: 'restored' });
    const page = { organizationId, limit: 10 };
    expect((await listApiTokens(context.db, page)).map(({ name }) => name)).toEqual(['deployment']);
    const invited = await listOpenInvitations(context.db, page);
    expect(invited.map(({ email }) => email)).toEqual(['deployment@example.com']);
    const ended = (await listAuditEntries(context.db, page)).filter(({ kind }) => kind.endsWith('-revoked'));
    expect(ended.map(({ kind, detail }) => [kind, detail])).toEqual([
      ['invitation-revoked', 'accomplice@example.com'],
      ['api-token-revoked', 'accomplice: OWNER'],
    ]);
  });

  test('works although the account moved on, and ends the way back of those after it', async () => {
    const { move, findLink, restore, findEmail } = await createStolen();
    await move('thief@example.com');
    await move('accomplice@example.com');
    const theirs = await findLink('thief@example.com');
    expect(await restore(await findLink())).toEqual({ kind: 'restored' });
    expect(await findEmail()).toBe('ada@example.com');
    expect(await restore(theirs)).toEqual({ kind: 'invalid-restoration-link' });
  });

  test('is not ended by the way back of a later change', async () => {
    const { move, findLink, restore, findEmail } = await createStolen();
    await move('thief@example.com');
    await move('accomplice@example.com');
    expect(await restore(await findLink('thief@example.com'))).toEqual({ kind: 'restored' });
    expect(await findEmail()).toBe('thief@example.com');
    expect(await restore(await findLink())).toEqual({ kind: 'restored' });
    expect(await findEmail()).toBe('ada@example.com');
  });

  test('works for 7 days', async () => {
    const { context, move, findLink, restore, findEmail } = await createStolen();
    await move('thief@example.com');
    context.clock.advance(7 * dayMs);
    expect(await restore(await findLink())).toEqual({ kind: 'expired-restoration-link' });
    expect(await findEmail()).toBe('thief@example.com');
  });

  test('is not kept out by an account that was made with the address and never confirmed it', async () => {
    const { context, move, findLink, restore, findEmail } = await createStolen();
    await move('thief@example.com');
    const { user: squatter } = await createTestUser(context, { email: 'ada@example.com', verified: false });
    expect(await restore(await findLink())).toEqual({ kind: 'restored' });
    expect(await findEmail()).toBe('ada@example.com');
    expect(await findUser(context.db, squatter.id)).toBeUndefined();
  });

  test('takes the address from nobody who confirmed it', async () => {
    const { context, move, findLink, restore, findEmail } = await createStolen();
    await move('thief@example.com');
    await createTestUser(context, { email: 'ada@example.com' });
    expect(await restore(await findLink())).toEqual({ kind: 'email-taken' });
    expect(await findEmail()).toBe('thief@example.com');
  });
});

test('alert channels for one person follow that person to another address, and back', async () => {
  const { context, user, organizationId, move, findLink, restore } = await createStolen();
  const actor = { userId: user.id, organizationId };
  for (const recipients of ['owners', 'ada@example.com']) {
    const channel = { name: recipients, kind: 'email', recipients, events: { failing: 1 } };
    expect(await createChannel(context, actor, channel)).toMatchObject({ kind: 'channel' });
  }
  const list = async () =>
    (await listChannelResponses(context, { organizationId })).map(({ recipients }) => recipients);
  await move('lovelace@example.com');
  expect(await list()).toEqual(['lovelace@example.com', 'owners']);
  await restore(await findLink());
  expect(await list()).toEqual(['ada@example.com', 'owners']);
});
