// Metrics ask every few seconds how much waits: that reads what waits, and not what ever ran.
import { expect, test } from 'vitest';
import { countWaitingWork, findOldestWaiting } from '~/db/executions/queue/queue-depth';
import type { Queries } from '~/db/core/queries';
import { createTestDatabase } from '../../../support/database';
import { explain } from '../../../support/explain';

test.each<[string, (queries: Queries) => Promise<unknown>]>([
  ['how much waits', countWaitingWork],
  ['since when the oldest waits', (queries) => findOldestWaiting(queries, 0)],
])('%s is read from the indexes of what waits', async (_what, ask) => {
  const steps = await explain(await createTestDatabase(), ask);
  const walks = steps.filter(
    (step) => !/INDEX (jobs_due|executions_queued)|PRIMARY KEY \(id=\?\)|SCALAR|execution_waits/.test(step),
  );
  expect(walks).toEqual([]);
});
