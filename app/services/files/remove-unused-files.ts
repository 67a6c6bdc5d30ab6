// Removes the large files that no execution uses any more.
import type { AppContext } from '~/context';
import { deleteSomeOfFile, listUnusedFiles } from '~/db/executions/files/file-deletion';
import { type BatchPace, removeAll } from '../batches';

/** The files that one query looks at, in a few milliseconds; most of them are kept. */
const lookedAtOnce = 500;

/**
 * Looks at all large files once and deletes those that nothing uses any more, a part in a transaction, with rests in between.
 * Ends at once when the pace says so, or when `afterEach`, which is called after each deleted file, returns false. Returns false
 * then; the next call deletes the rest.
 */
export async function removeUnusedFiles(
  context: Pick<AppContext, 'db'>,
  pace: BatchPace,
  { afterEach }: { afterEach?: () => Promise<boolean> } = {},
): Promise<boolean> {
  let after: string | undefined = '';
  while (after !== undefined && !pace.stopping.aborted) {
    const from: string = after;
    const { ids, last } = await listUnusedFiles(context.db, { after: from, limit: lookedAtOnce });
    for (const id of ids) {
      await removeAll(context, pace, (tx) => deleteSomeOfFile(tx, id));
      if (pace.stopping.aborted || (await afterEach?.()) === false) return false;
    }
    after = last;
    await pace.rest();
  }
  return after === undefined;
}
