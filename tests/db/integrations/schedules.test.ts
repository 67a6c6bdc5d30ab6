import { expect, test } from 'vitest';
import { listEventTargets } from '~/db/integrations/event-triggers';
import { findDueSchedule, isScheduledRunUnfinished, listDueSchedules } from '~/db/integrations/schedules';
import { createTestDatabase } from '../../support/database';
import { explain } from '../../support/explain';

test('nothing that is asked at every turn walks over a table', async () => {
  const db = await createTestDatabase();
  const plans = explain(db, (queries) => {
    listDueSchedules(queries, 0);
    findDueSchedule(queries, 'x', 0);
    isScheduledRunUnfinished(queries, 'x');
    listEventTargets(queries, { integrationId: 'x', organizationId: 'o', ending: 'completed' });
  });
  expect(plans.filter((step) => step.startsWith('SCAN'))).toEqual([]);
  expect(plans.join('\n')).toContain('executions_scheduled');
  expect(plans.join('\n')).toContain('schedules_by_time');
});
