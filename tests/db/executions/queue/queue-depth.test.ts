// Metrics ask every few seconds how much waits: that reads what waits, and not what ever ran.
import { expect, test } from 'vitest';
import { listHeldIntegrations, listHeldOrganizations } from '~/db/executions/queue/held-queues';
import { countWaitingWork, findOldestJob, listQueueHeads } from '~/db/executions/queue/queue-depth';
import type { Queries } from '~/db/core/queries';
import { createTestDatabase } from '../../../support/database';
import { explain } from '../../../support/explain';

const waiting = /INDEX (jobs_due|executions_queued)|PRIMARY KEY \(id=\?\)|SCALAR|execution_waits/;
/** The walk from the first execution of a queue to that of the next one, and the order of the queues that it found: a hundred. */
const walk = /^(?:CO-ROUTINE|SETUP|RECURSIVE STEP|SCAN CONSTANT ROW|USE TEMP B-TREE FOR ORDER BY|SCAN heads)/;
/** The few integrations and organizations that have limits, and what counts for these: read once, not for each that waits. */
const limits =
  /^(?:LIST SUBQUERY|CREATE BLOOM FILTER)|INDEX braked_integrations|SCAN quota_slots|(?:limited_\w+|organizations) USING [^(]+\((?:integration_)?id=\?/;

const ofAll = { after: { organizationId: '', queue: '' }, limit: 100 };

test.each<[string, (queries: Queries) => Promise<unknown>]>([
  ['how much waits', countWaitingWork],
  ['since when the oldest job waits', (queries) => findOldestJob(queries, 0)],
  ['since when the oldest of each queue waits', (queries) => listQueueHeads(queries, ofAll)],
  ['which integrations may begin nothing', (queries) => listHeldIntegrations(queries, 0)],
  ['which organizations may begin nothing', (queries) => listHeldOrganizations(queries, 0)],
])('%s is read from the indexes of what waits', async (_what, ask) => {
  const steps = await explain(await createTestDatabase(), ask);
  const walks = steps.filter((step) => [waiting, walk, limits].every((known) => !known.test(step)));
  expect(walks).toEqual([]);
});
