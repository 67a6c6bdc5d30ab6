// Upkeep of what for eachs have seen: one that an integration has no longer would keep it for ever.
import type { AppContext } from '~/context';
import { deleteOldSeen, findNextSeenLoop, hasOldSeen, isRemovedLoop } from '~/db/memory/removed-loops';
import type { LoopKey } from '~/db/memory/run-memory';
import { type Pace, portion, removeAll } from '../executions/portions';

/**
 * Removes, of for eachs that stand neither in the newest nor in the deployed version of their integration, the entries that were last
 * found in a list, or done with, before `seenBefore`, in milliseconds since 1970. Whoever restores an older version soon finds them.
 */
export async function pruneRemovedLoops(context: AppContext, pace: Pace, seenBefore: number): Promise<void> {
  const { db } = context;
  let loop: LoopKey | undefined = { integrationId: '', loopId: '' };
  while (loop && !pace.stopping.aborted) {
    const removed: LoopKey = loop;
    if ((await hasOldSeen(db, removed, seenBefore)) && (await isRemovedLoop(db, removed))) {
      await removeAll(context, pace, (tx) => deleteOldSeen(tx, removed, seenBefore, portion));
    }
    loop = await findNextSeenLoop(db, removed);
  }
}
