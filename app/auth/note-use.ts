// Stores when sessions and API tokens were last used.
import type { AppContext } from '~/context';
import type { Queries } from '~/db/core/queries';

/** How much later than the stored use another one has to be, in milliseconds: nobody needs to know more exactly. */
export const notedUseMs = 60_000;

/**
 * Writes a use while the request goes on, which a slow or full disk must not hold up. The write waits for the next sync to disk:
 * a power cut loses at most that somebody was here. An error is logged.
 */
export function noteUse(
  { db, log }: Pick<AppContext, 'db' | 'log'>,
  write: (tx: Queries) => Promise<void>,
): void {
  db.groupCommit(write, { until: 'with-next' }).catch((err: unknown) => {
    log.error({ err }, 'the last use of a session or an API token could not be stored');
  });
}
