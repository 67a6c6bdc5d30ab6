// Executions whose failure may pass are replayed automatically: later and later, each once, from the call that failed.
import { beforeEach, describe, expect, test } from 'vitest';
import { bringBackTimes } from '~/db/core/future-times';
import { updatePaused } from '~/db/core/installation';
import { listDueReplays } from '~/db/executions/automatic-replays';
import { listReplays as listReplaysOf } from '~/db/executions/replays';
import { claimJobs } from '~/db/executions/queue/claim';
import { deleteSomeExecutions } from '~/db/executions/deletion';
import { deleteMembership } from '~/db/organizations/members';
import { findExecutionLog } from '~/services/executions/execution-log';
import { updateIntegration } from '~/services/integrations/integrations';
import { runManually } from '~/services/runs/control';
import { replayFailures } from '~/services/runs/replay-failures';
import { cancelAutomaticReplay, makeDueReplays } from '~/services/runs/automatic-replays';
import { replayExecution } from '~/services/runs/replay-execution';
import { runExecution } from '~/services/runs/run-execution';
import { createAcceptDelivery } from '~/services/webhooks/accept-delivery';
import { createTestUser } from '../../support/accounts';
import { makeDelivery } from '../../support/delivery';
import { explain } from '../../support/explain';
import { findFreePort } from '../../support/free-port';
import { webhookTrigger } from '../../support/seed';
import { answerJson } from '../../support/target';
import { createRunSetup, never, type RunSetup } from './run-setup';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

let setup: RunSetup;
let integrationId: string;

beforeEach(async () => {
  setup = await createRunSetup();
  integrationId = await setup.seed();
  await allow(2);
});

async function allow(automaticReplays: number | null): Promise<void> {
  const saved = await updateIntegration(setup.context, setup.actor, integrationId, { automaticReplays });
  expect(saved.kind).toBe('integration');
}

/** Lets the second call fail with a status, or end without a response. */
function failSecond(status: number | 'cut'): void {
  setup.answers.handler = (request, response) => {
    if (!request.url.startsWith('/second')) return answerJson({ token: 'abc' })(request, response);
    return status === 'cut' ? void response.destroy() : answerJson({}, status)(request, response);
  };
}

async function runAll(): Promise<void> {
  const { context } = setup;
  const asked = { owner: 'runner', limit: 20, now: context.now(), leaseMs: 30_000 };
  for (const job of (await claimJobs(context.db, asked)).jobs) {
    if (job.kind === 'execution') await runExecution(context, job, never);
  }
}

async function runFailing(status: number | 'cut' = 503): Promise<string> {
  failSecond(status);
  const executionId = await setup.accept(integrationId);
  await runAll();
  expect(await setup.findExecution(executionId)).toMatchObject({ status: 'error' });
  return executionId;
}

async function findLog(executionId: string) {
  const { organizationId } = setup.actor;
  const log = await findExecutionLog(setup.context.db, { integrationId, organizationId }, executionId);
  if (!log) throw new Error('There is no such execution');
  return log;
}

const findNext = async (executionId: string) => (await findLog(executionId)).nextReplay;

/** Lets the time of an execution's automatic replay come, and makes it. */
async function replayAtTime(executionId: string) {
  const next = await findNext(executionId);
  setup.context.clock.advance(Date.parse(next?.at ?? '') - setup.context.now());
  await makeDueReplays(setup.context);
  return findNext(executionId);
}

async function listReplays(): Promise<(string | null)[]> {
  const { db } = setup.context;
  const rows = await db.all(
    db.build.selectFrom('executions').select('replay_of').where('replay_of', 'is not', null),
  );
  return rows.map(({ replay_of }) => replay_of);
}

test('a failed execution goes on from the call that failed when its time has come, and not before', async () => {
  const failed = await runFailing();
  const { clock, now } = setup.context;
  const at = Date.parse((await findNext(failed))?.at ?? '');
  expect(at - now()).toBeGreaterThanOrEqual(4.5 * minuteMs);
  expect(at - now()).toBeLessThanOrEqual(5.5 * minuteMs);
  clock.advance(at - now() - 1);
  await makeDueReplays(setup.context);
  expect(await listReplays()).toEqual([]);
  clock.advance(1);
  setup.answers.handler = answerJson({ token: 'abc' });
  setup.target.received.length = 0;
  await makeDueReplays(setup.context);
  await runAll();
  expect(setup.target.received.map(({ url }) => url)).toEqual(['/second/abc']);
  const next = await findNext(failed);
  expect(next).toMatchObject({ number: 1, of: 2, at: null, problem: null });
  const replayed = await findLog(next?.executionId ?? '');
  expect(replayed).toMatchObject({
    status: 'completed',
    replayOf: failed,
    automaticReplay: { number: 1, of: 2 },
  });
  expect(replayed.nextReplay).toBeUndefined();
});

test('replays that fail follow each other later and later, and end with the last', async () => {
  const first = await runFailing();
  const second = (await replayAtTime(first))?.executionId ?? '';
  await runAll();
  const { now } = setup.context;
  const after = Date.parse((await findNext(second))?.at ?? '') - now();
  expect(Math.abs(after - 30 * minuteMs)).toBeLessThanOrEqual(3 * minuteMs);
  const third = (await replayAtTime(second))?.executionId ?? '';
  await runAll();
  expect(await findLog(third)).toMatchObject({ status: 'error', automaticReplay: { number: 2, of: 2 } });
  expect(await findNext(third)).toBeUndefined();
});

test('nothing is replayed where nobody set it', async () => {
  await allow(null);
  expect(await findNext(await runFailing())).toBeUndefined();
});

describe('what may pass is replayed', () => {
  test.each([408, 425, 429, 500, 503, 'cut' as const])('%s', async (status) => {
    expect(await findNext(await runFailing(status))).toMatchObject({ number: 1 });
  });

  test('a host that does not answer', async () => {
    const url = `http://127.0.0.1:${await findFreePort()}/`;
    integrationId = await setup.seed({ apiCalls: [{ ...setup.firstCall, url }] });
    await allow(1);
    expect(await findNext(await runFailing())).toMatchObject({ number: 1, of: 1 });
  });
});

describe('what does not pass by itself is not', () => {
  test.each([400, 401, 404, 422])('%s', async (status) => {
    expect(await findNext(await runFailing(status))).toBeUndefined();
  });

  test('a call that cannot be written, and a test', async () => {
    integrationId = await setup.seed({ apiCalls: [{ ...setup.firstCall, body: '{{nobody}}' }] });
    await allow(1);
    expect(await findNext(await runFailing())).toBeUndefined();
    integrationId = await setup.seed();
    await allow(1);
    const tried = { integrationId, triggerData: { n: 1 }, isTest: true };
    const started = await runManually(setup.context, setup.actor, tried);
    await runAll();
    expect(await findNext('executionId' in started ? started.executionId : '')).toBeUndefined();
  });

  test('a run of a draft', async () => {
    await updateIntegration(setup.context, setup.actor, integrationId, { isActive: false });
    failSecond(503);
    const run = { integrationId, triggerData: { n: 1 } };
    const started = await runManually(setup.context, setup.actor, run);
    await runAll();
    expect(await findNext('executionId' in started ? started.executionId : '')).toBeUndefined();
  });
});

test('executions that failed together are not replayed together', async () => {
  failSecond(503);
  const ids: string[] = [];
  for (let each = 0; each < 12; each += 1) ids.push(await setup.accept(integrationId));
  await runAll();
  const times = await Promise.all(ids.map(async (id) => (await findNext(id))?.at));
  expect(new Set(times).size).toBeGreaterThan(6);
});

test('several processes make one replay', async () => {
  await runFailing();
  setup.context.clock.advance(6 * minuteMs);
  await Promise.all([1, 2, 3].map(() => makeDueReplays(setup.context)));
  expect(await listReplays()).toHaveLength(1);
});

describe('replayed in another way meanwhile', () => {
  test('by a person: once, and its failure counts on', async () => {
    const failed = await runFailing();
    const target = { integrationId, executionId: failed, from: 'start' } as const;
    const replayed = await replayExecution(setup.context, setup.actor, target);
    expect(await findNext(failed)).toEqual({ number: 1, of: 2, at: null, executionId: null, problem: null });
    setup.context.clock.advance(hourMs);
    await runAll();
    await makeDueReplays(setup.context);
    expect(await listReplays()).toEqual([failed]);
    const again = 'executionId' in replayed ? replayed.executionId : '';
    expect(await findLog(again)).not.toHaveProperty('automaticReplay');
    expect(await findNext(again)).toMatchObject({ number: 2, of: 2, at: expect.any(String) });
  });

  test('with all that failed', async () => {
    Object.assign(setup.context, { now: Date.now });
    const failed = await runFailing();
    const asked = { integrationId, from: 0, to: Date.now() };
    expect(await replayFailures(setup.context, setup.actor, asked)).toMatchObject({ count: 1 });
    expect(await findNext(failed)).toMatchObject({ at: null });
  });

  test('by its sender', async () => {
    const webhook = { runFailedAgain: true };
    const triggerConfig = webhookTrigger({ variables: [{ name: 'n', jsonPath: '.n' }], ...webhook });
    integrationId = await setup.seed({ triggerConfig });
    await allow(2);
    failSecond(503);
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'k' };
    const deliver = async () => {
      const outcome = await createAcceptDelivery(setup.context)(
        makeDelivery(integrationId, { headers, body: '{"n":1}' }),
      );
      return 'executionId' in outcome ? outcome.executionId : '';
    };
    const failed = await deliver();
    await runAll();
    expect(await findNext(failed)).toMatchObject({ at: expect.any(String) });
    const again = await deliver();
    expect(await findLog(again)).toMatchObject({ replayOf: failed });
    expect(await findNext(failed)).toMatchObject({ at: null });
  });
});

describe('changed meanwhile', () => {
  test.each([
    [{ isActive: false }, 'The integration was not deployed, or its automatic replays were off.'],
    [{ automaticReplays: null }, 'The integration was not deployed, or its automatic replays were off.'],
  ])('%j: the log says why nothing was replayed', async (change, problem) => {
    const failed = await runFailing();
    await updateIntegration(setup.context, setup.actor, integrationId, change);
    expect(await findNext(failed)).toMatchObject({ at: null, problem: null });
    setup.context.clock.advance(hourMs);
    await makeDueReplays(setup.context);
    expect(await findNext(failed)).toMatchObject({ at: null, executionId: null, problem });
    expect(await listReplays()).toEqual([]);
  });

  test('fewer are allowed than the chain has had', async () => {
    const second = (await replayAtTime(await runFailing()))?.executionId ?? '';
    await runAll();
    await allow(1);
    setup.context.clock.advance(hourMs);
    await makeDueReplays(setup.context);
    expect((await findNext(second))?.problem).toBe('The integration allows fewer automatic replays now.');
  });

  test('turned off and on again, it is replayed as planned, and the list of executions says so', async () => {
    const failed = await runFailing();
    const owner = { integrationId, organizationId: setup.actor.organizationId };
    const listPlanned = async (of = owner) =>
      (await listReplaysOf(setup.context.db, of, [failed, 'another'])).planned;
    expect(await listPlanned()).toEqual([failed]);
    expect(await listPlanned({ ...owner, organizationId: 'another' })).toEqual([]);
    await updateIntegration(setup.context, setup.actor, integrationId, { isActive: false });
    expect(await listPlanned()).toEqual([]);
    await updateIntegration(setup.context, setup.actor, integrationId, { isActive: true });
    expect((await replayAtTime(failed))?.executionId).toEqual(expect.any(String));
  });

  test('the chain before the call: it cannot go on there', async () => {
    const failed = await runFailing();
    const apiCalls = [{ ...setup.firstCall, body: '{"changed": {{n}}}' }, setup.secondCall];
    await updateIntegration(setup.context, setup.actor, integrationId, { apiCalls } as never);
    expect((await replayAtTime(failed))?.problem).toMatch(
      /^The chain before the failed call has since changed/,
    );
  });

  test('the execution is deleted: nothing is left of its replay', async () => {
    await runFailing();
    const { db } = setup.context;
    await db.transaction((tx) => deleteSomeExecutions(tx, integrationId, 10));
    expect(await db.all(db.build.selectFrom('automatic_replays').selectAll())).toEqual([]);
  });
});

test('while the installation is paused nothing is replayed, and afterwards it is', async () => {
  await runFailing();
  setup.context.clock.advance(hourMs);
  const { db, now } = setup.context;
  await db.transaction((tx) => updatePaused(tx, { from: null, now: now() }));
  await makeDueReplays(setup.context);
  expect(await listReplays()).toEqual([]);
  await db.run(db.build.updateTable('installation').set({ paused_at: null }));
  await makeDueReplays(setup.context);
  expect(await listReplays()).toHaveLength(1);
});

test('in an integration that is paused after errors, the replay waits', async () => {
  await updateIntegration(setup.context, setup.actor, integrationId, { pauseAfterErrors: 1 });
  const replay = (await replayAtTime(await runFailing()))?.executionId ?? '';
  await runAll();
  expect(await setup.findExecution(replay)).toMatchObject({ status: 'queued' });
});

test('a clock that was ahead when the execution failed does not hold its replay back', async () => {
  setup.context.clock.advance(48 * hourMs);
  const failed = await runFailing();
  setup.context.clock.advance(-48 * hourMs);
  await setup.context.db.transaction((tx) => bringBackTimes(tx, setup.context.now()));
  await makeDueReplays(setup.context);
  expect(await listReplays()).toEqual([failed]);
});

describe('a member', () => {
  test('cancels an automatic replay, which the audit log shows', async () => {
    const failed = await runFailing();
    const target = { integrationId, executionId: failed };
    expect(await cancelAutomaticReplay(setup.context, setup.actor, target)).toEqual({ kind: 'cancelled' });
    expect(await findNext(failed)).toMatchObject({ at: null, problem: 'A member cancelled it.' });
    setup.context.clock.advance(hourMs);
    await makeDueReplays(setup.context);
    expect(await listReplays()).toEqual([]);
    const { db } = setup.context;
    const entries = db.build.selectFrom('audit').select(['subject_id', 'user_id']);
    expect(await db.all(entries.where('kind', '=', 'replay-cancelled'))).toEqual([
      { subject_id: failed, user_id: setup.actor.userId },
    ]);
    const twice = await cancelAutomaticReplay(setup.context, setup.actor, target);
    expect(twice).toEqual({ kind: 'conflict', message: 'No automatic replay of this execution is to come.' });
  });

  test('of another organization, or a former one, cancels none', async () => {
    const target = { integrationId, executionId: await runFailing() };
    const { user, organizationId } = await createTestUser(setup.context);
    const stranger = { userId: user.id, organizationId };
    expect(await cancelAutomaticReplay(setup.context, stranger, target)).toEqual({ kind: 'not-found' });
    await deleteMembership(setup.context.db, setup.actor.userId, setup.actor.organizationId);
    expect(await cancelAutomaticReplay(setup.context, setup.actor, target)).toEqual({ kind: 'not-found' });
    expect(await findNext(target.executionId)).toMatchObject({ at: expect.any(String) });
  });
});

test('due replays are found by an index, however many executions there are', async () => {
  const plan = await explain(setup.context.db, (db) => listDueReplays(db, { now: 1, limit: 1 }));
  expect(plan[0]).toBe('SEARCH planned USING INDEX automatic_replays_by_due_at (due_at<?)');
});
