// What reads or changes something of an organization, or of a member there, leaves another organization alone.
import { beforeEach, expect, test } from 'vitest';
import { insertAuditEntry } from '~/db/organizations/audit-entries';
import { findNewestAuditEntry, listAuditEntries } from '~/db/organizations/audit-log';
import { insertApiToken, listApiTokensMadeBy, updateUnusedApiToken } from '~/db/organizations/api-tokens';
import { findBillingDetails, updateCard, saveCompany } from '~/db/organizations/billing';
import { countWithPasswordAlone } from '~/db/organizations/demanded-second-factor';
import { findInvitation, insertInvitation } from '~/db/organizations/invitations';
import { countMembers, countOwners, listMembers } from '~/db/organizations/members';
import { findOwningMembership, insertMembership } from '~/db/organizations/memberships';
import { listOrganizations } from '~/db/organizations/organization-list';
import { updateQuota } from '~/db/organizations/quotas';
import { createTestUser } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';
import { createTestExecution, createTestIntegration } from '../../support/executions';

const now = 1_800_000_000_000;

interface Side {
  organizationId: string;
  userId: string;
}

let context: TestContext;
let ours: Side;
let theirs: Side;

async function create(): Promise<Side> {
  const { user, organizationId } = await createTestUser(context, { passwordHash: 'a hash' });
  return { organizationId, userId: user.id };
}

beforeEach(async () => {
  context = await createTestContext();
  [ours, theirs] = [await create(), await create()];
});

test('billing details', async () => {
  const { db } = context;
  const place = { taxId: '12345', address: '1 Street', city: 'Town', postalCode: '123', country: 'UK' };
  for (const { organizationId } of [ours, theirs])
    await saveCompany(db, organizationId, { companyName: organizationId, ...place }, now);
  const card = { brand: 'Visa', lastFour: '4242', expiryDate: '12/30', cardholderName: 'Ada' } as const;
  await updateCard(db, ours.organizationId, card, now);
  expect(await findBillingDetails(db, ours.organizationId)).toMatchObject({
    companyName: ours.organizationId,
    card: { lastFour: '4242' },
  });
  expect(await findBillingDetails(db, theirs.organizationId)).toMatchObject({
    companyName: theirs.organizationId,
    card: null,
  });
});

test('who did something last', async () => {
  const { db } = context;
  const about = { kind: 'member-removed', subjectId: 'the same' } as const;
  await insertAuditEntry(db, { ...theirs, ...about, now });
  expect(await findNewestAuditEntry(db, { ...ours, ...about, since: 0 })).toBeUndefined();
  expect(await findNewestAuditEntry(db, { ...theirs, ...about, since: 0 })).toBeDefined();
});

test('the integration of an execution that an audit entry names', async () => {
  const { db } = context;
  const subjectId = await createTestExecution(
    context,
    await createTestIntegration(context, theirs.organizationId),
  );
  for (const side of [ours, theirs])
    await insertAuditEntry(db, { ...side, kind: 'execution-cancelled', subjectId, now });
  expect(await listAuditEntries(db, { ...ours, limit: 1 })).toMatchObject([{ integration: null }]);
  expect(await listAuditEntries(db, { ...theirs, limit: 1 })).toMatchObject([{ integration: 'Orders' }]);
});

test('the integration that an audit entry names', async () => {
  const { db } = context;
  const { integrationId: subjectId } = await createTestIntegration(context, theirs.organizationId);
  for (const side of [ours, theirs])
    await insertAuditEntry(db, { ...side, kind: 'integration-deployed', subjectId, now });
  expect(await listAuditEntries(db, { ...ours, limit: 1 })).toMatchObject([
    { integration: null, detail: null },
  ]);
  expect(await listAuditEntries(db, { ...theirs, limit: 1 })).toMatchObject([{ integration: 'Orders' }]);
});

test('the role that the person who invited has there', async () => {
  const { db } = context;
  await insertMembership(db, {
    userId: ours.userId,
    organizationId: theirs.organizationId,
    role: 'MEMBER',
    now,
  });
  for (const [tokenHash, { organizationId }] of Object.entries({ ours, theirs })) {
    const invited = { email: 'grace@example.com', role: 'MEMBER', now, expiresAt: now + 1 } as const;
    await insertInvitation(db, { tokenHash, organizationId, inviterId: ours.userId, ...invited });
  }
  expect(await findInvitation(db, 'ours')).toMatchObject({ inviterRole: 'OWNER' });
  expect(await findInvitation(db, 'theirs')).toMatchObject({ inviterRole: 'MEMBER' });
});

test('members, and how many of them are owners', async () => {
  const { db } = context;
  const { organizationId } = ours;
  expect(await listMembers(db, { organizationId, limit: 10 })).toMatchObject([{ userId: ours.userId }]);
  expect(await countOwners(db, organizationId)).toBe(1);
  expect(await countMembers(db, organizationId)).toBe(1);
});

test('how many log in with a password alone', async () => {
  const asked = { organizationId: ours.organizationId, passwordLogin: true };
  expect(await countWithPasswordAlone(context.db, asked)).toBe(1);
});

test('API tokens', async () => {
  const { db } = context;
  for (const [id, side] of Object.entries({ ours, theirs }))
    await insertApiToken(db, { id, ...side, tokenHash: id, name: id, role: 'MEMBER', lastFour: 'abcd', now });
  const made = await listApiTokensMadeBy(db, ours.userId);
  expect(made.map(({ id }) => id)).toEqual(['ours']);
  const next = { id: 'ours', tokenHash: 'next', lastFour: 'efgh' };
  const { organizationId, userId } = ours;
  for (const [wrong, changed] of [
    [{ ...theirs, userId }, false],
    [{ ...theirs, organizationId }, false],
    [ours, true],
  ] as const)
    expect(await updateUnusedApiToken(db, { ...next, ...wrong })).toBe(changed);
});

test('the members and integrations that the list of organizations counts', async () => {
  for (const { organizationId } of [ours, theirs]) await createTestIntegration(context, organizationId);
  expect(await listOrganizations(context.db, { limit: 10 })).toMatchObject([
    { id: theirs.organizationId, members: 1, integrations: 1 },
    { id: ours.organizationId, members: 1, integrations: 1 },
  ]);
});

test('whether a user belongs to the owner of an integration', async () => {
  const { integrationId: id } = await createTestIntegration(context, theirs.organizationId);
  const find = (userId: string) => findOwningMembership(context.db, userId, { table: 'integrations', id });
  expect(await find(ours.userId)).toBeUndefined();
  expect(await find(theirs.userId)).toMatchObject({ organizationId: theirs.organizationId });
});

test('what a quota counted before it was taken away', async () => {
  const { db } = context;
  for (const { organizationId: organization_id } of [ours, theirs])
    await db.run(
      db.build.insertInto('quota_slots').values({ organization_id, span: 'hour', slot: 1, begun: 1 }),
    );
  await updateQuota(db, ours.organizationId, { executionsPerHour: null, executionsPerDay: null });
  const left = await db.all(db.build.selectFrom('quota_slots').select('organization_id as id'));
  expect(left).toEqual([{ id: theirs.organizationId }]);
});
