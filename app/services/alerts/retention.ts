// Removes what alerts keep for a time.
import type { AppContext } from '~/context';
import { deleteOldIncidents } from '~/db/alerts/incident-deletion';
import { deleteFailuresBefore } from '~/db/executions/failures';
import { type BatchPace, batchSize, removeAll } from '../batches';
import { keptDays } from './ending';

/** Removes incidents that ended more than `keptDays` ago, with their messages, and failures that were last seen before that. */
export async function pruneAlerts(context: AppContext, pace: BatchPace): Promise<void> {
  const before = context.now() - keptDays * 24 * 3_600_000;
  await removeAll(context, pace, (tx) => deleteOldIncidents(tx, before, batchSize));
  await context.db.groupCommit((tx) => deleteFailuresBefore(tx, before));
}
