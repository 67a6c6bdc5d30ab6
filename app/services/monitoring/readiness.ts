// Checks whether this process can do its work.
import { z } from 'zod';
import type { AppContext } from '~/context';
import { isDatabaseDown } from '~/db/core/database-errors';
import { isMigrated } from '~/db/core/migrate';
import { findWritten, updateWritten } from '~/db/core/self-check';

/** What has to be well for this process to do its work. */
export const Readiness = z
  .object({
    serving: z.boolean().describe('The server was not told to stop.'),
    database: z.boolean().describe('A row can be written, synced to disk and read.'),
    integrity: z.boolean().describe('No damage was found in the file since the server was started.'),
    schema: z.boolean().describe('The file has the schema of this build, as the migrations left it.'),
    runner: z
      .boolean()
      .optional()
      .describe('The runner has claimed due work recently. Absent when this process has no runner.'),
    disk: z.boolean().describe('There is more room than the watermark.'),
  })
  .describe('Each is true when all is well.');
export type Readiness = z.infer<typeof Readiness>;

/** The runner looks every half second; a runner that took up no due work for this long is stuck or gone. */
const runnerSilenceMs = 10_000;

/** How long a write check counts: strangers who ask often cause at most one sync to disk in this time. */
const maxAgeMs = 1_000;

/** Returns a check of whether this process can do its work; the result for writing is at most a second old. */
export function createReadinessCheck(context: AppContext): () => Promise<Readiness> {
  const { db, disk, damage, config, now, runnerSeenAt, shutdown } = context;
  let writtenAt = -Infinity;
  let written = Promise.resolve(false);

  function isWritable(): Promise<boolean> {
    if (Math.abs(now() - writtenAt) >= maxAgeMs) {
      writtenAt = now();
      written = tryToWrite(context);
    }
    return written;
  }

  return async () => {
    const database = await isWritable();
    return {
      serving: !shutdown.hasBegun(),
      database,
      integrity: !damage.isFound(),
      schema: orFalse(() => isMigrated(db)),
      ...(config.runner && { runner: now() - runnerSeenAt() < runnerSilenceMs }),
      disk: !disk.isLow(),
    };
  };
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
