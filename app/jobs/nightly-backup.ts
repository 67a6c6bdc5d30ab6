// One backup a night, whichever runner comes to it first. It is made by a process of its own: reading and checking a
// large file takes seconds, in which this one would answer nobody.
import { execFile } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AppContext } from '~/context';
import { claimBackup, updateBackupEnded } from '~/db/core/installation';

export interface BackupLoop {
  start(): void;
  /** Ends a backup that is being made; the next runner makes it again. */
  stop(): Promise<void>;
}

/** Makes a backup; rejects with the reason when it fails. */
export type MakeBackup = (signal: AbortSignal) => Promise<void>;

const pollMs = 60_000;
/** One that was due while no server ran is made soon. */
const firstPollMs = 2_000;
const hourMs = 3_600_000;
/** The hour in UTC at which most installations have the least work. */
const hourOfNight = 3;

/** By the built command, at low priority. */
export function backupByCommand(command: string): MakeBackup {
  return (signal) =>
    new Promise((resolve, reject) => {
      const child = execFile(
        process.execPath,
        [command, 'backup', '--nightly'],
        { signal },
        (error, _stdout, stderr) => {
          if (error) reject(new Error(stderr.trim() || error.message));
          else resolve();
        },
      );
      if (child.pid !== undefined) lowerPriority(child.pid);
    });
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It is gone already, or the system does not let it: then it is made at the usual priority.
  }
}

/** The last time before `now` at which a backup was due. */
export function findBackupDue(now: number): number {
  const today = new Date(now).setUTCHours(hourOfNight, 0, 0, 0);
  return today <= now ? today : today - 24 * hourMs;
}

/** Makes the backup that is due, unless another process did or does; one that failed is tried again after an hour. */
export async function makeDueBackup(
  { db, log, metrics, now }: AppContext,
  makeBackup: MakeBackup,
  signal: AbortSignal,
): Promise<void> {
  const claim = { dueAt: findBackupDue(now()), triedBefore: now() - hourMs, now: now() };
  if (!(await db.groupCommit((tx) => claimBackup(tx, claim)))) return;
  const error = await makeBackup(signal).then(
    () => null,
    (reason: unknown) => (reason instanceof Error ? reason.message : String(reason)),
  );
  if (signal.aborted) return;
  if (error === null) log.info('made the nightly backup');
  else log.error({ reason: error }, 'the nightly backup failed');
  metrics.countBackup(error === null ? 'completed' : 'failed');
  await db.groupCommit((tx) => updateBackupEnded(tx, { error, now: now() }));
}

export function createBackupLoop(context: AppContext, makeBackup: MakeBackup): BackupLoop {
  const stopping = new AbortController();
  const { signal } = stopping;
  let loop: Promise<void> = Promise.resolve();

  async function repeat(): Promise<void> {
    for (let waitMs = firstPollMs; !signal.aborted; waitMs = pollMs) {
      await sleep(waitMs, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      await makeDueBackup(context, makeBackup, signal).catch((error: unknown) => {
        context.log.error({ err: error }, 'the nightly backup could not be looked after');
      });
    }
  }

  return {
    start() {
      loop = repeat();
    },
    async stop() {
      stopping.abort();
      await loop;
    },
  };
}
