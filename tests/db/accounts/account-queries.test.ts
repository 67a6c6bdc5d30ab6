import { expect, test } from 'vitest';
import { listMembers } from '~/db/organizations/members';
import { listMemberships } from '~/db/organizations/memberships';
import type { Queries } from '~/db/core/queries';
import { deleteExpiredSessions, findSession } from '~/db/accounts/sessions';
import { findOneTimeToken, insertNewestToken } from '~/db/accounts/one-time-tokens';
import { findCredentials, findUserByEmail, listAbandonedUsers } from '~/db/accounts/users';
import { createTestDatabase } from '../../support/database';
import { explain } from '../../support/explain';

const now = 0;
const token = {
  tokenHash: 'a',
  purpose: 'verify-email',
  userId: 'a',
  email: 'a',
  now,
  expiresAt: 1,
} as const;

const queries: [string, (db: Queries) => Promise<unknown>][] = [
  ['findUserByEmail', (db) => findUserByEmail(db, 'a')],
  ['findCredentials', (db) => findCredentials(db, 'a')],
  ['listMemberships', (db) => listMemberships(db, 'a')],
  [
    'listMembers',
    (db) => listMembers(db, { organizationId: 'a', before: { createdAt: 1, id: 'b' }, limit: 10 }),
  ],
  ['findSession', (db) => findSession(db, 'a', { now, seenAfter: now })],
  ['deleteExpiredSessions', (db) => deleteExpiredSessions(db, now)],
  ['findToken', (db) => findOneTimeToken(db, 'verify-email', 'a')],
  ['insertNewestToken', (db) => insertNewestToken(db, token)],
  ['listAbandonedUsers', (db) => listAbandonedUsers(db, { createdBefore: now, now, limit: 10 })],
];

test.each(queries)('%s reads no whole table, however many accounts there are', async (_name, ask) => {
  const db = await createTestDatabase();
  const plans = await explain(db, ask);
  expect(plans.length).toBeGreaterThan(0);
  expect(plans.filter((plan) => plan.startsWith('SCAN'))).toEqual([]);
});
