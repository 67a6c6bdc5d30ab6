import { beforeEach, expect, test } from 'vitest';
import { countWaitingRuns } from '~/db/executions/queue/waiting-runs';
import { createConnection, deleteConnection } from '~/services/connections/connections';
import { updateIntegration } from '~/services/integrations/integrations';
import { runExecution } from '~/services/runs/run-execution';
import { createTestUser } from '../../support/accounts';
import { explain, record } from '../../support/explain';
import { createRunSetup, never, type RunSetup } from '../runs/run-setup';

let setup: RunSetup;
let connectionId: string;

beforeEach(async () => {
  setup = await createRunSetup();
  const outcome = await createConnection(setup.context, setup.actor, {
    name: 'Shop',
    kind: 'bearer',
    baseUrl: setup.target.url,
    config: { token: 'a long bearer token' },
  });
  if (outcome.kind !== 'connection') throw new Error(JSON.stringify(outcome));
  connectionId = outcome.connection.id;
});

const count = (organizationId = setup.actor.organizationId) =>
  countWaitingRuns(setup.context.db, { organizationId, connectionId });

/** Seeds an integration that waits before the call with the connection. */
function seed(): Promise<string> {
  const wait = { kind: 'duration', seconds: 3_600 };
  const authConfig = { type: 'connection', connectionId };
  return setup.seed({ apiCalls: [setup.firstCall, { ...setup.secondCall, wait, authConfig }] });
}

test('runs that wait to begin, and those that wait before a call, are counted once the newest version uses it no more', async () => {
  const id = await seed();
  await setup.accept(id);
  await runExecution(setup.context, await setup.claim(), never);
  await setup.accept(id);
  expect(await count()).toEqual({ count: 2, isAll: true });
  const { context, actor } = setup;
  expect(await deleteConnection(context, actor, connectionId)).toMatchObject({ kind: 'conflict' });
  await updateIntegration(context, actor, id, { apiCalls: [setup.firstCall] });
  await setup.accept(id);
  expect(await count()).toEqual({ count: 2, isAll: true });
  expect(await deleteConnection(context, actor, connectionId)).toMatchObject({ kind: 'deleted' });
});

test('runs that have ended, and those of another organization, are not', async () => {
  await seed();
  const other = await setup.seed({ apiCalls: [setup.firstCall] });
  await setup.accept(other);
  await runExecution(setup.context, await setup.claim(), never);
  expect(await count()).toEqual({ count: 0, isAll: true });
  const id = await seed();
  await setup.accept(id);
  const stranger = await createTestUser(setup.context);
  expect(await count(stranger.organizationId)).toEqual({ count: 0, isAll: true });
  expect(await count()).toEqual({ count: 1, isAll: true });
});

test('of very many, the first thousand are looked at', async () => {
  const id = await seed();
  for (let sent = 0; sent < 1_001; sent += 1) await setup.accept(id);
  expect(await count()).toEqual({ count: 1_000, isAll: false });
});

test('the runs of many versions are counted by one statement', async () => {
  const id = await seed();
  for (let save = 0; save < 3; save += 1) {
    await setup.accept(id);
    await updateIntegration(setup.context, setup.actor, id, { description: `${save}` });
  }
  const asked: string[] = [];
  const { organizationId } = setup.actor;
  const counted = await countWaitingRuns(record(setup.context.db, asked), { organizationId, connectionId });
  expect([counted, asked.length]).toEqual([{ count: 3, isAll: true }, 1]);
});

test('no look-up walks through the runs of others', async () => {
  const plan = await explain(setup.context.db, (db) =>
    countWaitingRuns(db, { organizationId: setup.actor.organizationId, connectionId }),
  );
  expect(plan.filter((step) => /^SCAN (?!queued|begun|runs|used)/.test(step))).toEqual([]);
  expect(plan.join('\n')).toContain('executions_queued');
});
