import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { findExecutionLog } from '~/services/executions/execution-log';
import { listAttempts, listSteps } from '~/db/executions/steps';
import { deleteMembership } from '~/db/organizations/members';
import { listAuditEntries as listAuditLog } from '~/db/organizations/audit-log';
import { handlers } from '~/jobs/handlers';
import { createRunner } from '~/jobs/runner';
import { updateIntegration } from '~/services/integrations/integrations';
import { cancelExecution, runManually } from '~/services/runs/control';
import { replayExecution } from '~/services/runs/replay-execution';
import { runExecution } from '~/services/runs/run-execution';
import { createTestUser } from '../../support/accounts';
import { answerJson } from '../../support/target';
import { createRunSetup, never, type RunSetup } from './run-setup';

let setup: RunSetup;
let integrationId: string;

beforeEach(async () => {
  setup = await createRunSetup();
  integrationId = await setup.seed();
});

/** Fails the second call, as often as it is asked for. */
function failSecond(): void {
  setup.answers.handler = (request, response) =>
    answerJson({ token: 'abc' }, request.url.startsWith('/second') ? 503 : 200)(request, response);
}

async function runFailing(): Promise<string> {
  failSecond();
  const executionId = await setup.accept(integrationId);
  await runExecution(setup.context, await setup.claim(), never);
  expect(await setup.findExecution(executionId)).toMatchObject({ status: 'error' });
  setup.answers.handler = answerJson({ token: 'abc' });
  setup.target.received.length = 0;
  return executionId;
}

async function replay(executionId: string, from: 'start' | 'failed'): Promise<string> {
  const outcome = await replayExecution(setup.context, setup.actor, { integrationId, executionId, from });
  if (outcome.kind !== 'queued') throw new Error(JSON.stringify(outcome));
  return outcome.executionId;
}

function listAuditEntries() {
  const { db } = setup.context;
  return db.all(
    db.build
      .selectFrom('audit')
      .select(['kind', 'subject_id', 'user_id'])
      .where('kind', '<>', 'integration-created')
      .orderBy('id'),
  );
}

/** A runner of this process, stopped with the test. */
function startRunner() {
  const dataDir = mkdtempSync(join(tmpdir(), 'wicked-cancel-'));
  const context = { ...setup.context, config: { ...setup.context.config, dataDir } };
  // Only what this process is told, and the poll, can tell of a cancelled execution: a heartbeat comes too late for a test.
  const runner = createRunner(context, handlers, {
    lease: 3_600_000,
    heartbeat: 1_200_000,
    poll: 50,
    trial: 2_000,
  });
  context.wake = runner.wake;
  onTestFinished(async () => {
    await runner.stop(0);
    rmSync(dataDir, { recursive: true, force: true });
  });
  runner.start();
  return context;
}

describe('cancelling', () => {
  test('what is queued leaves the queue', async () => {
    const executionId = await setup.accept(integrationId);
    const outcome = await cancelExecution(setup.context, setup.actor, { integrationId, executionId });
    expect(outcome).toEqual({ kind: 'cancelled' });
    expect(await setup.findExecution(executionId)).toEqual({
      status: 'cancelled',
      error_message: 'The execution was cancelled.',
    });
    await expect(setup.claim()).rejects.toThrow('nothing to claim');
    expect([await setup.countJobs(), await setup.target.arrived(0)]).toEqual([0, []]);
    expect((await setup.findExecution(executionId))?.status).toBe('cancelled');
    expect((await listAuditEntries()).at(-1)).toEqual({
      kind: 'execution-cancelled',
      subject_id: executionId,
      user_id: setup.actor.userId,
    });
    const { organizationId } = setup.actor;
    const [cancelled] = await listAuditLog(setup.context.db, { organizationId, limit: 1 });
    const { integration, detail } = cancelled ?? {};
    expect([integration, detail]).toEqual(['Seeded', 'Seeded']);
  });

  test('what is running aborts the call in flight at once and sends nothing further', async () => {
    setup.holdAnswers('/first');
    const executionId = await setup.accept(integrationId);
    const aborted = once(setup.targetEvents, 'aborted');
    const context = startRunner();
    await setup.target.arrived(1);
    expect((await cancelExecution(context, setup.actor, { integrationId, executionId })).kind).toBe(
      'cancelled',
    );
    await aborted;
    await setup.context.db.groupCommit(async () => undefined);
    expect(setup.target.received).toHaveLength(1);
    expect(await setup.findExecution(executionId)).toMatchObject({ status: 'cancelled' });
    expect(await listSteps(context.db, [executionId])).toMatchObject([
      { status: 'error', error_message: 'The execution was cancelled.' },
    ]);
    expect(await listAttempts(context.db, [executionId])).toMatchObject([
      { error_message: 'The execution was cancelled.', duration_ms: 0 },
    ]);
  });

  test('by another process is noticed by the poll', async () => {
    setup.holdAnswers('/first');
    const executionId = await setup.accept(integrationId);
    const aborted = once(setup.targetEvents, 'aborted');
    startRunner();
    await setup.target.arrived(1);
    // This context wakes nobody.
    await cancelExecution(setup.context, setup.actor, { integrationId, executionId });
    await aborted;
  });

  test('what has ended, or is another organization’s, is rejected', async () => {
    const executionId = await setup.accept(integrationId);
    const { user, organizationId } = await createTestUser(setup.context);
    const stranger = { userId: user.id, organizationId };
    for (const ask of [
      () => cancelExecution(setup.context, stranger, { integrationId, executionId }),
      () => replayExecution(setup.context, stranger, { integrationId, executionId, from: 'start' }),
      () => runManually(setup.context, stranger, { integrationId, triggerData: null }),
      async () =>
        cancelExecution(setup.context, setup.actor, { integrationId: await setup.seed(), executionId }),
    ]) {
      expect(await ask()).toEqual({ kind: 'not-found' });
    }
    await runExecution(setup.context, await setup.claim(), never);
    expect(await cancelExecution(setup.context, setup.actor, { integrationId, executionId })).toMatchObject({
      kind: 'conflict',
    });
  });
});

test('a member who was removed after the guard let them pass starts and cancels nothing', async () => {
  const executionId = await runFailing();
  const queued = await setup.accept(integrationId);
  await deleteMembership(setup.context.db, setup.actor.userId, setup.actor.organizationId);
  for (const ask of [
    () => cancelExecution(setup.context, setup.actor, { integrationId, executionId: queued }),
    () => replayExecution(setup.context, setup.actor, { integrationId, executionId, from: 'start' }),
    () => runManually(setup.context, setup.actor, { integrationId, triggerData: null }),
  ]) {
    expect(await ask()).toEqual({ kind: 'not-found' });
  }
  const statuses = setup.context.db.sqlite.prepare('select status from executions order by id').pluck().all();
  expect(statuses).toEqual(['error', 'queued']);
});

describe('a manual run', () => {
  test('takes the given data, with its digits, whatever the trigger', async () => {
    const outcome = await runManually(setup.context, setup.actor, {
      integrationId,
      triggerData: { n: 5 },
    });
    if (outcome.kind !== 'queued') throw new Error(outcome.kind);
    await runExecution(setup.context, await setup.claim(), never);
    expect(setup.target.received[0]?.body).toBe('{"n": 5}');
    const log = await findExecutionLog(
      setup.context.db,
      { integrationId, ...setup.actor },
      outcome.executionId,
    );
    expect(log).toMatchObject({ status: 'completed', triggerType: 'manual', replayOf: null });
  });

  test('works on a draft', async () => {
    const draft = await setup.seed({ isActive: false });
    const target = { integrationId: draft, triggerData: { n: 1 } };
    expect(await runManually(setup.context, setup.actor, target)).toMatchObject({ kind: 'queued' });
    await runExecution(setup.context, await setup.claim(), never);
    expect(setup.target.received).toHaveLength(2);
  });

  test('of an integration without calls is rejected', async () => {
    const target = { integrationId: await setup.seed({ apiCalls: [], isActive: false }), triggerData: null };
    expect(await runManually(setup.context, setup.actor, target)).toMatchObject({ kind: 'conflict' });
    expect(await setup.countJobs()).toBe(0);
  });
});

describe('a replay', () => {
  test('from the start does everything again, with the same data, as a new execution', async () => {
    const executionId = await runFailing();
    const again = await replay(executionId, 'start');
    await runExecution(setup.context, await setup.claim(), never);
    expect(setup.target.received.map(({ url, body }) => `${url} ${body}`.trim())).toEqual([
      '/first {"n": 1.10}',
      '/second/abc',
    ]);
    const log = await findExecutionLog(setup.context.db, { integrationId, ...setup.actor }, again);
    expect(log).toMatchObject({ status: 'completed', replayOf: executionId, triggerType: 'webhook' });
    expect((await listAuditEntries()).at(-1)).toMatchObject({
      kind: 'execution-replayed',
      subject_id: executionId,
    });
  });

  test('from the failed call sends no call before it again, and has what they gave', async () => {
    const executionId = await runFailing();
    const again = await replay(executionId, 'failed');
    await runExecution(setup.context, await setup.claim(), never);
    expect(setup.target.received.map(({ url }) => url)).toEqual(['/second/abc']);
    expect(setup.target.received[0]?.headers['idempotency-key']).toBe(`${again}.second.1`);
    expect(await setup.findExecution(again)).toEqual({ status: 'completed', error_message: null });
    const rows = await listSteps(setup.context.db, [again]);
    expect(rows.map(({ call_id, status }) => [call_id, status])).toEqual([
      ['first', 'success'],
      ['second', 'success'],
    ]);
    const [before] = await listSteps(setup.context.db, [executionId]);
    expect(rows[0]?.saved).not.toBe(before?.saved);
  });

  test('from a call without a response has its key, which the target may know, until there is a response', async () => {
    const { context, target, answers } = setup;
    const { handler } = answers;
    answers.handler = (request, response) => {
      if (request.url.startsWith('/second')) response.destroy();
      else answerJson({ token: 'abc' })(request, response);
    };
    const executionId = await setup.accept(integrationId);
    await runExecution(context, await setup.claim(), never);
    const again = await replay(executionId, 'failed');
    await runExecution(context, await setup.claim(), never);
    failSecond();
    const last = await replay(again, 'failed');
    await runExecution(context, await setup.claim(), never);
    answers.handler = handler;
    const own = await replay(last, 'failed');
    await runExecution(context, await setup.claim(), never);
    const sent = target.received.filter(({ url }) => url.startsWith('/second'));
    expect(new Set(sent.map(({ headers }) => headers['idempotency-key']))).toEqual(
      new Set([`${executionId}.second.1`, `${own}.second.1`]),
    );
    expect(sent.at(-1)?.headers['idempotency-key']).toBe(`${own}.second.1`);
    expect(await setup.findExecution(own)).toMatchObject({ status: 'completed' });
  });

  test('from a call without a response that was changed since has a key of its own', async () => {
    const { context, target, answers } = setup;
    answers.handler = (_request, response) => void response.destroy();
    const executionId = await setup.accept(integrationId);
    await runExecution(context, await setup.claim(), never);
    await updateIntegration(context, setup.actor, integrationId, {
      apiCalls: [
        { ...setup.firstCall, order: 1, body: '{}' },
        { ...setup.secondCall, order: 2 },
      ],
    });
    const again = await replay(executionId, 'failed');
    await runExecution(context, await setup.claim(), never);
    expect(target.received.at(-1)?.headers['idempotency-key']).toBe(`${again}.first.1`);
  });

  test('from a failed call that was mended executes it as it is now', async () => {
    const executionId = await runFailing();
    await updateIntegration(setup.context, setup.actor, integrationId, {
      apiCalls: [
        { ...setup.firstCall, order: 1 },
        { ...setup.secondCall, order: 2, url: `${setup.target.url}/mended/{{token}}` },
      ],
    });
    await replay(executionId, 'failed');
    await runExecution(setup.context, await setup.claim(), never);
    expect(setup.target.received.map(({ url }) => url)).toEqual(['/mended/abc']);
  });

  test('from the failed call is rejected when what comes before has changed, or the call is gone', async () => {
    const executionId = await runFailing();
    const ask = () =>
      replayExecution(setup.context, setup.actor, { integrationId, executionId, from: 'failed' });
    const changes = [
      [{ ...setup.firstCall, url: `${setup.target.url}/other` }, { ...setup.secondCall }],
      [{ ...setup.firstCall }, { ...setup.secondCall, id: 'other' }],
      [{ ...setup.secondCall }, { ...setup.firstCall }],
    ];
    for (const calls of changes) {
      const apiCalls = calls.map((call, index) => Object.assign(call, { order: index + 1 }));
      await updateIntegration(setup.context, setup.actor, integrationId, { apiCalls });
      expect(await ask()).toMatchObject({ kind: 'conflict' });
    }
    expect(await setup.countJobs()).toBe(0);
  });

  test('of what has not ended, or did not fail, is rejected', async () => {
    const executionId = await setup.accept(integrationId);
    const ask = (from: 'start' | 'failed') =>
      replayExecution(setup.context, setup.actor, { integrationId, executionId, from });
    expect(await ask('start')).toMatchObject({ kind: 'conflict' });
    await runExecution(setup.context, await setup.claim(), never);
    expect(await ask('failed')).toMatchObject({ kind: 'conflict' });
  });
});
