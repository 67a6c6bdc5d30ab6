// The overview of the whole installation for an administrator.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { AppContext } from '~/context';
import { countGivenUpEmails, findMailError } from '~/db/accounts/emails';
import { readInstallation } from '~/db/core/installation';
import { countUsers } from '~/db/accounts/user-list';
import { countWaitingWork, findRunningWork } from '~/db/executions/queue/queue-depth';
import { findOldestWaiting } from '../oldest-waiting';
import { isNightlyBackup } from '../installation/backup-retention';
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
    /**
     * The backups that were made by hand and the databases that a restore replaced. Nothing removes them; `backupBytes` has the
     * former, too.
     */
    keptFiles: number;
    keptBytes: number;
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
  const backups = join(config.dataDir, 'backups');
  const kept = [
    measureFiles(backups, (name) => name.endsWith('.db') && !isNightlyBackup(name)),
    measureFiles(config.dataDir, isReplaced),
  ];
  const [installation, running, waiting, waitingSince] = await Promise.all([
    readInstallation(db),
    findRunningWork(db),
    countWaitingWork(db),
    findOldestWaiting(context, now()),
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
      databaseBytes: measureFiles(config.dataDir, isDatabase).bytes,
      backupBytes: measureFiles(backups, () => true).bytes,
      keptFiles: kept.reduce((sum, { files }) => sum + files, 0),
      keptBytes: kept.reduce((sum, { bytes }) => sum + bytes, 0),
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

const isDatabase = (name: string) => name === 'wicked.db' || name === 'wicked.db-wal';
/** By the name that a restore gives to the former database. */
const isReplaced = (name: string) => /^wicked-replaced-.*\.db$/.test(name);

interface Measured {
  files: number;
  bytes: number;
}

/** Counts the chosen files in a directory and adds up their sizes; 0 when there is no such directory. */
function measureFiles(directory: string, isMeant: (name: string) => boolean): Measured {
  let names: string[];
  try {
    names = readdirSync(directory).filter(isMeant);
  } catch {
    return { files: 0, bytes: 0 };
  }
  // A file may be removed meanwhile, such as an old backup.
  const sizes = names.map((name) => statSync(join(directory, name), { throwIfNoEntry: false })?.size ?? 0);
  return { files: names.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}
