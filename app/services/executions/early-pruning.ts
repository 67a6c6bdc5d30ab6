// Makes room when the disk is nearly full: large files that nothing uses are removed, then the oldest ended executions before
// their time. Completed ones go first, since there is nothing to investigate; failed ones go only if that was not enough, and
// those whose automatic replay is still to come only for the disk, at last. Executions that ended within the last day stay.
import type { AppContext } from '~/context';
import { deleteOldExecutions } from '~/db/executions/deletion';
import { addPrunedEarly } from '~/db/core/installation';
import { removeUnusedFiles } from '../files/remove-unused-files';
import { type BatchPace, batchSize } from '../batches';
import { noteGivenUpReplays } from './given-up-replays';

const dayMs = 24 * 3_600_000;

/** Returns the reason to make room; undefined when there is enough. */
export function findPressure({ config, disk, db }: AppContext): 'disk' | 'size' | undefined {
  if (config.pruneEarly && disk.isTight()) return 'disk';
  const { retentionBytes } = config;
  return retentionBytes !== undefined && db.file.usedBytes() > retentionBytes ? 'size' : undefined;
}

/**
 * Removes large files that nothing uses, then ended executions with theirs, the oldest first, until there is room or no other
 * may be removed. Notes what was removed for the administrator. Returns how many executions were removed, and how many bytes
 * that freed.
 */
export async function pruneEarly(
  context: AppContext,
  pace: BatchPace,
): Promise<{ removed: number; freedBytes: number }> {
  const { db, now } = context;
  const { rest, stopping } = pace;
  let isGivenBack = await removeFiles();
  const before = now() - dayMs;
  const bytesBefore = db.file.usedBytes();
  const inOrder = [
    { completed: before, failed: 0, keepsPlanned: true },
    { completed: before, failed: before, keepsPlanned: true },
    { completed: before, failed: before, keepsPlanned: false },
  ];
  let [removed, replays] = [0, 0];
  let isBegun = false;
  for (const { keepsPlanned, ...endedBefore } of inOrder) {
    // Nothing starts on a full disk, so a replay that is waited for would not come either.
    const isNeeded = () => (keepsPlanned ? findPressure(context) : findPressure(context) === 'disk');
    let after: string | undefined = '';
    while (after !== undefined && isGivenBack && !stopping.aborted && (isBegun || isNeeded())) {
      const from: string = after;
      const batch = await db.groupCommit((tx) =>
        deleteOldExecutions(tx, { endedBefore, keepsPlanned, after: from, limit: batchSize }),
      );
      removed += batch.deleted;
      replays += batch.replays;
      ({ last: after, isBegun } = batch);
      await rest();
      if (batch.deleted > 0) isGivenBack = await mayGoOn();
      if (isGivenBack && batch.fileBytes > 0) isGivenBack = await removeFiles();
    }
  }
  noteGivenUpReplays(context, replays, 'the disk is nearly full');
  if (removed === 0) return { removed, freedBytes: 0 };
  const freedBytes = Math.max(0, bytesBefore - db.file.usedBytes());
  await db.groupCommit((tx) => addPrunedEarly(tx, { removed, freedBytes, now: now() }));
  return { removed, freedBytes };

  /**
   * Gives the space back to the disk. Returns false when the disk is the reason and another process reads the log: the log then
   * holds the deleted pages and the deletions. Each further batch or file would take more room until that process stops reading,
   * so one has to do.
   */
  async function mayGoOn(): Promise<boolean> {
    while (!stopping.aborted && (await db.file.reclaim())) await rest();
    return (await db.file.emptyLog()) || findPressure(context) !== 'disk';
  }

  async function removeFiles(): Promise<boolean> {
    return removeUnusedFiles(context, pace, { afterEach: mayGoOn });
  }
}
