// Upkeep of what for eachs have seen: one that an integration has no longer would keep it for ever.
import type { AppContext } from '~/context';
import {
  deleteOldSeen,
  findNextSeenLoop,
  hasOldSeen,
  isRemovedLoop,
  type LoopKey,
} from '~/db/executions/removed-loops';
import { type Pace, portion, removeAll } from './portions';

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
    await pace.rest();
    loop = await findNextSeenLoop(db, removed);
  }
}
