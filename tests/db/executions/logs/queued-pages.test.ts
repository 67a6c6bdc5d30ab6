// The pages of what waits: the indexes of integrations do not hold it, so that a delivery is stored quickly.
import { expect, onTestFinished, test } from 'vitest';
import { newId } from '~/db/core/id';
import { listFilteredExecutions } from '~/db/executions/logs/search-executions';
import { createIntegrationContext, createTestExecution } from '../../../support/executions';

const count = 2_500;

test.each([
  ['all', 'has arrived', {}],
  ['all', 'was set aside', {}],
  ['filtered', 'has arrived', { status: 'queued' as const }],
  ['filtered', 'was set aside', { status: 'queued' as const }],
  ['of a time', 'has arrived', { startedFrom: 1 }],
])('%s hold everything that %s, however much that is', async (_, place, filter) => {
  const { context, owner } = await createIntegrationContext();
  const { db } = context;
  onTestFinished(() => db.close());
  const first = await createTestExecution(context, owner);
  const queue = place === 'has arrived' ? '' : owner.integrationId;
  const later = Array.from({ length: count - 1 }, () => newId());
  db.sqlite
    .prepare(
      `insert into executions
         (id, organization_id, integration_id, integration_version, status, trigger_type, started_at, payload_seq, queue)
       select value, organization_id, integration_id, 1, 'queued', 'webhook', started_at, payload_seq, ?
       from executions, json_each(?) where executions.id = ?`,
    )
    .run(queue, JSON.stringify(later), first);
  const seen: string[] = [];
  for (;;) {
    const page = { ...owner, filter, before: seen.at(-1), limit: 500 };
    const { executions } = await listFilteredExecutions(db, page);
    if (executions.length === 0) break;
    seen.push(...executions.map(({ id }) => id));
  }
  expect(seen).toEqual([first, ...later].toReversed());
});
