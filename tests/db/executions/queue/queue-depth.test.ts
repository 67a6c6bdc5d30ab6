// Metrics ask every few seconds how much waits: that reads what waits, and not what ever ran.
import { expect, test } from 'vitest';
import { countWaitingWork, findOldestWaiting } from '~/db/executions/queue/queue-depth';
import type { Queries } from '~/db/core/queries';
import { createTestDatabase } from '../../../support/database';
import { explain } from '../../../support/explain';

const waiting = /INDEX (jobs_due|executions_queued)|PRIMARY KEY \(id=\?\)|SCALAR|execution_waits/;
/** The walk from the first execution of a queue to that of the next one. */
const walk = /^(?:CO-ROUTINE|SETUP|RECURSIVE STEP|(?:SCAN|SEARCH) (?:first|heads))/;
/** The few integrations and organizations that have limits, and what counts for these: read once, not for each that waits. */
const limits =
  /^(?:LIST SUBQUERY|CREATE BLOOM FILTER)|INDEX braked_integrations|SCAN quota_slots|(?:limited_\w+|organizations) USING [^(]+\((?:integration_)?id=\?/;

test.each<[string, (queries: Queries) => Promise<unknown>]>([
  ['how much waits', countWaitingWork],
  ['since when the oldest waits', (queries) => findOldestWaiting(queries, 0)],
])('%s is read from the indexes of what waits', async (_what, ask) => {
  const steps = await explain(await createTestDatabase(), ask);
  const walks = steps.filter((step) => [waiting, walk, limits].every((known) => !known.test(step)));
  expect(walks).toEqual([]);
});
