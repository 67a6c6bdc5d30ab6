import { describe, expect, test } from 'vitest';
import { deleteUser, findFirstVerifiedUserId, updateEmail, updateEmailVerified } from '~/db/accounts/users';
import { listAuditEntries } from '~/db/organizations/audit-log';
import {
  administersInstallation,
  listAdministratorIds,
  makeAdministrator,
  removeAdministrator,
} from '~/services/installation/administrators';
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

describe('the office', () => {
  test('is given on without being lost, and taken back from all but the last', async () => {
    const { context, stranger, ada, grace, listAdministrators } = await createPeople();
    const { config, db } = context;
    const by = { userId: ada, now: context.now() };
    expect(await makeAdministrator(db, config, stranger, by)).toMatchObject({ kind: 'conflict' });
    expect(await removeAdministrator(db, config, ada, by)).toEqual({ kind: 'last-administrator' });
    expect(await makeAdministrator(db, config, grace, by)).toEqual({ kind: 'done' });
    expect(await makeAdministrator(db, config, grace, by)).toEqual({ kind: 'done' });
    expect(await listAdministrators()).toEqual([ada, grace]);
    expect(await removeAdministrator(db, config, ada, by)).toEqual({ kind: 'done' });
    expect(await listAdministrators()).toEqual([grace]);
    expect(await removeAdministrator(db, config, ada, by)).toEqual({ kind: 'not-found' });
    expect(await removeAdministrator(db, config, grace, by)).toEqual({ kind: 'last-administrator' });
    await deleteUser(db, grace);
    expect(await listAdministrators()).toEqual([ada]);
  });

  test('stands in the audit of every organization', async () => {
    const { context, ada, grace } = await createPeople();
    const { organizationId, user } = await createTestUser(context);
    await makeAdministrator(context.db, context.config, grace, { userId: ada, now: context.now() });
    await removeAdministrator(context.db, context.config, grace, { userId: ada, now: context.now() });
    const rows = await listAuditEntries(context.db, { organizationId, limit: 10 });
    const detail = `${grace}@example.com`;
    expect(rows).toMatchObject([
      { kind: 'administrator-removed', detail, email: `${ada}@example.com` },
      { kind: 'administrator-made', detail },
    ]);
    expect(user.id).not.toBe(ada);
  });

  test('is that of the setting, and of nobody else until its account is verified', async () => {
    const { context, ada, grace } = await createPeople();
    const config = { adminEmail: 'operator@example.com' };
    const list = () => listAdministratorIds(context.db, config);
    expect(await list()).toEqual([]);
    const { user } = await createTestUser(context, { email: config.adminEmail, verified: false });
    expect(await list()).toEqual([]);
    await updateEmailVerified(context.db, user.id, context.now());
    expect(await list()).toEqual([user.id]);
    const by = { userId: user.id, now: context.now() };
    await makeAdministrator(context.db, config, grace, by);
    expect(await list()).toEqual([user.id, grace]);
    expect(await removeAdministrator(context.db, config, user.id, by)).toMatchObject({ kind: 'conflict' });
    // Whom others make leaves the office of the named account to the setting.
    const byGrace = { userId: grace, now: context.now() };
    await makeAdministrator(context.db, config, ada, byGrace);
    const afterwards = await listAdministratorIds(context.db, { adminEmail: 'dora@example.com' });
    expect(new Set(afterwards)).toEqual(new Set([grace, ada]));
    await removeAdministrator(context.db, config, ada, by);
    await removeAdministrator(context.db, config, grace, by);
    expect(await list()).toEqual([user.id]);
    expect(await administersInstallation(context.db, config, ada)).toBe(false);
  });
});
