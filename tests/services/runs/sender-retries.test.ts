// What a sender's next try does whose first delivery failed, where the trigger lets such a key run again.
import { beforeEach, expect, test } from 'vitest';
import { claimJobs } from '~/db/executions/queue/claim';
import { findExecutionLog } from '~/services/executions/execution-log';
import { updateIntegration } from '~/services/integrations/integrations';
import { makeDueReplays } from '~/services/runs/automatic-replays';
import { cancelExecution } from '~/services/runs/control';
import { replayExecution } from '~/services/runs/replay-execution';
import { runExecution } from '~/services/runs/run-execution';
import { createAcceptDelivery } from '~/services/webhooks/accept-delivery';
import { makeDelivery } from '../../support/delivery';
import { webhookTrigger } from '../../support/seed';
import { answerJson } from '../../support/target';
import { createRunSetup, never, type RunSetup } from './run-setup';

const dayMs = 24 * 3_600_000;

let setup: RunSetup;
let integrationId: string;

beforeEach(async () => {
  setup = await createRunSetup();
  const variables = [{ name: 'n', jsonPath: '.n' }];
  const dedupe = { by: 'header', of: 'idempotency-key', hours: 720 };
  integrationId = await setup.seed({
    triggerConfig: webhookTrigger({ variables, dedupe, runFailedAgain: true }),
  });
  await allow(2);
});

async function allow(automaticReplays: number | null): Promise<void> {
  await updateIntegration(setup.context, setup.actor, integrationId, { automaticReplays });
}

async function deliver(): Promise<string> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': 'k' };
  const sent = makeDelivery(integrationId, { headers, body: '{"n":1}' });
  const outcome = await createAcceptDelivery(setup.context)(sent);
  return 'executionId' in outcome ? outcome.executionId : '';
}

/** Lets what is queued run, and its second call end with a status. */
async function run(status: number): Promise<void> {
  const { context } = setup;
  setup.answers.handler = (request, response) =>
    request.url.startsWith('/second')
      ? answerJson({}, status)(request, response)
      : answerJson({ token: 'abc' })(request, response);
  const asked = { owner: 'runner', limit: 20, now: context.now(), leaseMs: 30_000 };
  for (const job of (await claimJobs(context.db, asked)).jobs) {
    if (job.kind === 'execution') await runExecution(context, job, never);
  }
}

async function replayWhenDue(): Promise<void> {
  setup.context.clock.advance(dayMs);
  await makeDueReplays(setup.context);
}

async function replayByHand(executionId: string): Promise<void> {
  const target = { integrationId, executionId, from: 'failed' } as const;
  expect(await replayExecution(setup.context, setup.actor, target)).toMatchObject({ kind: 'queued' });
}

/** The newest execution of the integration. */
async function findNewest(): Promise<string> {
  const { db } = setup.context;
  const newest = db.build.selectFrom('executions').select('id').orderBy('id', 'desc').limit(1);
  return (await db.first(newest))?.id ?? '';
}

async function findLog(executionId: string) {
  const owner = { integrationId, organizationId: setup.actor.organizationId };
  return findExecutionLog(setup.context.db, owner, executionId);
}

const states: Record<string, { reach: (first: string) => Promise<void>; runsAgain: boolean }> = {
  'its execution is queued': { reach: async () => undefined, runsAgain: false },
  'its execution completed': { reach: () => run(200), runsAgain: false },
  'it failed, and a replay is planned': { reach: () => run(503), runsAgain: true },
  'it failed for good': { reach: () => run(404), runsAgain: true },
  'its replay is queued': {
    reach: async () => {
      await run(503);
      await replayWhenDue();
    },
    runsAgain: false,
  },
  'its replay failed, and the next is planned': {
    reach: async () => {
      await run(503);
      await replayWhenDue();
      await run(503);
    },
    runsAgain: true,
  },
  'its last replay failed': {
    reach: async () => {
      await run(503);
      await replayWhenDue();
      await run(503);
      await replayWhenDue();
      await run(503);
    },
    runsAgain: true,
  },
  'its replay completed': {
    reach: async () => {
      await run(503);
      await replayWhenDue();
      await run(200);
    },
    runsAgain: false,
  },
  'its replay was cancelled': {
    reach: async () => {
      await run(503);
      await replayWhenDue();
      const target = { integrationId, executionId: await findNewest() };
      expect((await cancelExecution(setup.context, setup.actor, target)).kind).toBe('cancelled');
    },
    runsAgain: false,
  },
  'a person replays it': {
    reach: async (first) => {
      await run(503);
      await replayByHand(first);
    },
    runsAgain: false,
  },
  'a replay by a person failed': {
    reach: async (first) => {
      await run(404);
      await replayByHand(first);
      await run(404);
    },
    runsAgain: true,
  },
  'of two replays, the first completed': {
    reach: async (first) => {
      await run(404);
      await replayByHand(first);
      await run(200);
      await replayByHand(first);
      await run(404);
    },
    runsAgain: false,
  },
};

test.each(Object.entries(states))('%s', async (_state, { reach, runsAgain }) => {
  const first = await deliver();
  await reach(first);
  const newest = await findNewest();
  const last = await findLog(newest);
  const next = await deliver();
  if (!runsAgain) {
    expect([next, await findNewest()]).toEqual([first, newest]);
    return;
  }
  expect(await findLog(next)).toMatchObject({ status: 'queued', replayOf: newest });
  // It takes the place of the replay that was planned, and has the key from now on.
  if (last?.nextReplay) expect((await findLog(newest))?.nextReplay).toMatchObject({ at: null });
  expect(await deliver()).toBe(next);
});

test('a try that fails counts on in the automatic replays', async () => {
  await deliver();
  await run(503);
  await replayWhenDue();
  await run(503);
  const next = await deliver();
  await run(503);
  expect((await findLog(next))?.nextReplay).toBeUndefined();
  await allow(4);
  const another = await deliver();
  await run(503);
  expect((await findLog(another))?.nextReplay).toMatchObject({ number: 1 });
});
