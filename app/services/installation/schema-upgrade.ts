// Upgrades the schema of an earlier version to that of this one, before anything else is done with the file. Meanwhile nobody
// else may use it: a server of the earlier version would go on with a schema that it does not know, and with definitions that
// it cannot read.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '~/config';
import { type DataDirLock, lockDataDirExclusive, lockDataDirShared } from '~/db/core/data-dir/data-dir-lock';
import { makeDirectory } from '~/db/core/files/make-directory';
import {
  isForeign,
  listForeignChanges,
  listMissingMigrations,
  listUnknownMigrations,
  migrate,
  needsMigration,
} from '~/db/core/migrate';
import { measureUpgrade } from '~/db/core/migration-space';
import { type Database, openDatabase } from '~/db/core/open';
import BetterSqlite3 from '~/db/core/sqlite';
import type { AppContext } from '~/context';
import { measureDisk } from './disk-space';
import { meetOtherServers } from './other-servers';
import { hasUnfinishedRestore, undoUnfinishedRestore } from './replaced-database';
import { startupErrors } from './startup-errors';

interface Upgrade {
  config: Pick<Config, 'dataDir'>;
  log: Pick<AppContext['log'], 'info'>;
}

/** The reason why the server cannot start, in one line. */
interface Refusal {
  kind: 'refused';
  message: string;
}

/**
 * Shares the data directory with other servers of this version, once the database has its schema. Refuses while a command has
 * the directory alone, and while anybody uses a database that has to be changed. Throws errors of opening and changing it.
 */
export async function enterDataDir({
  config,
  log,
}: {
  config: Config;
  log: Pick<AppContext['log'], 'info' | 'warn'>;
}): Promise<{ kind: 'entered'; presence: DataDirLock } | Refusal> {
  const { dataDir } = config;
  makeDirectory(dataDir);
  if (hasUnfinishedRestore(dataDir)) undoRestoreOfDead(dataDir);
  const file = join(dataDir, 'wicked.db');
  if (lacksMigrations(file)) {
    const refusal = await upgradeAlone(file, { config, log });
    if (refusal) return refusal;
  }
  const presence = lockDataDirShared(dataDir);
  if (!presence) return refuse(startupErrors.taken(dataDir));
  // Another server may have done it meanwhile, as where two are started at once for the first time.
  if (!lacksMigrations(file)) return { kind: 'entered', presence: beSeen(presence) };
  presence.end();
  return refuse(startupErrors.inUse(dataDir));

  function beSeen(shared: DataDirLock): DataDirLock {
    const seen = meetOtherServers(config, log);
    return {
      end() {
        seen?.end();
        shared.end();
      },
    };
  }
}

/** Does nothing beside a restore that is under way, or beside another server, at whose start that was done. */
function undoRestoreOfDead(dataDir: string): void {
  const alone = lockDataDirExclusive(dataDir, 0);
  if (!alone) return;
  try {
    undoUnfinishedRestore(dataDir);
  } finally {
    alone.end();
  }
}

/** Does nothing while another process uses the directory. */
async function upgradeAlone(file: string, upgrade: Upgrade): Promise<Refusal | undefined> {
  const { dataDir } = upgrade.config;
  const alone = lockDataDirExclusive(dataDir);
  if (!alone) return undefined;
  try {
    const db = openDatabase(file);
    try {
      return await upgradeSchema(db, upgrade);
    } finally {
      await db.close();
    }
  } finally {
    alone.end();
  }
}

/** Checks whether a database is of an earlier version, or is still to be made. */
function lacksMigrations(file: string): boolean {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats?.isFile()) return stats === undefined;
  const sqlite = new BetterSqlite3(file, { readonly: true, timeout: 5_000 });
  try {
    return listMissingMigrations({ sqlite }).length > 0;
  } finally {
    sqlite.close();
  }
}

/** Brings an open database to this version's schema, and logs each step. Refuses when the file is none of ours. */
export async function upgradeSchema(db: Database, { config, log }: Upgrade): Promise<Refusal | undefined> {
  const { dataDir } = config;
  if (isForeign(db)) return refuse(startupErrors.foreignFile(dataDir));
  const [newer] = listUnknownMigrations(db);
  if (newer !== undefined) return refuse(startupErrors.newerSchema(dataDir, newer));
  const [change] = listForeignChanges(db);
  if (change !== undefined) return refuse(startupErrors.changedSchema(dataDir, change));
  // A new file has no rows, so its steps are quick and not logged.
  const isNew = !needsMigration(db);
  if (!isNew) {
    // What a step wrote that was interrupted is left in the log, and takes the space that the same step needs now.
    await db.file.emptyLog().catch(() => undefined);
    const missingRoom = describeMissingRoom(db, { dataDir, file: join(dataDir, 'wicked.db') }, (needs) =>
      log.info(
        needs,
        'the database has to be brought to this version: that needs disk space for a while, and so many minutes at most',
      ),
    );
    if (missingRoom !== undefined) return refuse(missingRoom);
  }
  const migrations = await migrate(db, (step) => {
    if (!isNew)
      log.info(step, 'bringing the database to this version; with many executions a step takes minutes');
  });
  if (migrations.length > 0) log.info({ migrations }, 'brought the database to this version');
  return undefined;
}

/**
 * Returns why the disk of the data directory has too little space for the missing migrations of a file there, before they
 * change anything. Tells `noteNeeds` what they need.
 */
export function describeMissingRoom(
  db: Database,
  { dataDir, file }: { dataDir: string; file: string },
  noteNeeds?: (needs: { neededBytes: number; freeBytes: number | undefined; minutes: number }) => void,
): string | undefined {
  const { neededBytes, minutes } = measureUpgrade(db);
  const freeBytes = measureFreeBytes(dataDir);
  noteNeeds?.({ neededBytes, freeBytes, minutes });
  if (freeBytes === undefined || neededBytes <= freeBytes) return undefined;
  return startupErrors.noRoomToUpgrade(dataDir, { file, neededBytes, freeBytes });
}

function measureFreeBytes(dataDir: string): number | undefined {
  try {
    return measureDisk(dataDir).freeBytes;
  } catch {
    // Some file systems report nothing. A migration that finds no space leaves the database as it was before it.
    return undefined;
  }
}

function refuse(message: string): Refusal {
  return { kind: 'refused', message };
}
