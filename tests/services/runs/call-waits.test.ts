import { beforeEach, describe, expect, test } from 'vitest';
import { bringBackTimes } from '~/db/core/future-times';
import { followClock } from '~/services/installation/clock';
import { findCallWait } from '~/db/executions/queue/call-waits';
import { findLimitUse } from '~/db/executions/queue/start-limits';
import { countWaitingWork, findRunningWork } from '~/db/executions/queue/queue-depth';
import { freeJobsOf, releaseJobsOf } from '~/db/executions/queue/jobs';
import { isScheduledRunUnfinished } from '~/db/integrations/schedules';
import { createClockFollower } from '~/jobs/clock-follower';
import { findExplainedLog, listCallWaitReasons } from '~/services/executions/wait-reason';
import { updateIntegration } from '~/services/integrations/integrations';
import { deleteIntegration } from '~/services/integrations/deletion';
import { cancelExecution, runManually } from '~/services/runs/control';
import { replayExecution } from '~/services/runs/replay-execution';
import { continueExecution } from '~/services/runs/continue-wait';
import { runExecution } from '~/services/runs/run-execution';
import { makeHandling } from '../../engine/run/run-steps';
import { createRunSetup, never, type RunSetup } from './run-setup';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

let setup: RunSetup;

beforeEach(async () => {
  setup = await createRunSetup();
});

/** The second call comes two days after the first. */
function seedWait(more: object = {}) {
  const wait = { kind: 'duration', seconds: (2 * dayMs) / 1000 };
  return setup.seed({ apiCalls: [setup.firstCall, { ...setup.secondCall, wait }], ...more });
}

async function run() {
  await runExecution(setup.context, await setup.claim(), never);
}

async function begin(integrationId: string) {
  const executionId = await setup.accept(integrationId);
  await run();
  return executionId;
}

function readJobs() {
  const { db } = setup.context;
  return db.all(db.build.selectFrom('jobs').select(['run_at', 'lease_owner', 'deaths']));
}

function countWaits() {
  const { db } = setup.context;
  return db.all(db.build.selectFrom('execution_waits').selectAll()).then(({ length }) => length);
}

test('a run that waits holds no runner, and goes on in its time with what it knew', async () => {
  const executionId = await begin(await seedWait());
  const began = setup.context.now();
  expect(await readJobs()).toEqual([{ run_at: began + 2 * dayMs, lease_owner: null, deaths: 0 }]);
  setup.context.clock.advance(2 * dayMs - 1);
  await expect(setup.claim()).rejects.toThrow('nothing to claim');
  setup.context.clock.advance(1);
  await run();
  expect(setup.target.received.map(({ url }) => url)).toEqual(['/first', '/second/abc']);
  // The time of the run is 15 minutes.
  expect(await setup.findExecution(executionId)).toEqual({ status: 'completed', error_message: null });
  expect(await countWaits()).toBe(0);
});

test('its log says what it waits for, and then how long it waited', async () => {
  const integrationId = await seedWait();
  const executionId = await begin(integrationId);
  const owner = { integrationId, ...setup.actor };
  const until = new Date(setup.context.now() + 2 * dayMs).toISOString();
  const waiting = await findExplainedLog(setup.context, owner, executionId);
  expect(waiting?.status).toBe('running');
  expect(waiting?.waits).toEqual({ reason: 'Second is not due', until });
  const listed = { id: executionId, status: 'running' } as const;
  const reasons = await listCallWaitReasons(setup.context, [listed, { id: 'other', status: 'running' }]);
  expect([...reasons]).toEqual([[executionId, { text: 'Second is not due', until }]]);
  const began = new Date(setup.context.now()).toISOString();
  const about = { step: 1, callId: 'second', apiCallName: 'Second', startedAt: began, until };
  expect(waiting?.callWaits).toEqual([{ ...about, outcome: null, endedAt: null, message: '2 days' }]);
  setup.context.clock.advance(2 * dayMs);
  await run();
  const ended = await findExplainedLog(setup.context, owner, executionId);
  expect(ended?.waits).toBeUndefined();
  expect(ended?.callWaits).toEqual([{ ...about, outcome: 'over', endedAt: until, message: '2 days' }]);
  expect(ended?.apiCallLogs.map(({ step }) => step)).toEqual([0, 2]);
});

describe('nothing counts it that counts what is under way', () => {
  test('neither the queue nor the running', async () => {
    await begin(await seedWait());
    const { db } = setup.context;
    expect(await countWaitingWork(db)).toBe(0);
    expect(await findRunningWork(db)).toEqual({ count: 0, oldestAt: undefined });
  });

  test('nor, once it goes on, the days that it waited', async () => {
    await begin(await seedWait());
    setup.context.clock.advance(2 * dayMs);
    setup.holdAnswers('/second');
    const stopping = new AbortController();
    const running = runExecution(setup.context, await setup.claim(), stopping.signal, stopping.signal);
    await expect.poll(() => setup.target.received.length).toBe(2);
    const { oldestAt } = await findRunningWork(setup.context.db);
    expect(oldestAt).toBe(setup.context.now());
    stopping.abort();
    await running;
  });

  test('nor the limit of executions at once, until it goes on', async () => {
    const integrationId = await seedWait();
    const { db } = setup.context;
    await db.run(db.build.updateTable('integrations').set({ executions_at_once: 1 }));
    await begin(integrationId);
    const limited = { id: integrationId, atOnce: 1, anHour: null };
    expect(await findLimitUse(db, limited, setup.context.now())).toMatchObject({ room: 1 });
    await begin(integrationId);
    expect(await countWaits()).toBe(2);
  });

  test('a schedule does not count it as unfinished', async () => {
    const integrationId = await seedWait();
    const { db } = setup.context;
    await begin(integrationId);
    await db.run(db.build.updateTable('executions').set({ trigger_type: 'cron' }));
    expect(await isScheduledRunUnfinished(db, integrationId)).toBe(false);
  });
});

describe('a clock that is set', () => {
  test.each([hourMs, -hourMs])('by %s ms while it waits takes none of its time', async (jumpMs) => {
    const executionId = await begin(await seedWait());
    const follow = createClockFollower(setup.context);
    setup.context.clock.set(jumpMs);
    await follow();
    setup.context.clock.advance(2 * dayMs + hourMs);
    await run();
    expect(await setup.findExecution(executionId)).toMatchObject({ status: 'completed' });
  });

  test('back to before it began lets it begin anew, with its whole length', async () => {
    const executionId = await begin(await seedWait());
    const follow = createClockFollower(setup.context);
    setup.context.clock.set(-3 * dayMs);
    await follow();
    expect(await followClock(setup.context)).toBe(1);
    await run();
    const until = setup.context.now() + 2 * dayMs;
    expect(await findCallWait(setup.context.db, executionId)).toMatchObject({ until });
    expect(setup.target.received).toHaveLength(1);
    setup.context.clock.advance(2 * dayMs - 1);
    await expect(setup.claim()).rejects.toThrow('nothing to claim');
    setup.context.clock.advance(1);
    await run();
    expect(await setup.findExecution(executionId)).toMatchObject({ status: 'completed' });
    expect(setup.target.received).toHaveLength(2);
  });

  test('forward after a wait does not count the wait', async () => {
    const retry = { retryDelay: 20_000, maxRetries: 1 };
    const integrationId = await seedWait({
      responseHandlingSteps: [
        makeHandling('second', [{ statusCodes: [503], action: 'retry', retryConfig: retry }]),
      ],
    });
    const executionId = await begin(integrationId);
    const { handler } = setup.answers;
    setup.answers.handler = (_request, response) => response.writeHead(503).end();
    const follow = createClockFollower(setup.context);
    setup.context.clock.advance(2 * dayMs);
    await follow();
    await run();
    setup.answers.handler = handler;
    setup.context.clock.set(hourMs);
    await follow();
    await run();
    expect(await setup.findExecution(executionId)).toMatchObject({ status: 'completed' });
  });

  test('forward by seconds does not count the wait of a replay', async () => {
    const { context, answers } = setup;
    const retry = { retryDelay: 20_000, maxRetries: 1 };
    const integrationId = await seedWait({
      responseHandlingSteps: [
        makeHandling('second', [{ statusCodes: [503], action: 'retry', retryConfig: retry }]),
      ],
    });
    const { handler } = answers;
    answers.handler = (_request, response) => response.writeHead(500).end();
    const executionId = await begin(integrationId);
    const target = { integrationId, executionId, from: 'failed' } as const;
    const replay = await replayExecution(context, setup.actor, target);
    if (replay.kind !== 'queued') throw new Error(replay.kind);
    // The wait begins a second after the replay.
    answers.handler = async (request, response) => {
      context.clock.advance(1_000);
      await handler(request, response);
    };
    await run();
    const follow = createClockFollower(context);
    context.clock.advance(2 * dayMs);
    await follow();
    answers.handler = (_request, response) => response.writeHead(503).end();
    await run();
    answers.handler = handler;
    context.clock.set(2_000);
    await follow();
    context.clock.advance(20_000);
    await run();
    expect(await setup.findExecution(replay.executionId)).toMatchObject({ status: 'completed' });
  });

  test('leaves what waits for days where it is', async () => {
    await begin(await seedWait());
    const { db, now } = setup.context;
    expect(await bringBackTimes(db, now())).toBe(0);
    expect(await bringBackTimes(db, now() - 31 * dayMs)).toBe(1);
  });
});

test('one that is cancelled is dropped at once', async () => {
  const integrationId = await seedWait();
  const executionId = await begin(integrationId);
  expect(await cancelExecution(setup.context, setup.actor, { integrationId, executionId })).toEqual({
    kind: 'cancelled',
  });
  expect(await countWaits()).toBe(0);
  await run();
  expect(await setup.countJobs()).toBe(0);
  expect(setup.target.received).toHaveLength(1);
});

test('one whose integration is deleted leaves nothing behind that would wait on', async () => {
  const { context, actor } = setup;
  const integrationId = await seedWait();
  await begin(integrationId);
  await deleteIntegration(context, actor, integrationId);
  expect(await countWaits()).toBe(0);
  expect(await setup.countJobs()).toBe(0);
});

test('a test waits for nothing, and says so', async () => {
  const integrationId = await seedWait();
  const queued = await runManually(setup.context, setup.actor, {
    integrationId,
    triggerData: { n: 1 },
    isTest: true,
  });
  await run();
  expect(setup.target.received).toHaveLength(2);
  const executionId = queued.kind === 'queued' ? queued.executionId : '';
  const log = await findExplainedLog(setup.context, { integrationId, ...setup.actor }, executionId);
  expect(log?.callWaits).toMatchObject([{ outcome: 'skipped' }]);
});

test('a replay from the call that failed behind a wait does not wait again', async () => {
  const integrationId = await seedWait();
  const executionId = await begin(integrationId);
  setup.answers.handler = (request, response) =>
    response.writeHead(request.url.startsWith('/second') ? 500 : 200).end('{}');
  setup.context.clock.advance(2 * dayMs);
  await run();
  expect(await setup.findExecution(executionId)).toMatchObject({ status: 'error' });
  const replay = await replayExecution(setup.context, setup.actor, {
    integrationId,
    executionId,
    from: 'failed',
  });
  expect(replay.kind).toBe('queued');
  await run();
  expect(setup.target.received.map(({ url }) => url)).toEqual(['/first', '/second/abc', '/second/abc']);
});

test('a replay has no time for what the failed run waited', async () => {
  const integrationId = await seedWait();
  setup.answers.handler = (request, response) =>
    response.writeHead(request.url.startsWith('/second') ? 500 : 200).end('{"token":"abc"}');
  const executionId = await begin(integrationId);
  setup.context.clock.advance(2 * dayMs);
  await run();
  const target = { integrationId, executionId, from: 'failed' } as const;
  const replay = await replayExecution(setup.context, setup.actor, target);
  if (replay.kind !== 'queued') throw new Error(replay.kind);
  await setup.claim('a runner before');
  await releaseJobsOf(setup.context.db, 'a runner before');
  setup.context.clock.advance(hourMs);
  await run();
  expect(await setup.findExecution(replay.executionId)).toMatchObject({
    error_message: 'The execution took longer than 15 minutes.',
  });
});

test('a replay from a wait for what is no time waits as is written once that is mended', async () => {
  const { firstCall, secondCall } = setup;
  const until = (at: string) => [
    { ...firstCall, order: 1 },
    { ...secondCall, order: 2, wait: { kind: 'until', at } },
  ];
  const integrationId = await setup.seed({ apiCalls: until('soon') });
  const executionId = await begin(integrationId);
  expect((await setup.findExecution(executionId))?.status).toBe('error');
  const apiCalls = until(new Date(setup.context.now() + hourMs).toISOString());
  expect((await updateIntegration(setup.context, setup.actor, integrationId, { apiCalls })).kind).toBe(
    'integration',
  );
  const target = { integrationId, executionId, from: 'failed' } as const;
  const replayed = await replayExecution(setup.context, setup.actor, target);
  if (replayed.kind !== 'queued') throw new Error(JSON.stringify(replayed));
  await run();
  setup.context.clock.advance(hourMs);
  await run();
  expect(setup.target.received.map(({ url }) => url)).toEqual(['/first', '/second/abc']);
});

describe('a wait that a person ends', () => {
  const conflict = { kind: 'conflict', message: 'This execution does not wait before a call.' };

  test('is over at once, which the audit log and the log of the execution tell', async () => {
    const integrationId = await seedWait();
    const executionId = await begin(integrationId);
    const { context, actor } = setup;
    setup.context.clock.advance(1_000);
    const target = { integrationId, executionId };
    expect(await continueExecution(context, actor, target)).toEqual({ kind: 'continued' });
    await run();
    expect(setup.target.received).toHaveLength(2);
    expect(await setup.findExecution(executionId)).toMatchObject({ status: 'completed' });
    const log = await findExplainedLog(context, { integrationId, ...actor }, executionId);
    const endedAt = new Date(context.now()).toISOString();
    expect(log?.callWaits).toMatchObject([{ outcome: 'continued', endedAt }]);
    const { db } = context;
    const query = db.build.selectFrom('audit').select('subject_id').where('kind', '=', 'execution-continued');
    expect(await db.all(query)).toEqual([{ subject_id: executionId }]);
  });

  test('is nobody else’s, and none of what does not wait', async () => {
    const integrationId = await seedWait();
    const { context, actor } = setup;
    const queued = { integrationId, executionId: await setup.accept(integrationId) };
    expect(await continueExecution(context, actor, queued)).toEqual(conflict);
    await run();
    const stranger = { ...actor, organizationId: 'another' };
    expect(await continueExecution(context, stranger, queued)).toEqual({ kind: 'not-found' });
    setup.context.clock.advance(2 * dayMs);
    await setup.claim();
    expect(await continueExecution(context, actor, queued)).toEqual(conflict);
  });
});

test('a runner that dies as a wait is over leaves it over: the call is sent once', async () => {
  const executionId = await begin(await seedWait());
  setup.context.clock.advance(2 * dayMs);
  await setup.claim('one that dies');
  await freeJobsOf(setup.context.db, 'one that dies');
  await run();
  expect(setup.target.received).toHaveLength(2);
  expect(await setup.findExecution(executionId)).toMatchObject({ status: 'completed' });
});
