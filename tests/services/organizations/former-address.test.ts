// Whoever leaves an organization gets none of its alerts any more. Response rules may mail any address, so the owners are told
// which integrations go on mailing that person, or the former address of one who stays, and which channels mail nobody.
import { beforeEach, expect, test } from 'vitest';
import { insertIncident } from '~/db/alerts/incidents';
import { insertAlertMessage } from '~/db/alerts/messages';
import { deleteAccount } from '~/services/accounts/deletion';
import { createChannel } from '~/services/alerts/channels';
import { removeMember } from '~/services/organizations/members';
import { verifyEmail } from '~/services/accounts/email-verification';
import { updateProfile } from '~/services/accounts/profile';
import { createTestUser, proven } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';
import { findMailedToken, listMail } from '../../support/mail';
import { seedIntegration } from '../../support/seed';

let context: TestContext;
let owner: { userId: string; organizationId: string; address: string };
let leaver: Awaited<ReturnType<typeof createTestUser>>['user'];

beforeEach(async () => {
  context = await createTestContext();
  const { user, organizationId } = await createTestUser(context, { email: 'owner@example.com' });
  owner = { userId: user.id, organizationId, address: '192.0.2.1' };
  leaver = (await createTestUser(context, { email: 'grace@example.com', organizationId, role: 'MEMBER' }))
    .user;
});

async function seed(name: string, responseHandling: object): Promise<string> {
  const apiCalls = [{ id: 'a', method: 'GET', url: 'https://api.example.org/' }];
  const step = { id: 's', nextApiCallId: 'a', responseHandling };
  return seedIntegration({ context, ...owner }, { name, apiCalls, responseHandlingSteps: [step] });
}

const rule = { statusCodes: ['5xx'], action: 'stop_notify', notificationEmail: 'Grace@Example.com' };

async function seedAll() {
  await seed('Orders', { statusCodeActions: [rule] });
  await seed('Refunds', { defaultAction: 'stop_notify', defaultNotificationEmail: 'grace@example.com' });
  await seed('Others', { defaultAction: 'stop_notify', defaultNotificationEmail: 'ada.grace@example.com' });
  const other = await createTestUser(context, { email: 'other@example.com' });
  const elsewhere = { userId: other.user.id, organizationId: other.organizationId };
  await seedIntegration(
    { context, ...elsewhere },
    {
      name: 'Elsewhere',
      apiCalls: [{ id: 'a', method: 'GET', url: 'https://api.example.org/' }],
      responseHandlingSteps: [
        { id: 's', nextApiCallId: 'a', responseHandling: { statusCodeActions: [rule] } },
      ],
    },
  );
  const channel = { kind: 'email', events: { failing: 1 } };
  await createChannel(context, owner, { ...channel, name: 'To Grace', recipients: 'grace@example.com' });
  await createChannel(context, owner, { ...channel, name: 'To all', recipients: 'members' });
}

async function readNotice() {
  const mails = (await listMail(context.db)).filter(({ subject }) => subject.includes('grace@example.com'));
  expect(mails.map(({ recipient }) => recipient)).toEqual(['owner@example.com']);
  return mails[0]?.body_text ?? '';
}

test.each([
  ['is removed', () => removeMember(context, owner, leaver.id)],
  ['leaves', () => removeMember(context, { ...owner, userId: leaver.id }, leaver.id)],
  ['deletes the account', () => deleteAccount(context, leaver, { ...proven, address: '192.0.2.1' })],
])('when a person %s, the owners learn what still mails them, and what mails nobody', async (_how, act) => {
  await seedAll();
  expect((await act()).kind).toMatch(/^(?:removed|deleted)$/);
  const text = await readNotice();
  expect(text).toContain('Integration: Orders\nIntegration: Refunds\nAlert channel: To Grace');
  expect(text).not.toMatch(/Others|Elsewhere|To all/);
});

test('when the email of a person changes, the owners learn which rules go on mailing the former one', async () => {
  await seedAll();
  const change = { firstName: 'Grace', lastName: 'Hopper', email: 'hopper@example.com' };
  expect(await updateProfile(context, leaver, change, proven)).toMatchObject({ kind: 'updated' });
  const token = await findMailedToken(context.db, 'hopper@example.com');
  expect(await verifyEmail(context, { token }, '192.0.2.1')).toEqual({ kind: 'verified' });
  const text = await readNotice();
  expect(text).toContain('has a new one: hopper@example.com.');
  expect(text).toContain('Integration: Orders\nIntegration: Refunds\n');
  expect(text).not.toMatch(/Others|Elsewhere|Alert channel/);
});

test('nobody is mailed when nothing names the person', async () => {
  await seed('Others', { defaultAction: 'stop_notify', defaultNotificationEmail: 'ada.grace@example.com' });
  await removeMember(context, owner, leaver.id);
  expect(await listMail(context.db)).toEqual([]);
});

test('an alert that waits for a person who leaves is not sent', async () => {
  await seedAll();
  const created = await createChannel(context, owner, {
    kind: 'email',
    events: { failing: 1 },
    name: 'Both',
    recipients: 'members',
  });
  if (created.kind !== 'channel') throw new Error(created.kind);
  const { organizationId } = owner;
  const now = context.now();
  await insertIncident(context.db, {
    id: 'incident',
    organizationId,
    integrationId: null,
    event: 'failing',
    recipient: '',
    count: 1,
    countedFrom: now,
    reason: null,
    executionId: null,
    openedAt: now,
    lastAt: now,
    callId: '',
    callName: '',
    failure: '',
  });
  for (const recipient of ['owner@example.com', 'grace@example.com']) {
    const message = { incidentId: 'incident', channelId: created.channel.id, transition: 'opened' } as const;
    await insertAlertMessage(context.db, {
      ...message,
      id: recipient,
      recipient,
      content: '{}',
      status: 'queued',
      now,
    });
  }
  await removeMember(context, owner, leaver.id);
  const { db } = context;
  const left = await db.all(db.build.selectFrom('alert_messages').select('recipient'));
  expect(left).toEqual([{ recipient: 'owner@example.com' }]);
});
