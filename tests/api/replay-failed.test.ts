// One request replays everything of an integration that failed, within times if any are given.
import { expect, test } from 'vitest';
import { claimJobs } from '~/db/executions/queue/claim';
import { runExecution } from '~/services/runs/run-execution';
import { createTestUser, signInAs } from '../support/accounts';
import { answerJson } from '../support/target';
import { createRunSetup, never, type RunSetup } from '../services/runs/run-setup';
import { createCheckedApp } from './checked-app';

async function runAll({ context }: RunSetup): Promise<void> {
  const asked = { owner: 'runner', limit: 20, now: context.now(), leaseMs: 30_000 };
  for (const job of (await claimJobs(context.db, asked)).jobs) {
    if (job.kind === 'execution') await runExecution(context, job, never);
  }
}

test('what failed within the times asked for runs again, and none twice or for another organization', async () => {
  const setup = await createRunSetup();
  const { context, answers, actor } = setup;
  // Executions are found by their ids, which tell the time of this machine.
  Object.assign(context, { now: Date.now });
  const integrationId = await setup.seed();
  const { handler } = answers;
  answers.handler = answerJson({}, 503);
  for (let each = 0; each < 2; each += 1) await setup.accept(integrationId);
  await runAll(setup);
  answers.handler = handler;

  const app = createCheckedApp(context);
  const replay = async (body?: object, userId = actor.userId) => {
    const headers = { Cookie: await signInAs(context, userId), 'Content-Type': 'application/json' };
    return app.request(`/api/integrations/${integrationId}/executions/replay-failed`, {
      method: 'POST',
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
  };
  const answer = { replayed: 0, replayedBefore: 0, refused: 0, problem: null, hasMore: false };

  const { user } = await createTestUser(context);
  expect((await replay({}, user.id)).status).toBe(404);
  expect((await replay({ from: 'yesterday' })).status).toBe(422);
  expect((await replay({ since: '2026-01-05T12:00:00Z' })).status).toBe(422);
  const later = new Date(Date.now() + 60_000).toISOString();
  expect(await (await replay({ from: later })).json()).toEqual(answer);
  expect(await (await replay({ to: '2026-01-05T12:00:00+02:00' })).json()).toEqual(answer);

  const replayed = await replay({ from: '2026-01-05T12:00:00Z', to: later });
  expect(replayed.status).toBe(200);
  expect(await replayed.json()).toEqual({ ...answer, replayed: 2 });
  await runAll(setup);
  expect(await (await replay()).json()).toEqual({ ...answer, replayedBefore: 2 });
});
