// Old data is removed in batches, with rests between them, so that other writes do not wait noticeably.
import type { AppContext } from '~/context';
import type { Queries } from '~/db/core/queries';

/** The number of executions, or other rows, that one transaction removes. */
export const batchSize = 100;

export interface BatchPace {
  /** Waits between two batches. */
  rest: () => Promise<unknown>;
  /** The signal after which nothing more is begun. */
  stopping: AbortSignal;
}

/** Calls `forget`, which removes at most one batch and returns the number of rows, until nothing is left. */
export async function removeAll(
  { db }: Pick<AppContext, 'db'>,
  { rest, stopping }: BatchPace,
  forget: (tx: Queries) => Promise<number>,
): Promise<void> {
  for (let removed = Infinity; removed > 0 && !stopping.aborted; await rest()) {
    removed = await db.groupCommit(forget);
  }
}
