// Executions that a user began to try out an integration. They are logged like any other, and marked.
import { sql } from 'kysely';
import type { Owner } from './execution-logs';
import { attemptBytes } from './log-bytes';
import type { Queries } from '../../core/queries';

/** Marks an execution as a test, and stores when its integration was last tested. */
export async function markTestExecution(
  db: Queries,
  { id, integrationId, now }: { id: string; integrationId: string; now: number },
): Promise<void> {
  await db.run(db.build.updateTable('executions').set({ is_test: 1 }).where('id', '=', id));
  await db.run(
    db.build.updateTable('integrations').set({ last_test_at: now }).where('id', '=', integrationId),
  );
}

/** Written as in the partial index, or SQLite would not use it. */
const isTest = sql<boolean>`is_test = 1`;

/**
 * Returns the ids of an integration's newest tests, newest first. Together they have at most `maxBytes` of logged requests and
 * responses, but there is at least one id when there is any test.
 */
export async function listTestExecutionIds(
  db: Queries,
  { organizationId, integrationId }: Owner,
  { limit, maxBytes }: { limit: number; maxBytes: number },
): Promise<string[]> {
  const rows = await db.all(
    db.build
      .selectFrom('executions')
      .select(['id', attemptBytes.as('bytes')])
      .where('integration_id', '=', integrationId)
      .where('organization_id', '=', organizationId)
      .where(isTest)
      .orderBy('id', 'desc')
      .limit(limit),
  );
  let bytes = 0;
  const fitting = rows.filter((row, index) => {
    bytes += row.bytes;
    return index === 0 || bytes <= maxBytes;
  });
  return fitting.map(({ id }) => id);
}
