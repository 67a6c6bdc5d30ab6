import { expect, test } from 'vitest';
import { controlEach } from '~/services/runs/control-many';
import { createTestUser } from '../../support/accounts';
import { createTestContext } from '../../support/context';
import { completeTestExecution, createTestExecution } from '../../support/executions';
import { times } from '../../support/in-turn';
import { seedIntegration, webhookTrigger } from '../../support/seed';

test('those that a full disk does not take say so, and those replayed before it are reported', async () => {
  const context = await createTestContext();
  const { user, organizationId } = await createTestUser(context);
  const actor = { userId: user.id, organizationId };
  const apiCalls = [{ id: 'a', name: 'A', order: 1, method: 'GET', url: 'https://api.example.com/' }];
  const definition = { triggerConfig: webhookTrigger(), apiCalls };
  const integrationId = await seedIntegration({ context, ...actor }, definition);
  const owner = { organizationId, integrationId };
  const executionIds = await times(60, () => createTestExecution(context, owner));
  for (const id of executionIds) await completeTestExecution(context, owner, id);
  const { sqlite } = context.db;
  const most = String(sqlite.pragma('max_page_count', { simple: true }));
  sqlite.pragma(`max_page_count = ${String(sqlite.pragma('page_count', { simple: true }))}`);
  const control = { kind: 'replay', from: 'start', again: true } as const;
  const controlled = await controlEach(context, actor, { integrationId, executionIds, control });
  sqlite.pragma(`max_page_count = ${most}`);
  const kinds = new Set(controlled.map(({ outcome }) => outcome.kind));
  expect(kinds).toEqual(new Set(['queued', 'unavailable']));
  const replayed = sqlite
    .prepare('select replay_of from executions where replay_of is not null order by id')
    .pluck()
    .all();
  expect(
    controlled.filter(({ outcome }) => outcome.kind === 'queued').map((each) => each.executionId),
  ).toEqual(replayed);
});
