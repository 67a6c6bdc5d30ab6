// Upkeep of the items that for eachs have seen: those of a for each that was removed from its integration would stay for ever.
import type { AppContext } from '~/context';
import { deleteOldSeen, findNextSeenLoop, hasOldSeen, isRemovedLoop } from '~/db/memory/removed-loops';
import type { LoopKey } from '~/db/memory/run-memory';
import { type BatchPace, batchSize, removeAll } from '../batches';

/**
 * Removes entries of for eachs that are in neither the newest nor the deployed version of their integration, if they were last
 * found in a list, or done with, before `seenBefore` (milliseconds since 1970). A version restored before still finds them.
 */
export async function pruneRemovedLoops(
  context: AppContext,
  pace: BatchPace,
  seenBefore: number,
): Promise<void> {
  const { db } = context;
  let loop: LoopKey | undefined = { integrationId: '', loopId: '' };
  while (loop && !pace.stopping.aborted) {
    const removed: LoopKey = loop;
    if ((await hasOldSeen(db, removed, seenBefore)) && (await isRemovedLoop(db, removed))) {
      await removeAll(context, pace, (tx) => deleteOldSeen(tx, removed, seenBefore, batchSize));
    }
    await pace.rest();
    loop = await findNextSeenLoop(db, removed);
  }
}
