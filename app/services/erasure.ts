import { setTimeout as sleep } from 'node:timers/promises';
import type { AppContext } from '~/context';
import { beginIndexRewrite, mergeIndex } from '~/db/executions/search/search-index';
import { yieldUntilIdle } from './event-loop';

/** How long to wait for another process that writes, in milliseconds. */
const busyMs = 50;

/**
 * Removes what deleted executions left in the files of the database: their words in the search index, and copies of all deleted
 * rows in the write-ahead log. Returns false when `stopping` came first; the caller then calls it again.
 */
export async function eraseTraces({ db }: AppContext, stopping: AbortSignal): Promise<boolean> {
  let rewrite = beginIndexRewrite;
  for (let more: boolean | undefined = true; more !== false;) {
    if (stopping.aborted) return false;
    more = await rewrite(db);
    if (more) rewrite = mergeIndex;
    if (more === undefined) await sleep(busyMs);
    else await yieldUntilIdle();
  }
  await db.file.emptyLog();
  return true;
}
