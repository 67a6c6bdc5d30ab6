import { beforeEach, expect, test } from 'vitest';
import { findExecutionForRun } from '~/db/executions/queue/queued-executions';
import { queueStopMail } from '~/db/ledger/stop-mails';
import { handlers } from '~/jobs/handlers';
import { composeStopMails } from '~/services/runs/stop-emails';
import { listMail } from '../../support/mail';
import { createRunSetup, never, type RunSetup } from './run-setup';

const hourMs = 3_600_000;

let setup: RunSetup;

beforeEach(async () => {
  setup = await createRunSetup();
});

/** An execution of a new integration, which is stopped so many times. */
async function seedStop() {
  const { context } = setup;
  const integrationId = await setup.seed();
  const execution = await findExecutionForRun(context.db, await setup.accept(integrationId));
  if (!execution) throw new Error('There is no such execution');
  return async (times: number, email: string | null = 'ops@example.com') => {
    for (let each = 0; each < times; each += 1) {
      const stop = { execution, errorMessage: 'HTTP 503', callName: 'First', email };
      const mails = await composeStopMails(context, stop);
      const about = { integrationId, organizationId: execution.organization_id, now: context.now() };
      await context.db.transaction(async (tx) => {
        for (const mail of mails) await queueStopMail(tx, mail, about);
      });
    }
  };
}

const listSubjects = async (recipient = 'ops@example.com') =>
  (await listMail(setup.context.db))
    .filter((mail) => mail.recipient === recipient)
    .map(({ subject }) => subject);

const listSummaryJobs = () =>
  setup.context.db.all(
    setup.context.db.build.selectFrom('jobs').select('run_at').where('kind', '=', 'stop-summary'),
  );

/** Does every job about mails that is due by now. */
async function doDueJobs(): Promise<void> {
  const { context } = setup;
  const { db } = context;
  await db.run(db.build.deleteFrom('jobs').where('kind', '=', 'execution'));
  const countDue = async () =>
    (await db.all(db.build.selectFrom('jobs').select('id').where('run_at', '<=', context.now()))).length;
  while ((await countDue()) > 0) {
    const job = await setup.claim();
    await handlers[job.kind](context, job, never, never);
  }
}

test('ten mails an hour tell of one stop each, and one at its end counts the rest', async () => {
  const stop = await seedStop();
  const { clock, now } = setup.context;
  const startedAt = now();
  await stop(6);
  clock.advance(hourMs / 2);
  await stop(17);
  expect(await listSubjects()).toEqual(Array.from({ length: 10 }, () => 'Execution stopped: Seeded'));
  expect(await listSummaryJobs()).toEqual([{ run_at: startedAt + hourMs }]);

  clock.advance(hourMs / 2 - 1);
  await doDueJobs();
  expect(await listSubjects()).toHaveLength(10);
  clock.advance(1);
  await doDueJobs();
  expect((await listSubjects()).slice(10)).toEqual(['13 more executions stopped: Seeded']);
  expect((await listMail(setup.context.db)).at(-1)?.body_text).toContain(
    'From: 2026-01-05T12:00:00.000Z\n\nTo: 2026-01-05T13:00:00.000Z',
  );
  expect(await listSummaryJobs()).toEqual([]);

  // The summary is one of the next ten.
  await stop(12);
  expect(await listSubjects()).toHaveLength(20);
  clock.advance(hourMs);
  await doDueJobs();
  expect((await listSubjects()).at(-1)).toBe('3 more executions stopped: Seeded');
});

test('an hour without a mail too many ends without a summary', async () => {
  const stop = await seedStop();
  await stop(10);
  setup.context.clock.advance(hourMs);
  await stop(10);
  expect(await listSubjects()).toHaveLength(20);
  expect(await listSummaryJobs()).toEqual([]);
});

test('what comes after the hour and before a late summary is counted in it', async () => {
  const stop = await seedStop();
  await stop(11);
  setup.context.clock.advance(2 * hourMs);
  await stop(1);
  expect(await listSubjects()).toHaveLength(10);
  await doDueJobs();
  expect((await listSubjects()).slice(10)).toEqual(['2 more executions stopped: Seeded']);
});

test('each address and each integration has mails of its own', async () => {
  const [stop, stopOther] = [await seedStop(), await seedStop()];
  await stop(12);
  await stop(1, null);
  await stopOther(12);
  expect(await listSubjects()).toHaveLength(20);
  expect(await listSubjects(setup.email)).toHaveLength(1);
  expect(await listSummaryJobs()).toHaveLength(2);
});

test('nobody is told of an integration that was deleted meanwhile', async () => {
  const stop = await seedStop();
  await stop(12);
  const { db, clock, now } = setup.context;
  await db.run(db.build.updateTable('integrations').set({ deleted_at: now() }));
  clock.advance(hourMs);
  await doDueJobs();
  expect(await listSubjects()).toHaveLength(10);
});
