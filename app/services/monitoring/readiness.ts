import type { AppContext } from '~/context';
import { isDatabaseDown } from '~/db/core/database-errors';
import { isMigrated } from '~/db/core/migrate';
import { findWritten, updateWritten } from '~/db/core/self-check';

/** Each is true when all is well. `runner` is left out where this process has none. */
export interface Readiness {
  /** A row can be written, synced to disk and read again. */
  database: boolean;
  /** No damage was found in the file since this process began. */
  integrity: boolean;
  /** The file has the schema of this build. */
  schema: boolean;
  runner?: boolean;
  /** There is more room than the watermark. */
  disk: boolean;
}

/** The runner looks every half second; one that could not take up what was due for so long is stuck or gone. */
const runnerSilenceMs = 10_000;

/** However many ask: a stranger's questions cost no more than one sync to disk in this time. */
const maxAgeMs = 1_000;

/** Returns whether this process can do what it is there for; whether it can write, as it was at most a second ago. */
export function createReadinessCheck(context: AppContext): () => Promise<Readiness> {
  const { db, disk, damage, config, now, runnerSeenAt } = context;
  let writtenAt = -Infinity;
  let written = Promise.resolve(false);

  function isWritable(): Promise<boolean> {
    if (Math.abs(now() - writtenAt) >= maxAgeMs) {
      writtenAt = now();
      written = tryToWrite(context);
    }
    return written;
  }

  return async () => ({
    database: await isWritable(),
    integrity: !damage.isFound(),
    schema: orFalse(() => isMigrated(db)),
    ...(config.runner && { runner: now() - runnerSeenAt() < runnerSilenceMs }),
    disk: !disk.isLow(),
  });
}

async function tryToWrite({ db, now }: AppContext): Promise<boolean> {
  const at = now();
  try {
    return await db.groupCommit(async (tx) => {
      await updateWritten(tx, at);
      return (await findWritten(tx)) === at;
    });
  } catch (error) {
    if (!isDatabaseDown(error)) throw error;
    return false;
  }
}

function orFalse(ask: () => boolean): boolean {
  try {
    return ask();
  } catch (error) {
    if (!isDatabaseDown(error)) throw error;
    return false;
  }
}
