// An integration that is paused after errors in a row: what arrives waits, its owners are told once, and others go on.
import { beforeEach, expect, test } from 'vitest';
import { claimJobs } from '~/db/executions/queue/claim';
import { findIntegration } from '~/db/integrations/integrations';
import { describeDiscarded } from '~/routes/integration.$integrationId.deploy/deploy/pause-action';
import { discardWaiting, resumeIntegration } from '~/services/integrations/pauses';
import { updateIntegration } from '~/services/integrations/integrations';
import { runManually } from '~/services/runs/control';
import { runExecution } from '~/services/runs/run-execution';
import { listMail } from '../../support/mail';
import { answerJson } from '../../support/target';
import { createRunSetup, never, type RunSetup } from '../runs/run-setup';

let setup: RunSetup;
let id: string;

beforeEach(async () => {
  setup = await createRunSetup();
  id = await setup.seed();
  await updateIntegration(setup.context, setup.actor, id, { pauseAfterErrors: 2 });
  fail();
});

function fail(): void {
  setup.answers.handler = answerJson({}, 400);
}

/** Takes in a delivery and runs it. */
async function run(): Promise<void> {
  await setup.accept(id);
  await runExecution(setup.context, await setup.claim(), never);
}

async function claim() {
  const { db, now } = setup.context;
  const { jobs } = await claimJobs(db, { owner: 'runner', limit: 10, now: now(), leaseMs: 30_000 });
  return jobs.filter(({ kind }) => kind === 'execution').map(({ subjectId }) => subjectId);
}

async function find() {
  const { organizationId } = setup.actor;
  const integration = await findIntegration(setup.context.db, { id, organizationId });
  if (!integration) throw new Error('The integration is gone');
  return integration;
}

async function listPauseMail() {
  return (await listMail(setup.context.db)).filter(({ subject }) => subject.startsWith('Integration paused'));
}

async function listAuditEntries() {
  const { db } = setup.context;
  const rows = await db.all(
    db.build
      .selectFrom('audit')
      .select(['kind', 'detail'])
      .where('kind', '<>', 'integration-created')
      .where('subject_id', '=', id)
      .orderBy('id'),
  );
  return rows.filter(({ kind }) => /paused|resumed|discarded/.test(kind));
}

test('the setting makes no version', async () => {
  expect(await find()).toMatchObject({ version: 1, pauseAfterErrors: 2, pausedAt: null });
  const tooMany = await updateIntegration(setup.context, setup.actor, id, { pauseAfterErrors: 1001 });
  expect(tooMany).toMatchObject({ kind: 'invalid', fields: { pauseAfterErrors: [expect.any(String)] } });
});

test('a test counts neither as an error in a row nor as the success that ends them', async () => {
  const { context, actor, answers } = setup;
  const runTest = async () => {
    const started = await runManually(context, actor, { integrationId: id, triggerData: {}, isTest: true });
    expect(started.kind).toBe('queued');
    await runExecution(context, await setup.claim(), never);
  };
  await run();
  await runTest();
  expect(await find()).toMatchObject({ pausedAt: null, failedExecutions: 2 });
  answers.handler = answerJson({ token: 'abc' });
  await runTest();
  fail();
  await run();
  expect(await find()).toMatchObject({ pausedAt: context.now() });
});

test('a change of limits stands in the audit log, one that changes none does not', async () => {
  const change = { pauseAfterErrors: 3, executionsAtOnce: 4, retentionDays: null };
  for (let each = 0; each < 2; each += 1) await updateIntegration(setup.context, setup.actor, id, change);
  const { db } = setup.context;
  const rows = db.build
    .selectFrom('audit')
    .select('detail')
    .where('kind', '<>', 'integration-created')
    .where('kind', '=', 'limits-changed');
  expect(await db.all(rows.orderBy('id'))).toEqual([
    { detail: 'Errors in a row: 2' },
    { detail: 'Errors in a row: 3, Executions at once: 4' },
  ]);
});

test('errors in a row pause it: what arrives waits, and of others nothing does', async () => {
  await run();
  expect(await find()).toMatchObject({ pausedAt: null });
  await run();
  expect(await find()).toMatchObject({ pausedAt: setup.context.now() });
  const waiting = await setup.accept(id);
  const other = await setup.accept(await setup.seed());
  expect(await claim()).toEqual([other]);
  expect(await claim()).toEqual([]);
  expect(await setup.findExecution(waiting)).toMatchObject({ status: 'queued' });
});

test('one mail tells the owner, and one row of the audit that it happened', async () => {
  const ids = [await setup.accept(id), await setup.accept(id), await setup.accept(id)];
  const jobs = [await setup.claim(), await setup.claim(), await setup.claim()];
  expect(jobs.map(({ subjectId }) => subjectId)).toEqual(ids);
  // What had begun ends, and fails as well.
  for (const job of jobs) await runExecution(setup.context, job, never);
  const mails = await listPauseMail();
  expect(mails.map(({ recipient }) => recipient)).toEqual([setup.email]);
  expect(mails[0]?.body_text).toContain('2 errors in a row');
  expect(await listAuditEntries()).toEqual([{ kind: 'integration-paused', detail: null }]);
});

test('an execution that completes begins the count anew, and so does resuming', async () => {
  await run();
  setup.answers.handler = answerJson({ token: 'abc' });
  await run();
  fail();
  await run();
  expect(await find()).toMatchObject({ pausedAt: null });
  await run();
  const waiting = await setup.accept(id);
  expect(await claim()).toEqual([]);
  expect(await resumeIntegration(setup.context, setup.actor, id)).toEqual({ kind: 'resumed' });
  const job = await setup.claim();
  expect(job.subjectId).toBe(waiting);
  await runExecution(setup.context, job, never);
  expect(await find()).toMatchObject({ pausedAt: null });
  await run();
  expect(await find()).toMatchObject({ pausedAt: setup.context.now() });
});

test('what waits is discarded, and the integration stays paused', async () => {
  const early = await discardWaiting(setup.context, setup.actor, id);
  expect(early).toMatchObject({ kind: 'invalid' });
  await run();
  await run();
  const waiting = await setup.accept(id);
  expect(await describeDiscarded(setup.context, await find())).toBe(
    '1 execution that waits is cancelled. The integration stays paused.',
  );
  expect(await discardWaiting(setup.context, setup.actor, id)).toEqual({ kind: 'discarded', count: 1 });
  expect(await setup.findExecution(waiting)).toMatchObject({ status: 'cancelled' });
  expect(await find()).toMatchObject({ pausedAt: setup.context.now() });
  expect(await listAuditEntries()).toMatchObject([
    { kind: 'integration-paused' },
    { kind: 'waiting-executions-discarded', detail: '1 execution' },
  ]);
});

test('what belongs to another organization is not there', async () => {
  const stranger = { ...setup.actor, organizationId: 'another' };
  expect(await resumeIntegration(setup.context, stranger, id)).toEqual({ kind: 'not-found' });
  expect(await discardWaiting(setup.context, stranger, id)).toEqual({ kind: 'not-found' });
});
