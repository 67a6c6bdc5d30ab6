import { beforeEach, expect, test } from 'vitest';
import { findExecutionForRun } from '~/db/executions/queue/queued-executions';
import { countEndedExecution } from '~/db/executions/ended-executions';
import { listOwnerEmails } from '~/db/organizations/member-emails';
import { queueStopMail } from '~/db/ledger/stop-mails';
import { evaluateAlerts } from '~/services/alerts/evaluate';
import { composeStopMails } from '~/services/runs/stop-emails';
import { createTestUser } from '../../support/accounts';
import { listMail } from '../../support/mail';
import { createRunSetup, type RunSetup } from './run-setup';
import { sendQueuedAlerts } from '../alerts/alert-setup';

const minuteMs = 60_000;

let setup: RunSetup;

beforeEach(async () => {
  setup = await createRunSetup();
});

/**
 * An execution of a new integration, which is stopped so many times, completes although items of it failed, or completes. Each
 * takes a second.
 */
async function seedStop({ isTest = false } = {}) {
  const { context } = setup;
  const integrationId = await setup.seed();
  const execution = await findExecutionForRun(context.db, await setup.accept(integrationId));
  if (!execution) throw new Error('There is no such execution');
  const { organization_id: organizationId, id: executionId } = execution;
  const end = async (isCompleted: boolean, email: string | null) => {
    const ended = isCompleted ? 'completed' : 'stopped';
    const stop = { execution, ended, isTest, reason: 'HTTP 503', callName: 'First', email } as const;
    const mails = await composeStopMails(context, stop);
    const now = context.now();
    const about = { integrationId, organizationId, executionId, isTest, errorMessage: 'HTTP 503', now };
    await context.db.transaction(async (tx) => {
      for (const mail of mails) await queueStopMail(tx, mail, about);
      if (!isTest) await countEndedExecution(tx, integrationId, isCompleted ? 'completed' : 'error', now);
    });
    context.clock.advance(1_000);
  };
  return {
    async stop(times: number, email: string | null = 'ops@example.com') {
      for (let each = 0; each < times; each += 1) await end(false, email);
    },
    failItems: () => end(true, 'ops@example.com'),
    complete: () => countEndedExecution(context.db, integrationId, 'completed', context.now()),
  };
}

const listSubjects = async (recipient = 'ops@example.com') =>
  (await listMail(setup.context.db))
    .filter((mail) => mail.recipient === recipient)
    .map(({ subject }) => subject);

async function look(): Promise<void> {
  await evaluateAlerts(setup.context);
  await sendQueuedAlerts(setup.context);
}

test('one mail notifies that executions are stopped, and one, when it is over, of how many', async () => {
  const { stop, complete } = await seedStop();
  const { clock, sentMail } = setup.context;
  await stop(6);
  clock.advance(30 * minuteMs);
  await stop(17);
  await look();
  expect(await listSubjects()).toEqual(['Execution stopped: Seeded']);
  expect(sentMail).toEqual([]);

  await complete();
  clock.advance(4 * minuteMs);
  await look();
  expect(sentMail).toEqual([]);
  clock.advance(minuteMs);
  await look();
  expect(sentMail.map(({ to, subject }) => [to, subject])).toEqual([
    ['ops@example.com', 'Resolved: Seeded: executions complete again'],
  ]);
  expect(sentMail[0]?.text).toContain('Failed executions: 23');

  await stop(2);
  expect(await listSubjects()).toHaveLength(2);
});

test('executions that complete although items failed are not over before one completes without a stop', async () => {
  const { failItems, complete } = await seedStop();
  const { clock, sentMail } = setup.context;
  await failItems();
  clock.advance(60 * minuteMs);
  await look();
  await failItems();
  clock.advance(60 * minuteMs);
  await look();
  expect(await listSubjects()).toEqual(['Items failed: Seeded']);
  expect(sentMail).toEqual([]);

  await complete();
  await look();
  expect(sentMail.map(({ subject }) => subject)).toEqual(['Resolved: Seeded: executions complete again']);
  expect(sentMail[0]?.text).toContain('Failed executions: 2');
});

test('after two days without an execution nobody is notified that it is over, and the next stop is mailed', async () => {
  const { stop } = await seedStop();
  const { clock, sentMail } = setup.context;
  await stop(1);
  // An integration that runs once a day has one incident.
  for (let day = 0; day < 3; day += 1) {
    clock.advance(24 * 60 * minuteMs);
    await look();
    await stop(1);
  }
  expect(await listSubjects()).toHaveLength(1);
  clock.advance(48 * 60 * minuteMs);
  await look();
  await stop(1);
  expect(await listSubjects()).toEqual(['Execution stopped: Seeded', 'Execution stopped: Seeded']);
  expect(sentMail).toEqual([]);
});

test('tests are mailed about, to begin and to resolve nothing, and beyond 30 in an hour not at all', async () => {
  const { stop } = await seedStop({ isTest: true });
  await stop(2);
  setup.context.clock.advance(10 * minuteMs);
  await look();
  expect(await listSubjects()).toEqual(['Execution stopped: Seeded', 'Execution stopped: Seeded']);
  expect(setup.context.sentMail).toEqual([]);
  await stop(30, null);
  expect(await listSubjects(setup.email)).toHaveLength(28);
});

test('each address and each integration has mails of its own', async () => {
  const [one, other] = [await seedStop(), await seedStop()];
  await one.stop(12);
  await one.stop(1, null);
  await other.stop(12);
  expect(await listSubjects()).toHaveLength(2);
  expect(await listSubjects(setup.email)).toHaveLength(1);
});

test('beyond 30 first mails in an hour to addresses that rules name, the owners are mailed', async () => {
  const { stop } = await seedStop();
  for (let each = 1; each <= 30; each += 1) await stop(2, `ops-${each}@example.com`);
  const owners = await listOwnerEmails(setup.context.db, setup.actor.organizationId);
  const before = await listMail(setup.context.db);
  expect(before.filter(({ recipient }) => recipient.startsWith('ops-'))).toHaveLength(30);
  await stop(1, 'stranger@example.com');
  expect(await listSubjects('stranger@example.com')).toEqual([]);
  expect(await listSubjects(owners[0])).toEqual(['Execution stopped: Seeded']);
  setup.context.clock.advance(60 * minuteMs);
  await stop(1, 'stranger@example.com');
  expect(await listSubjects('stranger@example.com')).toEqual(['Execution stopped: Seeded']);
});

test('rules mail the verified addresses of members beyond the limit, as they mail owners', async () => {
  const { stop } = await seedStop();
  const { context, actor } = setup;
  const { organizationId } = actor;
  const { user: member } = await createTestUser(context, { organizationId, role: 'MEMBER' });
  const { user: guest } = await createTestUser(context, { organizationId, role: 'MEMBER', verified: false });
  const { user: other } = await createTestUser(context);
  for (let each = 1; each <= 30; each += 1) await stop(1, `ops-${each}@example.com`);
  for (const email of [member.email.toUpperCase(), guest.email, other.email]) await stop(1, email);
  expect(await listSubjects(member.email.toUpperCase())).toHaveLength(1);
  for (const { email } of [guest, other]) expect(await listSubjects(email)).toEqual([]);
});
