import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  linkSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { lockDataDirExclusive, lockDataDirShared } from '~/db/core/data-dir/data-dir-lock';
import BetterSqlite3, { sqlitePackage } from '~/db/core/sqlite';
import { hasUnfinishedRestore } from '~/services/installation/replaced-database';
import { restoreBackup } from '~/services/installation/restore';
import { enterDataDir } from '~/services/installation/schema-upgrade';
import { createTestContext } from '../../support/context';
import { placeMigratedDatabase } from '../../support/migrated-database';
import { testKeys } from '../../support/server';

/** An installation whose newest organization is in the log alone, as after the death of a server. */
function createKilled() {
  const dataDir = mkdtempSync(join(tmpdir(), 'wicked-replaced-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const database = join(dataDir, 'wicked.db');
  placeMigratedDatabase(database);
  const sqlite = new BetterSqlite3(database);
  sqlite.pragma('journal_mode = WAL');
  sqlite.exec(
    `insert into organizations (id, name, created_at, updated_at) values ('newest', 'Newest', 1, 1)`,
  );
  copyFileSync(`${database}-wal`, `${database}-wal.kept`);
  copyFileSync(database, `${database}.kept`);
  sqlite.close();
  for (const file of [database, `${database}-wal`]) renameSync(`${file}.kept`, file);
  return { dataDir, database };
}

async function start(dataDir: string): Promise<void> {
  const { config, log, db } = await createTestContext({ config: { dataDir } });
  await db.close();
  const entered = await enterDataDir({ config, log });
  if (entered.kind === 'refused') throw new Error(entered.message);
  entered.presence.end();
}

function listOrganizations(database: string): unknown {
  const sqlite = new BetterSqlite3(database);
  const ids = sqlite.prepare('select id from organizations').pluck().all();
  sqlite.close();
  return ids;
}

/** Leaves what a restore leaves that is killed before its candidate becomes the database. */
function interruptRestore({ dataDir, database }: ReturnType<typeof createKilled>): void {
  copyFileSync(database, join(dataDir, 'wicked.db.restoring'));
  linkSync(database, join(dataDir, 'wicked-replaced-20260105T030000Z.db'));
}

const listLeft = (dataDir: string) => readdirSync(dataDir).filter((name) => /restoring|replaced/.test(name));

test('the next start removes what a killed restore left, and nothing that one has kept', async () => {
  const installation = createKilled();
  const { dataDir, database } = installation;
  interruptRestore(installation);
  copyFileSync(database, join(dataDir, 'wicked-replaced-20260104T030000Z.db'));
  await start(dataDir);
  expect(listLeft(dataDir)).toEqual(['wicked-replaced-20260104T030000Z.db']);
  expect(listOrganizations(database)).toEqual(['newest']);
});

test('a log that a killed restore had taken away is beside its database again', async () => {
  const installation = createKilled();
  const { dataDir, database } = installation;
  interruptRestore(installation);
  renameSync(`${database}-wal`, join(dataDir, 'wicked-replaced-20260105T030000Z.db-wal'));
  await start(dataDir);
  expect(listLeft(dataDir)).toEqual([]);
  expect(listOrganizations(database)).toEqual(['newest']);
});

test('a start leaves alone what belongs to a restore that is under way, or lies beside another server', async () => {
  const installation = createKilled();
  const { dataDir } = installation;
  interruptRestore(installation);
  const before = listLeft(dataDir);
  const restore = lockDataDirExclusive(dataDir);
  await expect(start(dataDir)).rejects.toThrow('A restore, a change of keys or an upgrade');
  restore?.end();
  const server = lockDataDirShared(dataDir);
  await start(dataDir);
  server?.end();
  expect(listLeft(dataDir)).toEqual(before);
});

test('a second name of the database is no backup', async () => {
  const installation = createKilled();
  const { dataDir, database } = installation;
  interruptRestore(installation);
  const file = join(dataDir, 'wicked-replaced-20260105T030000Z.db');
  expect(await restoreBackup({ dataDir, file, keys: testKeys, now: Date.now() })).toEqual({
    kind: 'refused',
    message: `${file} is the database itself: name a backup.`,
  });
  expect(listOrganizations(database)).toEqual(['newest']);
});

/** Starts a process that stays in a transaction that reads. Within one process, SQLite's connections share their files. */
async function readAllTheWhile(database: string): Promise<void> {
  const program = `
    const { createRequire } = require('node:module');
    const sqlite = new (createRequire(process.cwd() + '/')(process.argv[1]))(process.argv[2], { readonly: true });
    sqlite.exec('begin; select count(*) from organizations');
    console.log('reads');
    setInterval(() => undefined, 60_000);`;
  const reader = spawn(process.execPath, ['--eval', program, sqlitePackage, database]);
  onTestFinished(() => void reader.kill('SIGKILL'));
  let said = '';
  reader.stderr.on('data', (text: Buffer) => void (said += text.toString()));
  const ended = once(reader, 'exit').then(() => {
    throw new Error(said);
  });
  await Promise.race([once(reader.stdout, 'data'), ended]);
}

test('a database that somebody reads all the while, as what replicates it does, is replaced and loses nothing', async () => {
  const { dataDir, database } = createKilled();
  const file = join(dataDir, 'backup.db');
  placeMigratedDatabase(file);
  await readAllTheWhile(database);
  const writer = new BetterSqlite3(database);
  writer.exec(`insert into organizations (id, name, created_at, updated_at) values ('later', 'Later', 2, 2)`);
  writer.close();
  const outcome = await restoreBackup({ dataDir, file, keys: testKeys, now: Date.now() });
  if (outcome.kind !== 'restored') throw new Error(outcome.message);
  expect(listOrganizations(database)).toEqual([]);
  expect(listOrganizations(outcome.replaced ?? '')).toEqual(['later', 'newest']);
});

test('a damaged database that is replaced keeps its log', async () => {
  const { dataDir, database } = createKilled();
  const file = join(dataDir, 'backup.db');
  placeMigratedDatabase(file);
  writeFileSync(database, 'no database '.repeat(1000));
  const lost = readFileSync(`${database}-wal`);
  const outcome = await restoreBackup({ dataDir, file, keys: testKeys, now: Date.now() });
  if (outcome.kind !== 'restored') throw new Error(outcome.message);
  expect(readFileSync(`${outcome.replaced}-wal`)).toEqual(lost);
  expect(listOrganizations(database)).toEqual([]);
});

test('what cannot be reached is left to what opens the database', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'wicked-replaced-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  symlinkSync(join(dataDir, 'wicked.db'), join(dataDir, 'wicked.db'));
  symlinkSync(join(dataDir, 'link'), join(dataDir, 'link'));
  for (const directory of [dataDir, join(dataDir, 'link'), join(dataDir, 'missing')]) {
    expect(hasUnfinishedRestore(directory)).toBe(false);
  }
});
