// An integration with limits: what is beyond them waits, nothing is lost, and others go on.
import { beforeEach, expect, test } from 'vitest';
import { listStartLimits } from '~/db/executions/queue/start-limits';
import { claimJobs } from '~/db/executions/queue/claim';
import { findIntegration } from '~/db/integrations/integrations';
import { discardWaiting } from '~/services/integrations/pauses';
import { updateIntegration } from '~/services/integrations/integrations';
import { describeWaiting, type WaitReason } from '~/services/integrations/waiting';
import { runExecution } from '~/services/runs/run-execution';
import type { ClaimedJob } from '~/db/executions/queue/claimed-job';
import { explain } from '../../support/explain';
import { createRunSetup, never, type RunSetup } from '../runs/run-setup';

let setup: RunSetup;
let id: string;
let now: number;

beforeEach(async () => {
  setup = await createRunSetup();
  id = await setup.seed();
  now = setup.context.now();
});

async function limit(limits: { executionsAtOnce?: number | null; executionsPerHour?: number | null }) {
  const outcome = await updateIntegration(setup.context, setup.actor, id, limits);
  expect(outcome).toMatchObject({ kind: 'integration', integration: limits });
}

async function accept(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let each = 0; each < count; each += 1) ids.push(await setup.accept(id));
  return ids;
}

async function claim(owner = 'runner'): Promise<ClaimedJob[]> {
  const { jobs } = await claimJobs(setup.context.db, { owner, limit: 10, now, leaseMs: 30_000 });
  return jobs.filter(({ kind }) => kind === 'execution');
}

function idsOf(jobs: ClaimedJob[]): string[] {
  return jobs.map(({ subjectId }) => subjectId);
}

async function end(jobs: ClaimedJob[]): Promise<void> {
  for (const job of jobs) await runExecution(setup.context, job, never);
}

async function describe(): Promise<WaitReason | null> {
  const { organizationId } = setup.actor;
  const integration = await findIntegration(setup.context.db, { id, organizationId });
  if (!integration) throw new Error('The integration is gone');
  return describeWaiting({ ...setup.context, now: () => now }, integration);
}

/** What is said, and until when, in milliseconds since 1970. */
async function describeUntil(text: string): Promise<number> {
  const waiting = await describe();
  expect(waiting?.text).toBe(text);
  return Date.parse(waiting?.until ?? '');
}

test('the limits make no version, and have bounds', async () => {
  await limit({ executionsAtOnce: 2, executionsPerHour: 10 });
  const { organizationId } = setup.actor;
  expect(await findIntegration(setup.context.db, { id, organizationId })).toMatchObject({ version: 1 });
  for (const wrong of [0, 1.5, 1001]) {
    const refused = await updateIntegration(setup.context, setup.actor, id, { executionsAtOnce: wrong });
    expect(refused).toMatchObject({ kind: 'invalid', fields: { executionsAtOnce: [expect.any(String)] } });
  }
  await limit({ executionsAtOnce: null });
  expect(await findIntegration(setup.context.db, { id, organizationId })).toMatchObject({
    executionsAtOnce: null,
    executionsPerHour: 10,
  });
});

test('no more begin at once, for two runners together; what waits begins in its order, and another integration at once', async () => {
  await limit({ executionsAtOnce: 2 });
  const waiting = await accept(5);
  const other = await setup.accept(await setup.seed());
  const first = await claim();
  expect(idsOf(first).toSorted()).toEqual([...waiting.slice(0, 2), other].toSorted());
  expect(await claim('another')).toEqual([]);
  expect(await describe()).toEqual({
    text: '3 executions wait: at most 2 may run at once',
    until: null,
  });
  await end(first);
  const second = await claim('another');
  expect(idsOf(second)).toEqual(waiting.slice(2, 4));
  await end(second);
  expect(idsOf(await claim())).toEqual(waiting.slice(4));
  expect(await describe()).toBeNull();
});

test('a runner that dies keeps nothing from beginning: its execution goes on, and counts once', async () => {
  await limit({ executionsAtOnce: 1 });
  const [first, second] = await accept(2);
  expect(idsOf(await claim())).toEqual([first]);
  await setup.context.ledger.recover(['runner'], { owner: 'another', now });
  const again = await claim('another');
  expect(idsOf(again)).toEqual([first]);
  expect(await claim()).toEqual([]);
  await end(again);
  expect(idsOf(await claim())).toEqual([second]);
});

test('what is under way counts from when the limit is set', async () => {
  const [first, second] = await accept(2);
  const job = await setup.claim();
  expect(job.subjectId).toBe(first);
  await limit({ executionsAtOnce: 1 });
  expect(await claim()).toEqual([]);
  await limit({ executionsAtOnce: 2 });
  expect(idsOf(await claim())).toEqual([second]);
});

test('no sixty minutes see more begin than the limit', async () => {
  await limit({ executionsPerHour: 3 });
  const waiting = await accept(7);
  const first = await claim();
  expect(idsOf(first)).toEqual(waiting.slice(0, 3));
  await end(first);
  const until = await describeUntil(
    '4 executions wait: at most 3 may begin within an hour, so the next waits',
  );
  now = until - 1;
  expect(await claim()).toEqual([]);
  now = until;
  expect(idsOf(await claim())).toEqual(waiting.slice(3, 6));
  expect(await claim()).toEqual([]);
  await limit({ executionsPerHour: null });
  expect(idsOf(await claim())).toEqual(waiting.slice(6));
});

test('what waits can be cancelled by disabling, not discarded while nothing is paused', async () => {
  await limit({ executionsAtOnce: 1 });
  const [, second] = await accept(2);
  await claim();
  expect(await discardWaiting(setup.context, setup.actor, id)).toMatchObject({ kind: 'invalid' });
  await updateIntegration(setup.context, setup.actor, id, { isActive: false });
  expect(await setup.findExecution(second ?? '')).toMatchObject({ status: 'cancelled' });
});

test('claims read what is paused or limited from an index that holds nothing else', async () => {
  const { organizationId } = setup.actor;
  const plans = await explain(setup.context.db, (queries) => listStartLimits(queries, organizationId, now));
  expect(plans).toEqual([expect.stringContaining('USING INDEX braked_integrations')]);
});
