// One backup a night, made by the first runner that claims it. A child process makes it: reading and checking a large file
// takes seconds, during which this process could not answer requests.
import { execFile, type ExecFileException } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AppContext } from '~/context';
import { claimBackup, updateBackupEnded } from '~/db/core/installation';

interface BackupLoop {
  start(): void;
  /** Aborts a backup under way; the next runner starts it again. */
  stop(): Promise<void>;
}

/** Makes a backup; rejects with the reason when it fails. */
type MakeBackup = (signal: AbortSignal) => Promise<void>;

const pollMs = 60_000;
/** A backup that became due while no server ran is made soon after the start. */
const firstPollMs = 2_000;
const hourMs = 3_600_000;
/** The hour in UTC at which most installations have the least work. */
const hourOfNight = 3;

/** Makes backups with the built command, in a process of low priority. */
export function backupByCommand(command: string): MakeBackup {
  return (signal) =>
    new Promise((resolve, reject) => {
      const child = execFile(
        process.execPath,
        [command, 'backup', '--nightly'],
        { signal },
        (error, _stdout, stderr) => {
          if (error) reject(new Error(describeFailure(error, { command, stderr })));
          else resolve();
        },
      );
      if (child.pid !== undefined) lowerPriority(child.pid);
    });
}

/** Says why the child process failed, in one line: it says so itself, unless it could not begin or was ended. */
function describeFailure(
  { signal, message }: ExecFileException,
  { command, stderr }: { command: string; stderr: string },
): string {
  if (signal) {
    return `The process that made the backup was ended by ${signal}, by the system or by a person. When the memory ran out, give the server more.`;
  }
  // A server may run on when its release was removed, or its packages are being installed anew.
  if (/MODULE_NOT_FOUND/.test(stderr)) {
    return `The program that makes backups is missing or incomplete in ${dirname(command)}, as after an interrupted build or npm ci: make it whole, and restart the server.`;
  }
  return stderr.trim() || message;
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // The process has ended already, or the system does not permit it; the backup is then made at normal priority.
  }
}

/** The last time before `now` at which a backup was due. */
export function findBackupDue(now: number): number {
  const today = new Date(now).setUTCHours(hourOfNight, 0, 0, 0);
  return today <= now ? today : today - 24 * hourMs;
}

/** Makes the due backup unless another process has made it or is making it; a failed one is tried again after an hour. */
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
        context.log.error({ err: error }, 'the nightly backup could not be checked or recorded');
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
