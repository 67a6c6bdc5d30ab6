import type { AppContext } from '~/context';
import { isDatabaseDown } from '~/db/group-commit';
import { isMigrated } from '~/db/migrate';

/** Each is true when all is well. `runner` is left out where this process has none. */
export interface Readiness {
  /** A transaction can be begun and committed. */
  database: boolean;
  /** The file has the schema of this build. */
  schema: boolean;
  runner?: boolean;
  /** There is more room than the watermark. */
  disk: boolean;
}

/** The runner looks every half second; one that has not for so long is stuck or gone. */
const runnerSilenceMs = 10_000;

/** Whether this process can do what it is there for. */
export async function checkReadiness(context: AppContext): Promise<Readiness> {
  const { db, disk, config, now, runnerSeenAt } = context;
  return {
    database: await isWritable(context),
    schema: isMigrated(db),
    ...(config.runner && { runner: now() - runnerSeenAt() < runnerSilenceMs }),
    disk: !disk.isLow(),
  };
}

async function isWritable({ db }: AppContext): Promise<boolean> {
  try {
    await db.groupCommit(() => undefined);
    return true;
  } catch (error) {
    if (!isDatabaseDown(error)) throw error;
    return false;
  }
}
