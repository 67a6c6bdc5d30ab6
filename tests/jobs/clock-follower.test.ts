import { beforeEach, expect, test } from 'vitest';
import { createClockFollower } from '~/jobs/clock-follower';
import { runExecution } from '~/services/runs/run-execution';
import { makeHandling } from '../engine/run/run-steps';
import { createRunSetup, never, type RunSetup } from '../services/runs/run-setup';

const hourMs = 3_600_000;
let setup: RunSetup;
let executionId: string;

/** An execution that waits for its second attempt. */
beforeEach(async () => {
  setup = await createRunSetup();
  const rules = [{ statusCodes: [503], action: 'retry', retryConfig: { retryDelay: 20_000 } }];
  const apiCalls = [{ id: 'a', name: 'A', method: 'GET', url: `${setup.target.url}/a` }];
  const integrationId = await setup.seed({ apiCalls, responseHandlingSteps: [makeHandling('a', rules)] });
  setup.answers.handler = (_request, response) =>
    response.writeHead(setup.target.received.length === 1 ? 503 : 200).end('{}');
  executionId = await setup.accept(integrationId);
});

async function readBeganAt(): Promise<number | null | undefined> {
  const { db } = setup.context;
  const query = db.build.selectFrom('executions').select('began_at').where('id', '=', executionId);
  return (await db.first(query))?.began_at;
}

test('a clock that is put forward ends nothing that waits', async () => {
  const { context } = setup;
  const follow = createClockFollower(context);
  await runExecution(context, await setup.claim(), never);
  context.clock.set(hourMs);
  await follow();
  await runExecution(context, await setup.claim(), never);
  expect(await setup.findExecution(executionId)).toEqual({ status: 'completed', error_message: null });
});

test.each([hourMs, -hourMs])('what began is moved along by %s ms once, by two runners', async (jumpMs) => {
  const { context } = setup;
  const [follow, followToo] = [createClockFollower(context), createClockFollower(context)];
  await setup.claim();
  const beganAt = context.now();
  context.clock.advance(5_000);
  await follow();
  expect(await readBeganAt()).toBe(beganAt);
  context.clock.set(jumpMs);
  await follow();
  await followToo();
  await follow();
  expect(await readBeganAt()).toBe(beganAt + jumpMs);
});

test('what begins by the new time stays', async () => {
  const { context } = setup;
  const follow = createClockFollower(context);
  context.clock.set(hourMs);
  await setup.claim();
  await follow();
  expect(await readBeganAt()).toBe(context.now());
});

test('what the database refuses is made up for', async () => {
  const { context } = setup;
  const follow = createClockFollower(context);
  await setup.claim();
  const beganAt = context.now();
  context.clock.set(hourMs);
  context.db.sqlite.pragma('query_only = 1');
  await expect(follow()).rejects.toThrow();
  context.db.sqlite.pragma('query_only = 0');
  await follow();
  expect(await readBeganAt()).toBe(beganAt + hourMs);
});
