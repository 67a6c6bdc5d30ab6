import { setTimeout as sleep } from 'node:timers/promises';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { handlers } from '~/jobs/handlers';
import { createRunner } from '~/jobs/runner';
import { listAuditEntries } from '~/db/organizations/audit-log';
import { insertEmail } from '~/db/accounts/emails';
import { newId } from '~/db/core/id';
import { updateBackupEnded } from '~/db/core/installation';
import { describeInstallation } from '~/services/installation/state';
import {
  isPaused,
  pause,
  pauseAfterRestore,
  pauseInstallation,
  resume,
  resumeInstallation,
} from '~/services/installation/pause';
import { requestPasswordReset } from '~/services/accounts/password-reset';
import { runManually } from '~/services/runs/control';
import { fireDueSchedules, saveSchedule } from '~/services/triggers/schedules';
import { createAcceptDelivery } from '~/services/webhooks/accept-delivery';
import { createTestUser } from '../../support/accounts';
import { makeDelivery } from '../../support/delivery';
import { createTestContext } from '../../support/context';
import { seedIntegration, webhookTrigger } from '../../support/seed';

async function createPaused() {
  const dataDir = mkdtempSync(join(tmpdir(), 'wicked-pause-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const done: string[] = [];
  const context = await createTestContext({ config: { dataDir } });
  const { user, organizationId } = await createTestUser(context);
  const actor = { context, userId: user.id, organizationId };
  await context.db.transaction((tx) => pauseAfterRestore(tx, { from: 'wicked.db', now: context.now() }));
  const integrationId = await seedIntegration(actor, {
    triggerConfig: webhookTrigger(),
    apiCalls: [{ method: 'GET', url: 'https://a.example.com/' }],
  });
  return { context, actor, integrationId, done };
}

test('deliveries and manual runs are taken in and wait until the administrator resumes', async () => {
  const { context, actor, integrationId, done } = await createPaused();
  const runner = createRunner(
    context,
    { ...handlers, execution: async (_context, job) => void done.push(job.subjectId) },
    { lease: 30_000, heartbeat: 10_000, poll: 10, trial: 2_000 },
  );
  context.wake = runner.wake;
  runner.start();
  onTestFinished(() => runner.stop(0));
  const accept = createAcceptDelivery(context);
  const delivered = await accept(makeDelivery(integrationId));
  const run = await runManually(context, actor, { integrationId, triggerData: null });
  expect([delivered.kind, run.kind]).toEqual(['accepted', 'queued']);
  const looks = new Set([runner.seenAt()]);
  context.clock.advance(1);
  // It looks, and leaves what it sees.
  while (looks.size < 2) looks.add(await sleep(5).then(() => runner.seenAt()));
  expect(done).toEqual([]);
  expect(await resumeInstallation(context, actor)).toEqual({ kind: 'resumed' });
  while (done.length < 2) await sleep(5);
});

test('a link that somebody asks for after a restore is mailed during the pause', async () => {
  const { context } = await createPaused();
  const { user } = await createTestUser(context);
  context.clock.advance(1);
  const runner = createRunner(context, handlers);
  context.wake = runner.wake;
  runner.start();
  onTestFinished(() => runner.stop(60_000));
  await requestPasswordReset(context, { email: user.email }, '192.0.2.1');
  while (context.sentMail.length === 0) await sleep(5);
  expect(context.sentMail).toMatchObject([{ to: user.email, subject: 'Reset your password' }]);
  expect(await isPaused(context.db)).toBe(true);
});

test('no schedule is fired meanwhile; those that were missed follow their rule', async () => {
  const { context, actor } = await createPaused();
  const cron = { cronExpression: '* * * * *', timezone: 'UTC', missedRuns: 'once' as const };
  const integrationId = await seedIntegration(actor, {
    triggerConfig: { type: 'cron', cron },
    apiCalls: [{ method: 'GET', url: 'https://a.example.com/' }],
  });
  await saveSchedule(context.db, {
    integrationId,
    organizationId: actor.organizationId,
    isActive: true,
    trigger: { type: 'cron', cron },
    deployedTrigger: undefined,
    now: context.now(),
  });
  context.clock.advance(10 * 60_000);
  expect(await fireDueSchedules(context)).toBe(0);
  await resumeInstallation(context, actor);
  expect(await fireDueSchedules(context)).toBe(1);
});

test.each(['OWNER', 'ADMIN', 'MEMBER'] as const)(
  'another %s of the organization cannot resume',
  async (role) => {
    const { context, actor } = await createPaused();
    const { user } = await createTestUser(context, { role, organizationId: actor.organizationId });
    expect(await resumeInstallation(context, { userId: user.id })).toMatchObject({ kind: 'forbidden' });
    expect(await isPaused(context.db)).toBe(true);
    expect(await describeInstallation(context, { userId: user.id, role })).toMatchObject({
      pausedAt: context.now(),
      administers: false,
    });
  },
);

test('a stranger who signs up after the restore cannot resume, nor read why a backup or a mail failed', async () => {
  const { context, actor } = await createPaused();
  await insertEmail(context.db, {
    id: newId(),
    recipient: 'ada@example.com',
    content: { subject: 'Hello', text: 'sealed', html: 'sealed' },
    organizationId: null,
    now: context.now(),
  });
  await context.db.run(context.db.build.updateTable('emails').set({ attempts: 2, error_message: '535' }));
  await updateBackupEnded(context.db, { error: '/data/backups is full', now: context.now() });
  context.clock.advance(1);
  const { user } = await createTestUser(context);
  expect(await resumeInstallation(context, { userId: user.id })).toMatchObject({ kind: 'forbidden' });
  const read = async (userId: string) => {
    const { backupError, mailError } = await describeInstallation(context, { userId, role: 'OWNER' });
    return { backupError, mailError };
  };
  expect(await read(user.id)).toEqual({ backupError: null, mailError: null });
  expect(await read(actor.userId)).toEqual({ backupError: '/data/backups is full', mailError: '535' });
});

test('an API token resumes when the administrator made it and its role is OWNER', async () => {
  const { context, actor } = await createPaused();
  const resumeAs = async (role: 'OWNER' | 'ADMIN') =>
    (await resumeInstallation(context, { userId: actor.userId, atMost: { role, access: 'edit' } })).kind;
  expect([await resumeAs('ADMIN'), await resumeAs('OWNER')]).toEqual(['forbidden', 'resumed']);
});

test('the operator of the machine resumes without an account, and that is written down', async () => {
  const { context, actor } = await createPaused();
  const byCommand = () => context.db.transaction((tx) => resume(tx, { now: context.now() }));
  expect([await byCommand(), await byCommand()]).toEqual([true, false]);
  expect(await isPaused(context.db)).toBe(false);
  const { organizationId } = actor;
  expect(await listAuditEntries(context.db, { organizationId, limit: 1 })).toMatchObject([
    { kind: 'installation-resumed', email: null },
  ]);
});

test('an administrator pauses by hand, once, until one resumes', async () => {
  const context = await createTestContext();
  const { user, organizationId } = await createTestUser(context);
  const actor = { userId: user.id, organizationId };
  expect(await pauseInstallation(context, actor)).toEqual({ kind: 'paused' });
  const pausedAt = context.now();
  context.clock.advance(1);
  expect(await context.db.transaction((tx) => pause(tx, { now: context.now() }))).toBe(false);
  const state = await describeInstallation(context, { userId: user.id, role: 'OWNER' });
  expect(state).toMatchObject({ pausedAt, restoredFrom: null, administers: true });
  await resumeInstallation(context, actor);
  const audit = await listAuditEntries(context.db, { organizationId, limit: 10 });
  expect(audit.map(({ kind }) => kind)).toEqual(['installation-resumed', 'installation-paused']);
});

test('restore and resume stand in the audit of every organization', async () => {
  const { context, actor } = await createPaused();
  const { organizationId: other } = await createTestUser(context);
  await resumeInstallation(context, { ...actor, address: '192.0.2.1' });
  await resumeInstallation(context, actor);
  const kinds = async (organizationId: string) =>
    (await listAuditEntries(context.db, { organizationId, limit: 10 })).map(({ kind }) => kind);
  expect((await kinds(actor.organizationId)).filter((kind) => kind.startsWith('installation'))).toEqual([
    'installation-resumed',
  ]);
  expect(await kinds(actor.organizationId)).toContain('backup-restored');
  expect(await kinds(other)).toEqual(['installation-resumed']);
});
