import { expect, test } from 'vitest';
import { findUserByEmail } from '~/db/accounts/users';
import { insertMembership, listMemberships } from '~/db/organizations/memberships';
import { removeAbandonedSignUps } from '~/services/accounts/abandoned-sign-ups';
import { resendVerification } from '~/services/accounts/email-verification';
import { signUp } from '~/services/accounts/sign-up';
import { SignUp } from '~/fields';
import { createTestUser } from '../../support/accounts';
import { createTestContext } from '../../support/context';
import { createTestIntegration } from '../../support/executions';

const dayMs = 24 * 3_600_000;
const pace = { rest: async () => {}, stopping: new AbortController().signal };
const many = Array.from({ length: 11 }, (_, n) => `nobody-${n}`);

test('an account that is not confirmed within 30 days is removed with its organization, unless it has more', async () => {
  const context = await createTestContext();
  const { db } = context;
  const { user: verified } = await createTestUser(context, { email: 'verified@example.com' });
  const names = ['asks-again', 'with-integration', 'with-colleague', ...many];
  const organizations = new Map<string, string>();
  for (const name of names) {
    const email = `${name}@example.com`;
    const form = {
      email,
      password: 'Difference-Engine-1',
      firstName: 'Ada',
      lastName: 'Lovelace',
      organizationName: name,
    };
    expect(await signUp(context, SignUp.parse(form), '192.0.2.1')).toEqual({ kind: 'signed-up' });
    const { id } = (await findUserByEmail(db, email))!;
    const [membership] = await listMemberships(db, id);
    organizations.set(name, membership!.organizationId);
    // A network address may create only a few accounts in an hour.
    context.clock.advance(dayMs / 100);
  }
  await createTestIntegration(context, organizations.get('with-integration')!);
  const organizationId = organizations.get('with-colleague')!;
  await insertMembership(db, { userId: verified.id, organizationId, role: 'MEMBER', now: context.now() });
  const listLeft = async () => {
    await removeAbandonedSignUps(context, pace);
    const left: string[] = [];
    for (const name of ['verified', ...names]) {
      if (await findUserByEmail(db, `${name}@example.com`)) left.push(name);
    }
    return left;
  };

  context.clock.advance(29 * dayMs);
  expect(await listLeft()).toEqual(['verified', ...names]);
  await resendVerification(context, { email: 'asks-again@example.com' }, '192.0.2.1');
  context.clock.advance(dayMs - 1);
  expect(await listLeft()).toEqual(['verified', 'asks-again', 'with-integration', 'with-colleague']);
  context.clock.advance(dayMs);
  expect(await listLeft()).toEqual(['verified', 'with-integration', 'with-colleague']);
  const purges = db.build.selectFrom('jobs').select('subject_id').where('kind', '=', 'purge-organization');
  const purged = (await db.all(purges)).map(({ subject_id }) => subject_id);
  expect(purged.toSorted()).toEqual(
    ['asks-again', ...many].map((name) => organizations.get(name)!).toSorted(),
  );
});
