import { beforeEach, describe, expect, test } from 'vitest';
import { cancelQueuedExecutions } from '~/db/executions/cancellation';
import { freeJobsOf } from '~/db/executions/queue/jobs';
import { listAttempts, listSteps } from '~/db/executions/steps';
import { runExecution } from '~/services/runs/run-execution';
import { listMail } from '../../support/mail';
import { createRunSetup, never, type RunSetup } from './run-setup';

let setup: RunSetup;

beforeEach(async () => {
  setup = await createRunSetup();
});

describe('an execution whose process died', () => {
  test('continues with the call that was in flight, under its key, and repeats no recorded one', async () => {
    const hold = setup.holdAnswers('/second');
    const id = await setup.accept(await setup.seed());
    const dead = runExecution(setup.context, await setup.claim(), never);
    await setup.target.arrived(2);
    await freeJobsOf(setup.context.db, 'runner');

    hold.release();
    await dead;
    expect((await listSteps(setup.context.db, [id])).at(-1)).toMatchObject({ status: 'running' });
    expect(await setup.countJobs()).toBe(1);

    await runExecution(setup.context, await setup.claim('next'), never);
    expect(setup.target.received.map(({ url }) => url)).toEqual(['/first', '/second/abc', '/second/abc']);
    const keys = setup.target.received.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([`${id}.first.1`, `${id}.second.1`, `${id}.second.1`]);
    expect((await listAttempts(setup.context.db, [id])).map(({ sends }) => sends)).toEqual([1, 2]);
    expect(await setup.findExecution(id)).toMatchObject({ status: 'completed' });
    expect(await setup.countJobs()).toBe(0);
  });

  test('counts once, whichever of two is first', async () => {
    const integrationId = await setup.seed();
    const id = await setup.accept(integrationId);
    const hold = setup.holdAnswers('/first');
    const slept = runExecution(setup.context, await setup.claim(), never);
    await setup.target.arrived(1);
    await freeJobsOf(setup.context.db, 'runner');
    const awake = runExecution(setup.context, await setup.claim('next'), never);
    await setup.target.arrived(2);
    hold.release();
    await Promise.all([slept, awake]);
    expect(setup.target.received.filter(({ url }) => url === '/first')).toHaveLength(2);
    expect(setup.target.received.filter(({ url }) => url !== '/first').map(({ url }) => url)).toEqual([
      '/second/late',
    ]);
    expect(await setup.findExecution(id)).toMatchObject({ status: 'completed' });
    const { db } = setup.context;
    const total = await db.first(
      db.build.selectFrom('integrations').select('total_executions as total').where('id', '=', integrationId),
    );
    expect(total).toEqual({ total: 1 });
  });

  test('again and again goes on, as long as an answer was recorded in between', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const apiCalls = names.map((id) => ({
      ...setup.secondCall,
      id,
      name: id,
      url: `${setup.target.url}/${id}`,
    }));
    const id = await setup.accept(await setup.seed({ apiCalls }));
    for (const next of names.slice(1)) {
      const hold = setup.holdAnswers(`/${next}`);
      // What was in flight is sent again, and then the next.
      const count = setup.target.received.length + 2;
      const dead = runExecution(setup.context, await setup.claim(), never);
      await setup.target.arrived(count);
      await freeJobsOf(setup.context.db, 'runner');
      hold.release();
      await dead;
    }
    await runExecution(setup.context, await setup.claim(), never);
    expect(await setup.findExecution(id)).toEqual({ status: 'completed', error_message: null });
  });

  test('three times is ended in error and not tried again', async () => {
    const id = await setup.accept(await setup.seed());
    for (let death = 0; death < 3; death += 1) {
      await setup.claim();
      await freeJobsOf(setup.context.db, 'runner');
    }
    await runExecution(setup.context, await setup.claim(), never);
    expect(setup.target.received).toEqual([]);
    expect(await setup.findExecution(id)).toEqual({
      status: 'error',
      error_message: 'The server stopped 3 times while running this execution.',
    });
    expect(await setup.countJobs()).toBe(0);
    expect(await listMail(setup.context.db)).toMatchObject([
      { recipient: setup.email, subject: 'Execution stopped: Seeded' },
    ]);
  });
});

test('an execution the server failed on again and again is ended in error', async () => {
  const id = await setup.accept(await setup.seed());
  await runExecution(setup.context, { ...(await setup.claim()), failures: 6 }, never);
  expect(await setup.findExecution(id)).toMatchObject({ status: 'error' });
  expect(await setup.countJobs()).toBe(0);
  expect((await listMail(setup.context.db)).map(({ recipient }) => recipient)).toEqual([setup.email]);
});

test('stopping stores the response of the call in flight and gives the job back before the next', async () => {
  const hold = setup.holdAnswers('/first');
  const id = await setup.accept(await setup.seed());
  const stopping = new AbortController();
  const run = runExecution(setup.context, await setup.claim(), stopping.signal);
  await setup.target.arrived(1);
  stopping.abort();
  hold.release();
  await run;
  expect(await listSteps(setup.context.db, [id])).toMatchObject([{ step: 0, status: 'success' }]);
  expect(setup.target.received).toHaveLength(1);

  await runExecution(setup.context, await setup.claim('next'), never);
  expect(setup.target.received.map(({ url }) => url)).toEqual(['/first', '/second/late']);
  expect(await setup.findExecution(id)).toMatchObject({ status: 'completed' });
});

test('an execution that was cancelled before its turn does not begin', async () => {
  const integrationId = await setup.seed();
  const id = await setup.accept(integrationId);
  await cancelQueuedExecutions(setup.context.db, {
    integrationId,
    organizationId: setup.actor.organizationId,
    reason: 'Switched off.',
    now: setup.context.now(),
  });
  await expect(setup.claim()).rejects.toThrow('nothing to claim');
  expect(setup.target.received).toEqual([]);
  expect(await setup.findExecution(id)).toEqual({ status: 'cancelled', error_message: 'Switched off.' });
});
