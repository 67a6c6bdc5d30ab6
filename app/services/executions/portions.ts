// What is removed goes in portions, with rests between them, so that nobody else waits noticeably.
import type { AppContext } from '~/context';
import type { Queries } from '~/db/core/queries';

/** So many executions, or other rows, go in one transaction. */
export const portion = 100;

export interface Pace {
  /** Waited for between portions. */
  rest: () => Promise<void>;
  /** Nothing more is begun once it is aborted. */
  stopping: AbortSignal;
}

/** Calls `forget`, which removes at most a portion and returns how many that were, until nothing is left. */
export async function removeAll(
  { db }: Pick<AppContext, 'db'>,
  { rest, stopping }: Pace,
  forget: (tx: Queries) => Promise<number>,
): Promise<void> {
  let removed = portion;
  while (removed === portion && !stopping.aborted) {
    removed = await db.groupCommit(forget);
    await rest();
  }
}
