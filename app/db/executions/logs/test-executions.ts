// Executions that a user began to try an integration out. They are logged like any other, and marked.
import { sql } from 'kysely';
import type { Owner } from './execution-logs';
import { attemptBytes } from './log-bytes';
import type { Queries } from '../../core/queries';

/** Marks an execution as a test, and remembers when its integration was last tested. */
export async function markTestExecution(
  db: Queries,
  { id, integrationId, now }: { id: string; integrationId: string; now: number },
): Promise<void> {
  await db.run(db.build.updateTable('executions').set({ is_test: 1 }).where('id', '=', id));
  await db.run(
    db.build.updateTable('integrations').set({ last_test_at: now }).where('id', '=', integrationId),
  );
}

/** In the words of the partial index, without which SQLite would not use it. */
const isTest = sql<boolean>`is_test = 1`;

/**
 * The ids of an integration's newest tests, newest first: of no more than have together `maxBytes` of logged requests
 * and responses, but at least one when there is any.
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
