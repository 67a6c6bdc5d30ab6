// What reads or changes something of one account leaves another one alone, though the two are alike.
import { beforeEach, describe, expect, test } from 'vitest';
import { deleteLoginMethodsSince, listInvitationsSentSince } from '~/db/accounts/access-added-since';
import { deleteIdentity, findIdentity, insertIdentity } from '~/db/accounts/identities';
import { findOpenToken, insertToken, updateTokensEnded } from '~/db/accounts/one-time-tokens';
import {
  countPasskeys,
  deletePasskey,
  deletePasskeysOfUser,
  insertPasskey,
  listPasskeyCredentials,
  listPasskeys,
  updatePasskeyName,
} from '~/db/accounts/passkeys';
import {
  deleteSessionOfUser,
  deleteSessionsOfUser,
  insertSession,
  listSessions,
} from '~/db/accounts/sessions';
import {
  deleteRecoveryCode,
  deleteTwoFactor,
  findTwoFactor,
  hasRecoveryCodes,
  insertTwoFactor,
  replaceRecoveryCodes,
  updateApp,
  updateLastStep,
} from '~/db/accounts/two-factor';
import { listUsers } from '~/db/accounts/user-list';
import { listAbandonedUsers } from '~/db/accounts/users';
import { insertInvitation } from '~/db/organizations/invitations';
import { listMemberships } from '~/db/organizations/memberships';
import { createTestUser } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';
import { createTestIntegration } from '../../support/executions';

const issuer = 'https://login.example.com';
const host = 'localhost';
const now = 1_800_000_000_000;

interface Account {
  userId: string;
  /** A word that all that belongs to the account holds. */
  name: string;
  passkeyId: string;
  email: string;
}

let context: TestContext;
let ours: Account;
let theirs: Account;

async function create(name: string): Promise<Account> {
  const { db } = context;
  const { user, organizationId } = await createTestUser(context);
  const userId = user.id;
  const passkeyId = await insertPasskey(db, {
    userId,
    credentialId: `credential of ${name}`,
    host,
    publicKey: 'key',
    counter: 0,
    transports: [],
    name: `Phone of ${name}`,
    isBackupEligible: false,
    isBackedUp: false,
    now,
  });
  await insertIdentity(db, { issuer, subject: name, userId, email: `${name}@example.com`, now });
  await insertTwoFactor(db, { userId, secret: `secret of ${name}`, lastStep: 1, now });
  await replaceRecoveryCodes(db, { userId, codeHashes: [`code of ${name}`], now });
  const session = { userAgent: null, address: null, now, expiresAt: now + 2 };
  await insertSession(db, { idHash: `session of ${name}`, userId, ...session });
  const email = `${name}@example.com`;
  const link = { email, now, expiresAt: now + 2 };
  await insertToken(db, { tokenHash: `link of ${name}`, purpose: 'reset-password', userId, ...link });
  const invitation = { organizationId, inviterId: userId, role: 'MEMBER', ...link } as const;
  await insertInvitation(db, { tokenHash: `invitation of ${name}`, ...invitation });
  return { userId, name, passkeyId, email };
}

beforeEach(async () => {
  context = await createTestContext();
  ours = await create('ada');
  theirs = await create('grace');
});

/** All that an account has. */
async function readAll({ userId }: Account): Promise<unknown[]> {
  const { build } = context.db;
  const tables = ['passkeys', 'identities', 'two_factor', 'recovery_codes', 'sessions', 'tokens'] as const;
  const rows = tables.map((table) =>
    context.db.all(build.selectFrom(table).selectAll().where('user_id', '=', userId)),
  );
  return (await Promise.all(rows)).flat();
}

describe('a change of one account', () => {
  const changes: Record<string, (userId: string) => Promise<unknown>> = {
    deleteLoginMethodsSince: (userId) => deleteLoginMethodsSince(context.db, userId, now),
    deleteIdentity: (userId) => deleteIdentity(context.db, { userId, issuer }),
    updateTokensEnded: (userId) => updateTokensEnded(context.db, { userId, purpose: 'reset-password', now }),
    deletePasskeysOfUser: (userId) => deletePasskeysOfUser(context.db, userId),
    deleteSessionsOfUser: (userId) => deleteSessionsOfUser(context.db, userId),
    deleteOtherSessions: (userId) => deleteSessionsOfUser(context.db, userId, 'none'),
    updateApp: (userId) => updateApp(context.db, { userId, secret: 'new', lastStep: 2, now }),
    updateLastStep: (userId) => updateLastStep(context.db, userId, 2),
    replaceRecoveryCodes: (userId) => replaceRecoveryCodes(context.db, { userId, codeHashes: ['new'], now }),
    deleteTwoFactor: (userId) => deleteTwoFactor(context.db, userId),
  };

  test.each(Object.entries(changes))('%s', async (_name, change) => {
    const before = { ours: await readAll(ours), theirs: await readAll(theirs) };
    await change(ours.userId);
    expect(await readAll(theirs)).toEqual(before.theirs);
    expect(await readAll(ours)).not.toEqual(before.ours);
  });
});

describe('what belongs to another account is not there for', () => {
  const uses: Record<string, (userId: string, theirs: Account) => Promise<unknown>> = {
    updatePasskeyName: (userId, { passkeyId: id }) =>
      updatePasskeyName(context.db, userId, { id, name: 'Mine' }),
    deletePasskey: (userId, { passkeyId }) => deletePasskey(context.db, userId, passkeyId),
    deleteSessionOfUser: async (userId, { name }) =>
      (await deleteSessionOfUser(context.db, userId, `session of ${name}`)) > 0,
    hasRecoveryCodes: (userId, { name }) => hasRecoveryCodes(context.db, userId, [`code of ${name}`]),
    deleteRecoveryCode: (userId, { name }) => deleteRecoveryCode(context.db, userId, `code of ${name}`),
  };

  test.each(Object.entries(uses))('%s', async (_name, use) => {
    const before = await readAll(theirs);
    expect(await use(ours.userId, theirs)).toBe(false);
    expect(await readAll(theirs)).toEqual(before);
    expect(await use(theirs.userId, theirs)).toBe(true);
  });
});

describe('only what belongs to the account is read by', () => {
  const reads: Record<string, (userId: string) => Promise<unknown>> = {
    listInvitationsSentSince: (userId) => listInvitationsSentSince(context.db, userId, now),
    findIdentity: (userId) => findIdentity(context.db, { userId, issuer }),
    findOpenToken: (userId) => findOpenToken(context.db, { userId, purpose: 'reset-password', now }),
    listPasskeys: (userId) => listPasskeys(context.db, userId),
    listPasskeyCredentials: (userId) => listPasskeyCredentials(context.db, { userId, host }),
    findTwoFactor: (userId) => findTwoFactor(context.db, userId),
    listSessions: (userId) => listSessions(context.db, userId, { now, seenAfter: now - 1 }),
  };

  test.each(Object.entries(reads))('%s', async (_name, read) => {
    for (const [one, other] of [
      [ours, theirs],
      [theirs, ours],
    ] as const) {
      const text = JSON.stringify(await read(one.userId));
      expect(text).toContain(one.name);
      expect(text).not.toContain(other.name);
    }
  });

  test('counts', async () => {
    expect(await countPasskeys(context.db, ours.userId)).toBe(1);
    expect(await findTwoFactor(context.db, ours.userId)).toMatchObject({ recoveryCodesLeft: 1 });
  });

  test('listUsers', async () => {
    const { user } = await createTestUser(context);
    const nothing = { hasTwoFactor: false, hasPasskeys: false, lastSeenAt: null, organizations: 1 };
    const all = { hasTwoFactor: true, hasPasskeys: true, lastSeenAt: now, organizations: 1 };
    const listed = await listUsers(context.db, { limit: 10 });
    expect(listed.find(({ id }) => id === user.id)).toMatchObject(nothing);
    expect(listed.find(({ id }) => id === ours.userId)).toMatchObject(all);
  });
});

test('the links, members and integrations of others make nobody’s account worth keeping', async () => {
  const { db } = context;
  const { user } = await createTestUser(context, { verified: false });
  const [membership] = await listMemberships(db, ours.userId);
  await createTestIntegration(context, membership?.organizationId ?? '');
  const abandoned = await listAbandonedUsers(db, { createdBefore: 2 * now, now, limit: 10 });
  expect(abandoned.map(({ id }) => id)).toEqual([user.id]);
});
