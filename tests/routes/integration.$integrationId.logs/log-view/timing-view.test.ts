import { expect, it } from 'vitest';
import { findExecutionLog } from '~/services/executions/execution-log';
import { insertAttemptQuery } from '~/db/executions/steps';
import { describeSpans } from '~/routes/integration.$integrationId.logs/details/timing-bar';
import { viewTiming } from '~/routes/integration.$integrationId.logs/log-view/timing-view';
import { createTestUser } from '../../../support/accounts';
import { createTestContext } from '../../../support/context';
import {
  addTestCall,
  completeTestExecution,
  createTestExecution,
  createTestIntegration,
} from '../../../support/executions';

async function prepare() {
  const context = await createTestContext();
  const owner = await createTestIntegration(context, (await createTestUser(context)).organizationId);
  const id = await createTestExecution(context, owner);
  async function read() {
    const log = await findExecutionLog(context.db, owner, id);
    if (!log) throw new Error('The execution was not found');
    return viewTiming(log);
  }
  return { context, owner, id, read };
}

it('tells the notice of a rule from the call that it is about', async () => {
  const { context, id, read } = await prepare();
  await addTestCall(context, id, { name: 'Charge', response: {} });
  await addTestCall(context, id, { step: 1, kind: 'webhook', name: 'Charge', response: {} });
  expect((await read())?.calls.map(({ name }) => name)).toEqual(['Charge', 'Charge (webhook)']);
});

it('places each call between start and end', async () => {
  const { context, owner, id, read } = await prepare();
  context.clock.advance(50);
  await addTestCall(context, id, { name: 'First', response: {} });
  context.clock.advance(200);
  await addTestCall(context, id, { step: 1, errorMessage: 'Refused' });
  context.clock.advance(150);
  await completeTestExecution(context, owner, id);
  expect(await read()).toEqual({
    totalMs: 400,
    calls: [
      { step: 0, name: 'First', spans: [{ startMs: 50, durationMs: 120, failed: false }] },
      { step: 1, name: 'API Call 2', spans: [{ startMs: 250, durationMs: 120, failed: true }] },
    ],
  });
});

it('shows each attempt of a call that was tried again', async () => {
  const { context, id, read } = await prepare();
  await addTestCall(context, id, { name: 'Retried', response: { status: 500 } });
  context.db.sqlite.prepare(`update attempts set ruling = '{"action":"retry","delayMs":1000}'`).run();
  context.clock.advance(1_120);
  await context.db.run(
    insertAttemptQuery({
      execution_id: id,
      step: 0,
      attempt: 2,
      request: '{"headers":[]}',
      started_at: context.now(),
    }),
  );
  expect((await read())?.calls[0]?.spans).toEqual([
    { startMs: 0, durationMs: 120, failed: true },
    { startMs: 1_120, durationMs: 0, failed: false },
  ]);
});

it('says what was waited for beside the time of its own', async () => {
  const { context, owner, id } = await prepare();
  await addTestCall(context, id, { name: 'First', response: {} });
  context.clock.advance(4_200);
  await completeTestExecution(context, owner, id);
  const log = await findExecutionLog(context.db, owner, id);
  if (!log) throw new Error('The execution was not found');
  const begun = Date.parse(log.startedAt);
  const at = (ms: number) => new Date(begun + ms).toISOString();
  const wait = { callId: 'c', callName: 'Second', until: at(4_100), outcome: 'over' } as const;
  const callWaits = [{ ...wait, step: 1, startedAt: at(100), endedAt: at(4_100) }] as never;
  expect(viewTiming({ ...log, callWaits })).toMatchObject({ totalMs: 200, waitedMs: 4_000 });
  expect(viewTiming(log)).not.toHaveProperty('waitedMs');
  const [call] = log.apiCallLogs;
  const apiCallLogs = [call, { ...call, step: 2, startedAt: at(4_150) }] as typeof log.apiCallLogs;
  const spans = viewTiming({ ...log, apiCallLogs, callWaits })?.calls.flatMap((each) => each.spans);
  expect(spans?.map(({ startMs, waitedMs }) => [startMs, waitedMs])).toEqual([
    [0, undefined],
    [150, 4_000],
  ]);
});

it('is nothing when nothing was sent', async () => {
  const { read } = await prepare();
  expect(await read()).toBeNull();
});

it('attempts read as when they were sent and how long they took', () => {
  const [first, second] = [
    { startMs: 6, durationMs: 8, failed: true },
    { startMs: 1_014, durationMs: 20, failed: false },
  ];
  expect(describeSpans([second])).toBe('Sent after 1,014 ms, took 20 ms');
  expect(describeSpans([first, second])).toBe(
    'Sent after 6 ms, failed after 8 ms, then sent after 1,014 ms, took 20 ms',
  );
  const later = { ...second, waitedMs: 125_000 };
  expect(describeSpans([later])).toBe('Sent after 1,014 ms and 2 min 5 s of waits, took 20 ms');
});
