// What an administrator sees of the whole installation at a glance.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { AppContext } from '~/context';
import { countGivenUpEmails, findMailError } from '~/db/accounts/emails';
import { readInstallation } from '~/db/core/installation';
import { countUsers } from '~/db/accounts/user-list';
import { countWaitingWork, findOldestWaiting, findRunningWork } from '~/db/executions/queue/queue-depth';
import { countOrganizations } from '~/db/organizations/organization-list';
import { findSignUpMode, type SignUpMode } from '../accounts/sign-up-mode';

/** Times are milliseconds since 1970, sizes bytes. */
export interface Overview {
  /** Of the product. */
  version: string;
  /** Of Node.js. */
  runtime: string;
  users: number;
  organizations: number;
  signUp: SignUpMode;
  pausedAt: number | null;
  restoredFrom: string | null;
  readOnlySince: number | null;
  queue: {
    /** Executions that were taken up and have not ended, and since when the first. */
    running: number;
    runningSince: number | null;
    /** Executions and jobs that nobody has taken up, and since when the first of those that are due. */
    waiting: number;
    waitingSince: number | null;
  };
  storage: {
    /** The database with its log. */
    databaseBytes: number;
    backupBytes: number;
    /** Null where the system does not tell. */
    freeBytes: number | null;
    isLow: boolean;
    /** Executions that were removed early to make room, ever, what that freed, and when the last of them. */
    prunedEarly: number;
    prunedEarlyBytes: number;
    prunedEarlyAt: number | null;
  };
  backup: {
    /** When the last nightly one was completed. */
    endedAt: number | null;
    /** Why the last one failed; null when it did not. */
    error: string | null;
  };
  /** Why mails do not leave; null while they do. */
  mailError: string | null;
  /** Mails that were given up, and are still kept. */
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

/** Of a directory's files that are meant; 0 when there is no such directory. */
function sizeOf(directory: string, isMeant: (name: string) => boolean): number {
  let names: string[];
  try {
    names = readdirSync(directory).filter(isMeant);
  } catch {
    return 0;
  }
  // One may go meanwhile, as an old backup does.
  return names.reduce(
    (sum, name) => sum + (statSync(join(directory, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
}
