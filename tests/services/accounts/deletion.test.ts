import { truncateSync } from 'node:fs';
import { beforeEach, expect, it } from 'vitest';
import { createCheapPasswords } from '../../support/passwords';
import { insertPasskey } from '~/db/accounts/passkeys';
import { createSession, findSessionUser } from '~/auth/session';
import { listMemberships } from '~/db/organizations/memberships';
import { findUserByEmail, updatePassword, type User } from '~/db/accounts/users';
import { describeDeletionImpact, deleteAccount } from '~/services/accounts/deletion';
import { makeAdministrator } from '~/services/installation/administrators';
import { createIntegration } from '~/services/integrations/integrations';
import { queueVerification } from '~/services/accounts/email-verification';
import { createTestUser } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';
import { insertStopIncident } from '../../support/incidents';
import { countInFile } from '../organizations/full-organization';

const password = 'Correct-horse-7';
const address = '192.0.2.1';
const email = 'zebrafinch@example.com';

let context: TestContext;
let user: User;
let organizationId: string;

beforeEach(async () => {
  context = await createTestContext();
  ({ user, organizationId } = await createTestUser(context, { email }));
  const passwordHash = await createCheapPasswords().hash(password);
  await updatePassword(context.db, user.id, { passwordHash, now: context.now() });
});

function listPurges() {
  const { build } = context.db;
  return context.db.all(
    build.selectFrom('jobs').select('subject_id').where('kind', '=', 'purge-organization'),
  );
}

it('asks for the password', async () => {
  expect(await deleteAccount(context, user, { password: 'Wrong-horse-7', address })).toEqual({
    kind: 'wrong-password',
  });
  expect(await findUserByEmail(context.db, email)).toBeDefined();
});

it('counts as a login, so that nobody guesses with it', async () => {
  const tries = [];
  for (let each = 0; each < 6; each += 1) {
    tries.push(await deleteAccount(context, user, { password: 'Wrong-horse-7', address }));
  }
  expect(tries.map(({ kind }) => kind)).toEqual([
    ...Array<string>(5).fill('wrong-password'),
    'too-many-logins',
  ]);
  expect(await deleteAccount(context, user, { password, address })).toMatchObject({
    kind: 'too-many-logins',
  });
  expect(await findUserByEmail(context.db, email)).toBeDefined();
});

it('is rejected while others would be left without an owner', async () => {
  const other = await createTestUser(context, { organizationId, role: 'ADMIN' });
  expect(await describeDeletionImpact(context, user.id)).toMatchObject({
    ownerless: ['analytical engines'],
    lost: [],
  });
  expect(await deleteAccount(context, user, { password, address })).toEqual({
    kind: 'last-owner',
    message:
      'You are the last owner of “analytical engines”. Make someone else an owner first, or delete the organization.',
  });
  expect(await findUserByEmail(context.db, email)).toBeDefined();
  expect(await listMemberships(context.db, other.user.id)).toHaveLength(1);

  await createTestUser(context, { organizationId, role: 'OWNER' });
  expect(await describeDeletionImpact(context, user.id)).toMatchObject({ ownerless: [], lost: [] });
  expect(await deleteAccount(context, user, { password, address })).toEqual({
    kind: 'deleted',
    unrevoked: [],
  });
  expect(await listMemberships(context.db, other.user.id)).toHaveLength(1);
  expect(await listPurges()).toEqual([]);
});

it('takes the organizations along in which nobody else is', async () => {
  const elsewhere = (await createTestUser(context)).organizationId;
  const { build } = context.db;
  const membership = { user_id: user.id, organization_id: elsewhere, role: 'MEMBER' as const, created_at: 1 };
  await context.db.run(build.insertInto('memberships').values(membership));
  expect(await describeDeletionImpact(context, user.id)).toMatchObject({
    ownerless: [],
    lost: ['analytical engines'],
  });
  expect(await deleteAccount(context, user, { password, address })).toEqual({
    kind: 'deleted',
    unrevoked: [],
  });
  expect(await listPurges()).toEqual([{ subject_id: organizationId }]);
});

it('ends the sessions, and leaves nothing of the person in the file but what the audit knows', async () => {
  await createTestUser(context, { organizationId, role: 'OWNER' });
  const { db } = context;
  const actor = { userId: user.id, organizationId };
  const created = await createIntegration(context, actor, { name: 'Stays' });
  if (created.kind !== 'integration') throw new Error(created.kind);
  await db.transaction((tx) => queueVerification(context, tx, user));
  await db.run(db.build.insertInto('early_access').values({ email, created_at: 1 }));
  const { id: integrationId } = created.integration;
  await insertStopIncident(db, { id: 'i', organizationId, integrationId, recipient: email });
  const session = { userId: user.id, userAgent: 'Zebrafinch Browser', address, now: context.now() };
  const token = await createSession(db, session);
  const passkey = { userId: user.id, credentialId: 'Zebrafinch-credential', publicKey: 'Zebrafinch-public' };
  await insertPasskey(db, {
    ...passkey,
    transports: [],
    counter: 0,
    isBackupEligible: false,
    isBackedUp: false,
    host: 'localhost',
    name: 'Zebrafinch phone',
    now: context.now(),
  });
  db.sqlite.pragma('wal_checkpoint(TRUNCATE)');
  expect(countInFile(context, email)).toBeGreaterThan(3);

  expect(await deleteAccount(context, user, { password, address })).toEqual({
    kind: 'deleted',
    unrevoked: [],
  });
  expect(await findSessionUser(db, token, context.now())).toBeUndefined();
  expect(db.sqlite.pragma('foreign_key_check')).toEqual([]);
  // The one entry that says whose account it was.
  expect(countInFile(context, email)).toBe(1);
  expect(countInFile(context, 'Zebrafinch')).toBe(0);
  const audit = await db.all(db.build.selectFrom('audit').selectAll().orderBy('id', 'desc').limit(1));
  expect(audit).toMatchObject([{ kind: 'account-deleted', user_id: user.id, detail: email, address }]);
  const versions = await db.all(db.build.selectFrom('integration_versions').select('created_by'));
  expect(versions).toEqual([{ created_by: null }]);
});

it('is done, and reported as done, when the log of writes cannot be emptied after it', async () => {
  const actor = { userId: user.id, organizationId };
  const created = await createIntegration(context, actor, { name: 'Goes along' });
  if (created.kind !== 'integration') throw new Error(created.kind);
  // Between the deletion and what comes after it, the disk loses what the log holds: one page, cut off in its first bytes.
  context.changeEvents.subscribe(created.integration.id, () => {
    context.db.sqlite.pragma('wal_checkpoint(TRUNCATE)');
    context.db.sqlite.pragma('user_version = 1');
    truncateSync(`${context.db.sqlite.name}-wal`, 40);
  });
  expect(await deleteAccount(context, user, { password, address })).toEqual({
    kind: 'deleted',
    unrevoked: [],
  });
  expect(await findUserByEmail(context.db, email)).toBeUndefined();
});

it('says beforehand when others are left without an administrator whom anybody chose', async () => {
  const isOnly = async () => (await describeDeletionImpact(context, user.id)).isOnlyAdministrator;
  expect(await isOnly()).toBe(false);
  const { user: other } = await createTestUser(context);
  expect(await isOnly()).toBe(true);
  expect((await describeDeletionImpact(context, other.id)).isOnlyAdministrator).toBe(false);
  await context.db.transaction((tx) =>
    makeAdministrator(tx, context.config, other.id, { now: context.now() }),
  );
  expect(await isOnly()).toBe(false);
});
