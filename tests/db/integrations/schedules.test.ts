import { expect, test } from 'vitest';
import { listEventTargets } from '~/db/integrations/event-triggers';
import { findDueSchedule, isScheduledRunUnfinished, listDueSchedules } from '~/db/integrations/schedules';
import { createTestDatabase } from '../../support/database';
import { explain } from '../../support/explain';

test('nothing that is asked at every turn walks over a table', async () => {
  const db = await createTestDatabase();
  const plans = await explain(db, async (queries) => {
    await listDueSchedules(queries, 0);
    await findDueSchedule(queries, 'x', 0);
    await isScheduledRunUnfinished(queries, 'x');
    await listEventTargets(queries, {
      integrationId: 'x',
      organizationId: 'o',
      ending: 'completed',
      isTest: 0,
    });
  });
  // The tags of one integration are no table.
  expect(plans.filter((step) => /^SCAN (?!json_each)/.test(step))).toEqual([]);
  expect(plans.join('\n')).toContain('executions_scheduled');
  expect(plans.join('\n')).toContain('schedules_by_time');
});
