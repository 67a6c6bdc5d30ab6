// Removes accounts that somebody signed up for and never confirmed, such as those of programs that fill in forms.
import type { AppContext } from '~/context';
import { listAbandonedUsers } from '~/db/accounts/users';
import { eraseAccount } from './deletion';

const keptMs = 30 * 24 * 3_600_000;

/** The number of accounts that one transaction removes. Each takes some twenty statements. */
const batchSize = 10;

/**
 * Removes accounts that have not confirmed their address within 30 days, with the empty organization that each of them owns.
 * Nobody could log in to them. An account stays while a link that confirms its address still works. Rests after each batch, and
 * begins no other one after `stopping`.
 */
export async function removeAbandonedSignUps(
  context: AppContext,
  { rest, stopping }: { rest: () => Promise<unknown>; stopping: AbortSignal },
): Promise<void> {
  const { db } = context;
  let removed = batchSize;
  while (removed === batchSize && !stopping.aborted) {
    const now = context.now();
    removed = await db.transaction(async (tx) => {
      const users = await listAbandonedUsers(tx, { createdBefore: now - keptMs, now, limit: batchSize });
      let erased = 0;
      for (const user of users)
        if ((await eraseAccount(context, tx, user, {})).kind === 'deleted') erased += 1;
      return erased;
    });
    await rest();
  }
}
