import { describe, expect, test } from 'vitest';
import { listMembers } from '~/db/organizations/members';
import { listMemberships } from '~/db/organizations/memberships';
import { findCredentials, findUserByEmail } from '~/db/accounts/users';
import { SignUp } from '~/fields';
import { signUp } from '~/services/accounts/sign-up';
import { findSignUpMode } from '~/services/accounts/sign-up-mode';
import { createTestUser } from '../../support/accounts';
import { createTestContext } from '../../support/context';
import { listMail } from '../../support/mail';

const ada = SignUp.parse({
  email: ' Ada@Example.COM ',
  password: 'Difference-Engine-1',
  firstName: ' Ada ',
  lastName: 'Lovelace',
  organizationName: ' Analytical Engines ',
});

describe('a sign-up', () => {
  test('makes a user who owns a new organization and is not verified yet', async () => {
    const context = await createTestContext();
    await expect(signUp(context, ada, '192.0.2.1')).resolves.toEqual({ kind: 'signed-up' });
    const user = (await findUserByEmail(context.db, 'ada@example.com'))!;
    expect(user).toMatchObject({ firstName: 'Ada', lastName: 'Lovelace', emailVerified: false });
    const memberships = await listMemberships(context.db, user.id);
    expect(memberships).toMatchObject([{ organizationName: 'analytical engines', role: 'OWNER' }]);
    expect(
      await listMembers(context.db, { organizationId: memberships[0]!.organizationId, limit: 2 }),
    ).toEqual([{ userId: user.id, role: 'OWNER', access: 'edit', joinedAt: context.now() }]);
  });

  test('stores no password, and writes down who signed up from where', async () => {
    const context = await createTestContext();
    await signUp(context, ada, '192.0.2.1');
    const { passwordHash } = (await findCredentials(context.db, 'ada@example.com'))!;
    expect(passwordHash).toMatch(/^\$argon2id\$/);
    const audit = await context.db.all(context.db.build.selectFrom('audit').select(['kind', 'address']));
    expect(audit).toEqual([{ kind: 'sign-up', address: '192.0.2.1' }]);
  });

  test('queues the verification mail together with the job that sends it, and wakes the runner', async () => {
    const context = await createTestContext();
    await signUp(context, ada, '192.0.2.1');
    const [mail] = await listMail(context.db);
    expect(mail).toMatchObject({ recipient: 'ada@example.com', status: 'queued' });
    expect(mail!.body_text).toMatch(/http:\/\/localhost:3000\/verify-email\?token=[\w-]{43}\n/);
    const jobs = await context.db.all(
      context.db.build.selectFrom('jobs').select(['kind', 'subject_id', 'run_at']),
    );
    const [email] = await context.db.all(context.db.build.selectFrom('emails').select('id'));
    expect(jobs).toEqual([{ kind: 'email', subject_id: email!.id, run_at: context.now() }]);
    expect(context.wakes()).toBe(1);
  });

  test('holds nothing in the mail that the person typed', async () => {
    const context = await createTestContext();
    await signUp(context, { ...ada, firstName: 'Win money at evil.example' }, '192.0.2.1');
    expect(JSON.stringify(await listMail(context.db))).not.toContain('evil.example');
  });
});

async function signUpTwice() {
  const context = await createTestContext();
  const first = await signUp(context, ada, '192.0.2.1');
  const again = { ...ada, password: 'Another-Password-2', organizationName: 'others' };
  const second = await signUp(context, again, '192.0.2.2');
  return { context, first, second };
}

describe('a sign-up with a known email', () => {
  test('gets the same response as any other', async () => {
    const { first, second } = await signUpTwice();
    expect(second).toEqual(first);
  });

  test('changes nothing', async () => {
    const { context } = await signUpTwice();
    expect(await context.db.all(context.db.build.selectFrom('users').select('id'))).toHaveLength(1);
    expect(await context.db.all(context.db.build.selectFrom('organizations').select('name'))).toEqual([
      { name: 'analytical engines' },
    ]);
  });

  test('is announced to the owner of the address by mail', async () => {
    const { context } = await signUpTwice();
    expect((await listMail(context.db))[1]).toMatchObject({
      recipient: 'ada@example.com',
      subject: 'You already have an account',
    });
  });

  test('that arrives at the same time makes one account', async () => {
    const context = await createTestContext();
    await Promise.all([signUp(context, ada, '192.0.2.1'), signUp(context, ada, '192.0.2.1')]);
    expect(await context.db.all(context.db.build.selectFrom('users').select('id'))).toHaveLength(1);
  });
});

test('nobody can fill a mailbox: of sign-ups with one email three in an hour are mailed about', async () => {
  const context = await createTestContext();
  for (let count = 0; count < 6; count++) {
    await expect(signUp(context, ada, `192.0.2.${count}`)).resolves.toEqual({ kind: 'signed-up' });
  }
  expect(await listMail(context.db)).toHaveLength(3);
});

describe('where sign-up is not open', () => {
  test.each([
    ['invite', 'invitation-needed'],
    ['closed', 'sign-up-closed'],
  ] as const)('%s: only the first account is made without an invitation', async (mode, kind) => {
    const context = await createTestContext({ config: { signUp: mode } });
    expect(await findSignUpMode(context)).toBe('open');
    await createTestUser(context);
    expect(await findSignUpMode(context)).toBe(mode);
    await expect(signUp(context, ada, '192.0.2.1')).resolves.toEqual({ kind });
    expect(await findUserByEmail(context.db, 'ada@example.com')).toBeUndefined();
    expect(await listMail(context.db)).toEqual([]);
  });
});
