import { describe, expect, test } from 'vitest';
import { deleteUser, findFirstVerifiedUserId, updateEmail, updateEmailVerified } from '~/db/accounts/users';
import { administersInstallation } from '~/services/installation/administrators';
import { createTestUser } from '../../support/accounts';
import { createTestContext } from '../../support/context';
import { explain } from '../../support/explain';

/** Three people, one millisecond apart; the first one has never been verified. */
async function createPeople() {
  const context = await createTestContext();
  const [stranger, ada, grace] = [false, true, true].map((verified) => {
    context.clock.advance(1);
    return createTestUser(context, { verified }).user.id;
  }) as [string, string, string];
  const listAdministrators = () =>
    [stranger, ada, grace].filter((userId) => administersInstallation(context.db, userId));
  return { context, stranger, ada, grace, listAdministrators };
}

describe('the administrator of the installation', () => {
  test('is the account that was verified first, however old the others are', async () => {
    const { context, stranger, ada, listAdministrators } = await createPeople();
    expect(listAdministrators()).toEqual([ada]);
    context.clock.advance(1);
    updateEmailVerified(context.db, stranger, context.now());
    expect(listAdministrators()).toEqual([ada]);
  });

  test('stays so with another address', async () => {
    const { context, ada, listAdministrators } = await createPeople();
    context.clock.advance(1);
    updateEmail(context.db, ada, { email: 'countess@example.com', now: context.now() });
    expect(listAdministrators()).toEqual([ada]);
  });

  test('is the next one when the account is deleted or its verification withdrawn', async () => {
    const { context, ada, grace, listAdministrators } = await createPeople();
    const withdraw = context.db.build.updateTable('users').set({ email_verified_at: null });
    context.db.run(withdraw.where('id', '=', ada));
    expect(listAdministrators()).toEqual([grace]);
    updateEmailVerified(context.db, ada, context.now());
    expect(listAdministrators()).toEqual([ada]);
    deleteUser(context.db, ada);
    expect(listAdministrators()).toEqual([grace]);
    deleteUser(context.db, grace);
    expect(listAdministrators()).toEqual([]);
  });

  test('is known also when a process of the former version verified the account', async () => {
    const { context, grace, ada, listAdministrators } = await createPeople();
    context.db.run(context.db.build.updateTable('users').set({ first_verified_at: null }));
    expect(listAdministrators()).toEqual([ada]);
    deleteUser(context.db, ada);
    expect(listAdministrators()).toEqual([grace]);
  });

  test('is found without looking at everybody', async () => {
    const { context } = await createPeople();
    expect(explain(context.db, findFirstVerifiedUserId)).toEqual([
      expect.stringContaining('USING INDEX users_by_first_verification'),
    ]);
  });
});
