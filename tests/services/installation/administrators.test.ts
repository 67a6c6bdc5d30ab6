import { describe, expect, test } from 'vitest';
import { deleteUser, findFirstVerifiedUserId, updateEmail, updateEmailVerified } from '~/db/accounts/users';
import { administersInstallation } from '~/services/installation/administrators';
import { createTestUser } from '../../support/accounts';
import { createTestContext } from '../../support/context';
import { explain } from '../../support/explain';
import { inTurn } from '../../support/in-turn';

/** Three people, one millisecond apart; the first one has never been verified. */
async function createPeople() {
  const context = await createTestContext();
  const [stranger, ada, grace] = (await inTurn([false, true, true], async (verified) => {
    context.clock.advance(1);
    return (await createTestUser(context, { verified })).user.id;
  })) as [string, string, string];
  const listAdministrators = async () => {
    const found: string[] = [];
    for (const userId of [stranger, ada, grace]) {
      if (await administersInstallation(context.db, context.config, userId)) found.push(userId);
    }
    return found;
  };
  return { context, stranger, ada, grace, listAdministrators };
}

describe('the administrator of the installation', () => {
  test('is the account that was verified first, however old the others are', async () => {
    const { context, stranger, ada, listAdministrators } = await createPeople();
    expect(await listAdministrators()).toEqual([ada]);
    context.clock.advance(1);
    await updateEmailVerified(context.db, stranger, context.now());
    expect(await listAdministrators()).toEqual([ada]);
  });

  test('stays so with another address', async () => {
    const { context, ada, listAdministrators } = await createPeople();
    context.clock.advance(1);
    await updateEmail(context.db, ada, { email: 'countess@example.com', now: context.now() });
    expect(await listAdministrators()).toEqual([ada]);
  });

  test('is the next one when the account is deleted or its verification withdrawn', async () => {
    const { context, ada, grace, listAdministrators } = await createPeople();
    const withdraw = context.db.build.updateTable('users').set({ email_verified_at: null });
    await context.db.run(withdraw.where('id', '=', ada));
    expect(await listAdministrators()).toEqual([grace]);
    await updateEmailVerified(context.db, ada, context.now());
    expect(await listAdministrators()).toEqual([ada]);
    await deleteUser(context.db, ada);
    expect(await listAdministrators()).toEqual([grace]);
    await deleteUser(context.db, grace);
    expect(await listAdministrators()).toEqual([]);
  });

  test('is known also when a process of the former version verified the account', async () => {
    const { context, grace, ada, listAdministrators } = await createPeople();
    await context.db.run(context.db.build.updateTable('users').set({ first_verified_at: null }));
    expect(await listAdministrators()).toEqual([ada]);
    await deleteUser(context.db, ada);
    expect(await listAdministrators()).toEqual([grace]);
  });

  test('is found without looking at everybody', async () => {
    const { context } = await createPeople();
    expect(await explain(context.db, findFirstVerifiedUserId)).toEqual([
      expect.stringContaining('USING INDEX users_by_first_verification'),
    ]);
  });
});
