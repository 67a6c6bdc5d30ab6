// The overview of the whole installation for an administrator.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { AppContext } from '~/context';
import { countGivenUpEmails, findMailError } from '~/db/accounts/emails';
import { readInstallation } from '~/db/core/installation';
import { countUsers } from '~/db/accounts/user-list';
import { countWaitingWork, findOldestWaiting, findRunningWork } from '~/db/executions/queue/queue-depth';
import { countOrganizations } from '~/db/organizations/organization-list';
import { findSignUpMode, type SignUpMode } from '../accounts/sign-up-mode';

/** Times are in milliseconds since 1970, sizes in bytes. */
export interface Overview {
  /** The version of the product. */
  version: string;
  /** The version of Node.js. */
  runtime: string;
  users: number;
  organizations: number;
  signUp: SignUpMode;
  pausedAt: number | null;
  restoredFrom: string | null;
  readOnlySince: number | null;
  queue: {
    /** The number of executions that were started and have not ended, and since when the first of them runs. */
    running: number;
    runningSince: number | null;
    /** The number of executions and jobs that no runner has claimed, and since when the first due one waits. */
    waiting: number;
    waitingSince: number | null;
  };
  storage: {
    /** The size of the database and its log. */
    databaseBytes: number;
    backupBytes: number;
    /** Null where the system does not report it. */
    freeBytes: number | null;
    isLow: boolean;
    /** The executions that were ever removed early to make room, how much that freed, and when the last one was removed. */
    prunedEarly: number;
    prunedEarlyBytes: number;
    prunedEarlyAt: number | null;
  };
  backup: {
    /** When the last nightly backup was completed. */
    endedAt: number | null;
    /** The reason why the last one failed; null when it did not. */
    error: string | null;
  };
  /** The reason why mails are not sent; null while they are. */
  mailError: string | null;
  /** The number of mails that were given up and are still kept. */
  mailsGivenUp: number;
}

export async function describeOverview(
  context: Pick<AppContext, 'db' | 'config' | 'disk' | 'now' | 'version'>,
): Promise<Overview> {
  const { db, config, disk, now, version } = context;
  const [installation, running, waiting, waitingSince] = await Promise.all([
    readInstallation(db),
    findRunningWork(db),
    countWaitingWork(db),
    findOldestWaiting(db, now()),
  ]);
  return {
    version,
    runtime: process.version,
    users: await countUsers(db),
    organizations: await countOrganizations(db),
    signUp: await findSignUpMode(context),
    pausedAt: installation.pausedAt,
    restoredFrom: installation.restoredFrom,
    readOnlySince: installation.readOnlySince,
    queue: {
      running: running.count,
      runningSince: running.oldestAt ?? null,
      waiting,
      waitingSince: waitingSince ?? null,
    },
    storage: {
      databaseBytes: sizeOf(config.dataDir, (name) => name === 'wicked.db' || name === 'wicked.db-wal'),
      backupBytes: sizeOf(join(config.dataDir, 'backups'), () => true),
      freeBytes: disk.freeBytes() ?? null,
      isLow: disk.isLow(),
      prunedEarly: installation.prunedEarly,
      prunedEarlyBytes: installation.prunedEarlyBytes,
      prunedEarlyAt: installation.prunedEarlyAt,
    },
    backup: { endedAt: installation.backedUpAt, error: installation.backupError },
    mailError: (await findMailError(db)) ?? null,
    mailsGivenUp: await countGivenUpEmails(db),
  };
}

/** Adds up the sizes of the chosen files in a directory; 0 when there is no such directory. */
function sizeOf(directory: string, isMeant: (name: string) => boolean): number {
  let names: string[];
  try {
    names = readdirSync(directory).filter(isMeant);
  } catch {
    return 0;
  }
  // A file may be removed meanwhile, such as an old backup.
  return names.reduce(
    (sum, name) => sum + (statSync(join(directory, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
}
