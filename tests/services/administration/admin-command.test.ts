import { expect, test } from 'vitest';
import { createSession, findSessionUser } from '~/auth/session';
import { listPasskeys } from '~/db/accounts/passkeys';
import { findUserByEmail } from '~/db/accounts/users';
import { listAuditEntries } from '~/db/organizations/audit-log';
import { describeTwoFactor } from '~/services/accounts/two-factor';
import { resetPassword } from '~/services/accounts/password-reset';
import { performAdminCommand } from '~/services/administration/admin-command';
import { queueEmail } from '~/services/mail';
import { isPaused } from '~/services/installation/pause';
import { createTestUser } from '../../support/accounts';
import { createTestContext } from '../../support/context';
import { listMail } from '../../support/mail';
import { givePasskey } from '../../support/passkeys';
import { turnTwoFactorOn } from '../../support/two-factor';

async function createMachine() {
  const context = await createTestContext();
  const { organizationId } = await createTestUser(context, { email: 'ada@example.com' });
  context.clock.advance(1);
  await createTestUser(context, { email: 'grace@example.com', verified: false, organizationId });
  const { db, config } = context;
  const admin = (...args: string[]) =>
    performAdminCommand(db, args, {
      config,
      now: context.now(),
      createOutbound: () => context.outbound,
      createMailer: () => Promise.resolve(context.mailer),
    });
  const listKinds = async () =>
    (await listAuditEntries(db, { organizationId, limit: 10 })).map(({ kind, detail }) => [kind, detail]);
  return { context, admin, listKinds };
}

test('lists every account with what it counts as', async () => {
  const { admin } = await createMachine();
  expect(await admin('list')).toEqual({
    kind: 'done',
    lines: [
      'grace@example.com\tAda Lovelace\tnot verified',
      'ada@example.com\tAda Lovelace\tverified, administrator',
    ],
  });
});

test('verifies an account that no mail reaches, and makes it an administrator', async () => {
  const { context, admin, listKinds } = await createMachine();
  expect(await admin('make-administrator', 'grace@example.com')).toMatchObject({ kind: 'failed' });
  expect(await admin('verify', ' Grace@Example.com')).toMatchObject({ kind: 'done' });
  expect((await findUserByEmail(context.db, 'grace@example.com'))?.emailVerified).toBe(true);
  expect(await admin('verify', 'grace@example.com')).toMatchObject({ kind: 'failed' });
  expect(await admin('make-administrator', 'grace@example.com')).toMatchObject({ kind: 'done' });
  expect(await admin('remove-administrator', 'ada@example.com')).toMatchObject({ kind: 'done' });
  expect(await admin('remove-administrator', 'ada@example.com')).toEqual({
    kind: 'failed',
    message: 'ada@example.com does not administer the installation.',
  });
  expect(await listKinds()).toEqual([
    ['administrator-removed', 'ada@example.com'],
    ['administrator-made', 'grace@example.com'],
    ['email-verified', 'grace@example.com'],
  ]);
});

test('prints a link that sets a new password', async () => {
  const { context, admin } = await createMachine();
  const printed = await admin('reset-link', 'ada@example.com');
  const [link = ''] = printed.kind === 'done' ? printed.lines : [];
  expect(link).toMatch(/^http.*\/reset-password\?token=./);
  const token = new URL(link).searchParams.get('token') ?? '';
  const newPassword = 'Another-long-one-7';
  const outcome = await resetPassword(
    context,
    { token, newPassword, confirmPassword: newPassword },
    '192.0.2.1',
  );
  expect(outcome).toMatchObject({ kind: 'reset' });
});

test('ends the sessions of one account, and of nobody else', async () => {
  const { context, admin, listKinds } = await createMachine();
  const { db } = context;
  const open = async (email: string) => {
    const { id: userId } = (await findUserByEmail(db, email))!;
    return createSession(db, { userId, userAgent: null, address: null, now: context.now() });
  };
  const ofAda = [await open('ada@example.com'), await open('ada@example.com')];
  const ofGrace = await open('grace@example.com');
  expect(await admin('end-sessions', 'Ada@example.com ')).toEqual({
    kind: 'done',
    lines: ['ada@example.com is logged out everywhere.'],
  });
  for (const token of ofAda) expect(await findSessionUser(db, token, context.now())).toBeUndefined();
  expect(await findSessionUser(db, ofGrace, context.now())).toMatchObject({ email: 'grace@example.com' });
  expect(await listKinds()).toEqual([['session-ended', 'ada@example.com']]);
});

test('pauses and resumes, and says when there was nothing to do', async () => {
  const { context, admin, listKinds } = await createMachine();
  expect(await admin('resume')).toEqual({ kind: 'done', lines: ['Nothing was paused.'] });
  await admin('pause');
  expect(await isPaused(context.db)).toBe(true);
  expect(await admin('pause')).toEqual({ kind: 'done', lines: ['It was already paused.'] });
  await admin('resume');
  expect(await isPaused(context.db)).toBe(false);
  expect((await listKinds()).map(([kind]) => kind)).toEqual(['installation-resumed', 'installation-paused']);
});

test.each([[], ['nonsense'], ['verify'], ['constructor', 'ada@example.com']])(
  '%j is answered with the usage',
  async (...args) => {
    const { admin } = await createMachine();
    expect(await admin(...args)).toMatchObject({ kind: 'failed', message: expect.stringMatching(/^Usage:/) });
  },
);

test('an address that nobody has is said to be unknown', async () => {
  const { admin } = await createMachine();
  expect(await admin('verify', 'nobody@example.com')).toEqual({
    kind: 'failed',
    message: 'No account has the address nobody@example.com.',
  });
});

test('turns the second factor of an account off, and mails its owner', async () => {
  const { context, admin, listKinds } = await createMachine();
  expect(await admin('remove-two-factor', 'ada@example.com')).toEqual({
    kind: 'failed',
    message: 'ada@example.com uses neither two-factor authentication nor passkeys.',
  });
  const user = (await findUserByEmail(context.db, 'ada@example.com'))!;
  const passwordHash = await context.passwords.hash('Difference-Engine-1');
  await context.db.run(context.db.build.updateTable('users').set({ password_hash: passwordHash }));
  await turnTwoFactorOn(context, user, 'Difference-Engine-1');
  expect(await admin('remove-two-factor', 'ada@example.com')).toEqual({
    kind: 'done',
    lines: ['ada@example.com logs in without a second factor.'],
  });
  expect((await describeTwoFactor(context, user.id)).since).toBeNull();
  expect(await listKinds()).toEqual([['two-factor-disabled', 'ada@example.com']]);
  expect((await listMail(context.db)).map(({ subject }) => subject)).toEqual([
    'Two-factor authentication was turned on',
    'Two-factor authentication was removed',
  ]);
});

test('takes the passkeys of an account away, whether or not they are its second factor', async () => {
  const { context, admin } = await createMachine();
  const user = (await findUserByEmail(context.db, 'ada@example.com'))!;
  const password = 'Difference-Engine-1';
  const passwordHash = await context.passwords.hash(password);
  await context.db.run(context.db.build.updateTable('users').set({ password_hash: passwordHash }));
  await givePasskey(context, user, { password });
  expect(await admin('remove-two-factor', 'ada@example.com')).toMatchObject({ kind: 'done' });
  expect(await listPasskeys(context.db, user.id)).toEqual([]);
  const told = (await listMail(context.db)).at(-1);
  expect(told?.subject).toBe('Your passkeys were removed');
  expect(told?.body_text).toContain('An administrator of the installation removed from your Wicked');
  expect(told?.body_text).toContain('If you did not ask for that, choose a new password now');
  expect(told?.body_text).not.toMatch(/recovery codes|If this was you/);
  expect(await admin('remove-two-factor', 'ada@example.com')).toMatchObject({ kind: 'failed' });
});

test('queues mails again that were given up', async () => {
  const { context, admin } = await createMachine();
  expect(await admin('resend-mails')).toEqual({ kind: 'done', lines: ['No mail was given up.'] });
  const { db } = context;
  await db.transaction((tx) =>
    queueEmail(context, tx, {
      recipient: 'ada@example.com',
      message: { subject: 'Hello', text: 'Hello', html: 'Hello' },
      now: context.now(),
    }),
  );
  await db.run(db.build.updateTable('emails').set({ status: 'failed' }));
  expect(await admin('resend-mails')).toMatchObject({
    lines: [expect.stringMatching(/^Mails that wait to be sent again: [1-9]/) as string],
  });
});

test('deletes the account of a person, and what is theirs alone only when that is said', async () => {
  const { context, admin } = await createMachine();
  expect(await admin('delete-account', 'ada@example.com')).toMatchObject({ kind: 'done' });
  expect(await findUserByEmail(context.db, 'ada@example.com')).toBeUndefined();
  expect(await admin('delete-account', 'ada@example.com')).toEqual({
    kind: 'failed',
    message: 'No account has the address ada@example.com.',
  });
  const refused = await admin('delete-account', 'Grace@example.com');
  expect(refused).toEqual({
    kind: 'failed',
    message: expect.stringContaining('analytical engines has no other member'),
  });
  expect(await admin('delete-account', '--with-organizations', 'grace@example.com')).toEqual({
    kind: 'done',
    lines: ['The account of grace@example.com is deleted, with analytical engines.'],
  });
  const kinds = await context.db.all(context.db.build.selectFrom('audit').select('kind').orderBy('id'));
  expect(kinds.map(({ kind }) => kind)).toEqual([
    'account-deleted',
    'organization-deleted',
    'account-deleted',
  ]);
});

test('deletes no account that others need as their last owner', async () => {
  const { context, admin } = await createMachine();
  await context.db.run(
    context.db.build
      .updateTable('memberships')
      .set({ role: 'MEMBER' })
      .where('user_id', 'in', (eb) =>
        eb.selectFrom('users').select('id').where('email', '=', 'grace@example.com'),
      ),
  );
  expect(await admin('delete-account', 'ada@example.com', '--with-organizations')).toEqual({
    kind: 'failed',
    message: 'ada@example.com is the last owner of “analytical engines”: make someone else an owner first.',
  });
});
