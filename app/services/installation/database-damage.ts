// A damaged database answers some queries and fails others, so its answers are not reliable, and writes to it may be lost. What
// is written to a file that was moved, deleted or replaced is lost, too. After either is found, this process accepts nothing
// until it is started on a sound file.
import type { AppContext, Damage } from '~/context';
import type { Problem } from '~/problem';

export function createDamage({ config, log }: Pick<AppContext, 'config' | 'log'>): Damage {
  let found = false;
  return {
    isFound: () => found,
    note(error) {
      if (found) return;
      found = true;
      log.fatal(
        { err: error },
        `The database in ${config.dataDir} is damaged: nothing is taken in until the server is stopped and a backup is restored with: npm run restore FILE`,
      );
    },
    noteDisplaced() {
      if (found) return false;
      found = true;
      log.fatal(
        `The database in ${config.dataDir} was moved, deleted or replaced while the server had it open: nothing is taken in any more. Do not stop the server before the next line`,
      );
      return true;
    },
  };
}

/** Returns the problem of a damaged database, if there is one. */
export function rejectWhenDamaged(damage: Damage): (Problem & { kind: 'unavailable' }) | undefined {
  if (!damage.isFound()) return undefined;
  const message =
    'The database of this server is damaged, or was moved. Nothing is accepted until a backup is restored.';
  return { kind: 'unavailable', message, retryAfterSeconds: 300 };
}
