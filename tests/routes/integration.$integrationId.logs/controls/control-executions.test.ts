import { beforeEach, expect, it } from 'vitest';
import { listExecutions } from '~/services/executions/execution-log';
import { controlExecutions } from '~/routes/integration.$integrationId.logs/controls/control-executions';
import { createTestUser } from '../../../support/accounts';
import { createTestContext, type TestContext } from '../../../support/context';
import { completeTestExecution, createTestExecution } from '../../../support/executions';
import { seedIntegration, webhookTrigger } from '../../../support/seed';

let context: TestContext;
let actor: { userId: string; organizationId: string; address: string };
let integrationId: string;

beforeEach(async () => {
  context = await createTestContext();
  const { user, organizationId } = createTestUser(context);
  actor = { userId: user.id, organizationId, address: '203.0.113.1' };
  integrationId = seedIntegration(
    { context, ...actor },
    {
      triggerConfig: webhookTrigger(),
      apiCalls: [{ id: 'a', name: 'A', order: 1, method: 'GET', url: 'https://api.example.com/' }],
    },
  );
});

function listStatuses() {
  const page = { organizationId: actor.organizationId, integrationId, limit: 20 };
  return listExecutions(context.db, page).map(({ status }) => status);
}

it('cancels what has not ended and says what could not be cancelled', () => {
  const owner = { organizationId: actor.organizationId, integrationId };
  const ended = createTestExecution(context, owner);
  completeTestExecution(context, owner, ended);
  const waiting = createTestExecution(context, owner);
  const selected = [waiting, ended];
  expect(controlExecutions(context, actor, { integrationId, intent: 'cancel-selected', selected })).toEqual({
    tone: 'destructive',
    title: '1 execution cancelled',
    description: '1 not: This execution has already ended.',
  });
  expect(listStatuses()).toEqual(['cancelled', 'completed']);
});

it('replays each, the oldest first', () => {
  const owner = { organizationId: actor.organizationId, integrationId };
  const selected = ['1', '2'].map((payload) => createTestExecution(context, owner, payload));
  for (const id of selected) completeTestExecution(context, owner, id);
  const order = { integrationId, intent: 'replay-selected' as const, selected: selected.toReversed() };
  expect(controlExecutions(context, actor, order)).toEqual({
    tone: 'success',
    title: '2 executions replayed',
  });
  const replays = context.db.sqlite
    .prepare('select replay_of from executions where replay_of is not null order by id')
    .pluck()
    .all();
  expect(replays).toEqual(selected);
});

it('does nothing to what belongs to another organization, or when nothing is selected', () => {
  const owner = { organizationId: actor.organizationId, integrationId };
  const id = createTestExecution(context, owner);
  const stranger = {
    ...actor,
    organizationId: createTestUser(context, { email: 'eve@example.com' }).organizationId,
  };
  const order = { integrationId, intent: 'cancel-selected' as const, selected: [id] };
  expect(controlExecutions(context, stranger, order)).toMatchObject({ title: '0 executions cancelled' });
  expect(controlExecutions(context, actor, { ...order, selected: [] })).toMatchObject({
    title: 'No execution is selected',
  });
  expect(listStatuses()).toEqual(['queued']);
});
