// Pauses integrations after errors in a row: their queued executions wait until somebody resumes them.
import { sql } from 'kysely';
import { compileQuery } from '../core/compiled-query';
import type { Queries } from '../core/queries';
import type { IntegrationKey } from './integrations';

const isPaused = sql<boolean>`paused_at is not null`;

/** Returns how many errors in a row pause an integration; undefined when it is paused already or nothing would pause it. */
export async function findPauseLimit(
  db: Queries,
  { id, organizationId }: IntegrationKey,
): Promise<{ name: string; pauseAfterErrors: number } | undefined> {
  const row = await db.first(limitQuery({ id, organizationId }));
  if (!row || row.pauseAfterErrors === null) return undefined;
  return { name: row.name, pauseAfterErrors: row.pauseAfterErrors };
}

const limitQuery = compileQuery<IntegrationKey, { name: string; pauseAfterErrors: number | null }>(
  (build, value) =>
    build
      .selectFrom('integrations')
      .select(['name', 'pause_after_errors as pauseAfterErrors'])
      .where('id', '=', value('id'))
      .where('organization_id', '=', value('organizationId'))
      .where('pause_after_errors', 'is not', null)
      .where('paused_at', 'is', null),
);

/** Pauses an integration whose newest error, which is counted already, reached its limit. Returns whether it did. */
export async function pauseAfterErrors(
  db: Queries,
  { id, organizationId, now }: IntegrationKey & { now: number },
): Promise<boolean> {
  return (await db.run(pauseQuery({ id, organizationId, now }))) > 0;
}

const pauseQuery = compileQuery<IntegrationKey & { now: number }>((build, value) =>
  build
    .updateTable('integrations')
    .set({ paused_at: value('now') })
    .where('id', '=', value('id'))
    .where('organization_id', '=', value('organizationId'))
    .where('paused_at', 'is', null)
    .where('pause_after_errors', 'is not', null)
    .where(sql<boolean>`failures_in_row - pause_counts_from >= pause_after_errors`),
);

/** Resumes a paused integration; errors in a row are counted from 0 again. Returns false when it was not paused. */
export async function resumeIntegrationRow(
  db: Queries,
  { id, organizationId }: IntegrationKey,
): Promise<boolean> {
  const resumed = await db.run(
    db.build
      .updateTable('integrations')
      .set({ paused_at: null, pause_counts_from: sql`failures_in_row` })
      .where('id', '=', id)
      .where('organization_id', '=', organizationId)
      .where(isPaused),
  );
  return resumed > 0;
}

/** Sets the limit and counts errors in a row from now on. Null: nothing pauses it, and it stays paused if it is. */
export async function updatePauseLimit(
  db: Queries,
  { id, organizationId }: IntegrationKey,
  limit: number | null,
): Promise<void> {
  await db.run(
    db.build
      .updateTable('integrations')
      .set({ pause_after_errors: limit, pause_counts_from: sql`failures_in_row` })
      .where('id', '=', id)
      .where('organization_id', '=', organizationId)
      .where('deleted_at', 'is', null),
  );
}
