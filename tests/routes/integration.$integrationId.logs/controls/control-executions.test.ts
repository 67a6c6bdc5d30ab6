import { beforeEach, expect, it } from 'vitest';
import { listReplays } from '~/db/executions/replays';
import { listExecutions } from '~/services/executions/execution-log';
import { controlExecutions } from '~/routes/integration.$integrationId.logs/controls/control-executions';
import { controlEach } from '~/services/runs/control-many';
import { createTestUser } from '../../../support/accounts';
import { createTestContext, type TestContext } from '../../../support/context';
import { completeTestExecution, createTestExecution } from '../../../support/executions';
import { seedIntegration, webhookTrigger } from '../../../support/seed';
import { inTurn } from '../../../support/in-turn';

let context: TestContext;
let actor: { userId: string; organizationId: string; address: string };
let integrationId: string;

beforeEach(async () => {
  context = await createTestContext();
  const { user, organizationId } = await createTestUser(context);
  actor = { userId: user.id, organizationId, address: '203.0.113.1' };
  integrationId = await seedIntegration(
    { context, ...actor },
    {
      triggerConfig: webhookTrigger(),
      apiCalls: [{ id: 'a', name: 'A', order: 1, method: 'GET', url: 'https://api.example.com/' }],
    },
  );
});

async function listStatuses() {
  const page = { organizationId: actor.organizationId, integrationId, limit: 20 };
  return (await listExecutions(context.db, page)).map(({ status }) => status);
}

it('cancels what has not ended and says what could not be cancelled', async () => {
  const owner = { organizationId: actor.organizationId, integrationId };
  const ended = await createTestExecution(context, owner);
  await completeTestExecution(context, owner, ended);
  const waiting = await createTestExecution(context, owner);
  const selected = [waiting, ended];
  expect(
    await controlExecutions(context, actor, { integrationId, intent: 'cancel-selected', selected }),
  ).toEqual({
    tone: 'destructive',
    title: '1 execution cancelled',
    description: '1 not: This execution has already ended.',
  });
  expect(await listStatuses()).toEqual(['cancelled', 'completed']);
});

it('replays each, the oldest first', async () => {
  const owner = { organizationId: actor.organizationId, integrationId };
  const selected = await inTurn(['1', '2'], (payload) => createTestExecution(context, owner, payload));
  for (const id of selected) await completeTestExecution(context, owner, id);
  const order = {
    integrationId,
    intent: 'replay-selected' as const,
    selected: selected.toReversed(),
  };
  expect(await controlExecutions(context, actor, order)).toEqual({
    tone: 'success',
    title: '2 executions replayed',
  });
  const replays = context.db.sqlite
    .prepare('select replay_of from executions where replay_of is not null order by id')
    .pluck()
    .all();
  expect(replays).toEqual(selected);
  const { made, planned } = await listReplays(context.db, owner, selected);
  expect([...made.keys()]).toEqual(selected);
  expect([...made.values()].map(({ status }) => status)).toEqual(['queued', 'queued']);
  expect(planned).toEqual([]);
  const stranger = { ...owner, organizationId: 'another' };
  expect(await listReplays(context.db, stranger, selected)).toEqual({ made: new Map(), planned: [] });
});

it('asked again, replays what was not replayed, and says how many were', async () => {
  const owner = { organizationId: actor.organizationId, integrationId };
  const ids = await inTurn(['1', '2'], (payload) => createTestExecution(context, owner, payload));
  for (const id of ids) await completeTestExecution(context, owner, id);
  const order = { integrationId, intent: 'replay-selected' as const };
  // As after a server that was killed midway.
  await controlExecutions(context, actor, { ...order, selected: ids.slice(0, 1) });
  expect(await controlExecutions(context, actor, { ...order, selected: ids })).toEqual({
    tone: 'success',
    title: '1 execution replayed',
    description: '1 was replayed before. Open an execution to replay it once more.',
  });
  const controlled = await controlEach(context, actor, {
    integrationId,
    executionIds: ids,
    control: { kind: 'replay', from: 'start', again: false },
  });
  const replays = context.db.sqlite
    .prepare('select id from executions where replay_of is not null order by id')
    .pluck()
    .all();
  expect(controlled.map(({ outcome }) => outcome)).toEqual(
    replays.map((executionId) => ({ kind: 'replayed-before', executionId })),
  );
});

it('does nothing to what belongs to another organization, or when nothing is selected', async () => {
  const owner = { organizationId: actor.organizationId, integrationId };
  const id = await createTestExecution(context, owner);
  const stranger = {
    ...actor,
    organizationId: (await createTestUser(context, { email: 'eve@example.com' })).organizationId,
  };
  const order = { integrationId, intent: 'cancel-selected' as const, selected: [id] };
  expect(await controlExecutions(context, stranger, order)).toMatchObject({
    title: '0 executions cancelled',
  });
  expect(await controlExecutions(context, actor, { ...order, selected: [] })).toMatchObject({
    title: 'No execution is selected',
  });
  expect(await listStatuses()).toEqual(['queued']);
});
