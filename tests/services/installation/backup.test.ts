import {
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { lockDataDirExclusive } from '~/db/core/data-dir/data-dir-lock';
import BetterSqlite3 from '~/db/core/sqlite';
import { writeBackup } from '~/services/installation/backup';
import { nameUnfinishedRescue } from '~/services/installation/backup-retention';
import { restoreBackup } from '~/services/installation/restore';
import { placeMigratedDatabase } from '../../support/migrated-database';
import { testKeys } from '../../support/server';

async function createInstallation() {
  const directory = mkdtempSync(join(tmpdir(), 'wicked-backup-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const dataDir = join(directory, 'data');
  mkdirSync(dataDir);
  placeMigratedDatabase(join(dataDir, 'wicked.db'));
  const backUp = (target?: string, isOnlyOne = true) =>
    writeBackup({
      dataDir,
      isNightly: false,
      now: Date.now(),
      isOnlyOne,
      ...(target !== undefined && { target }),
    });
  return { directory, dataDir, backUp };
}

/** A file of SQLite with one table. */
function placeOther(file: string, table: string, mode: 'delete' | 'wal' = 'delete'): string {
  const sqlite = new BetterSqlite3(file);
  sqlite.pragma(`journal_mode = ${mode}`);
  sqlite.exec(`create table ${table} (name text)`);
  sqlite.close();
  return file;
}

test('an older backup is replaced, and nothing else', async () => {
  const { directory, backUp } = await createInstallation();
  const file = join(directory, 'copy.db');
  expect(backUp(file).kind).toBe('written');
  expect(backUp(file).kind).toBe('written');
  const settings = join(directory, 'wicked.env');
  writeFileSync(settings, 'APP_KEY=the only copy of it\n');
  const others = [
    settings,
    placeOther(join(directory, 'of-another-program.db'), 'bookmarks'),
    // Every database that a server has in use keeps a write-ahead log, and no backup does.
    placeOther(join(directory, 'of-another-installation.db'), 'kysely_migration', 'wal'),
  ];
  for (const other of others) {
    const before = readFileSync(other);
    expect(backUp(other)).toEqual({
      kind: 'failed',
      message: `${other} is no backup that this command wrote, so it is not replaced: name another file.`,
    });
    expect(readFileSync(other)).toEqual(before);
  }
  const device = join(directory, 'null.db');
  symlinkSync('/dev/null', device);
  expect(backUp(device)).toMatchObject({ kind: 'failed', message: expect.stringContaining('is no backup') });
});

test('the database itself is not replaced, whatever way leads to it', async () => {
  const { directory, dataDir, backUp } = await createInstallation();
  const database = join(dataDir, 'wicked.db');
  const path = (name: string) => join(directory, name);
  symlinkSync(dataDir, path('moved'));
  symlinkSync(database, path('link.db'));
  linkSync(database, path('second.db'));
  const before = statSync(database).ino;
  for (const file of [database, path('moved/wicked.db'), path('link.db'), path('second.db')]) {
    expect(backUp(file)).toEqual({
      kind: 'failed',
      message: `${file} is the database itself: name another file.`,
    });
  }
  expect(statSync(database).ino).toBe(before);
});

test('a named backup fills no directory that is missing, as a folder of a disk that is not mounted', async () => {
  const { directory, backUp } = await createInstallation();
  const place = join(directory, 'nas', 'wicked');
  expect(backUp(join(place, 'copy.db'))).toEqual({
    kind: 'failed',
    message: `There is no directory ${place}: make it, or mount the disk that it is on, then try again.`,
  });
  expect(existsSync(join(directory, 'nas'))).toBe(false);
});

const listLeft = (folder: string) => readdirSync(folder).filter((name) => name.includes('.part'));

test('what killed backups left goes with the next one, unless another is under way', async () => {
  const { directory, dataDir, backUp } = await createInstallation();
  const backups = join(dataDir, 'backups');
  mkdirSync(backups);
  const left = 'wicked-20260105T030000Z-nightly.db.0a1b2c3d.part';
  writeFileSync(join(backups, left), 'half');
  writeFileSync(join(backups, `${left}-journal`), '');
  expect(backUp(undefined, false).kind).toBe('written');
  expect(listLeft(backups)).toEqual([left, `${left}-journal`]);
  expect(backUp().kind).toBe('written');
  expect(listLeft(backups)).toEqual([]);

  for (const name of ['copy.db', 'copyXdb', 'other.db'])
    writeFileSync(join(directory, `${name}.0a1b2c3d.part`), 'half');
  expect(backUp(join(directory, 'copy.db')).kind).toBe('written');
  expect(listLeft(directory)).toEqual(['copyXdb.0a1b2c3d.part', 'other.db.0a1b2c3d.part']);
});

test('what a server left that was killed while it copied a moved database goes after an hour', async () => {
  const { dataDir, backUp } = await createInstallation();
  const backups = join(dataDir, 'backups');
  mkdirSync(backups);
  const name = nameUnfinishedRescue('wicked-20260105T030000Z.db', '0a1b2c3d');
  writeFileSync(join(backups, name), 'half');
  expect(backUp().kind).toBe('written');
  expect(readdirSync(backups)).toContain(name);
  const longAgo = Date.now() / 1000 - 3601;
  utimesSync(join(backups, name), longAgo, longAgo);
  expect(backUp().kind).toBe('written');
  expect(readdirSync(backups)).not.toContain(name);
});

test('a target in a place that is no directory, or cannot be made, fails with what to do', async () => {
  const { directory, backUp } = await createInstallation();
  writeFileSync(join(directory, 'nas'), '');
  symlinkSync('circle', join(directory, 'circle'));
  for (const place of [join(directory, 'nas'), join(directory, 'circle')]) {
    expect(backUp(join(place, 'copy.db'))).toEqual({
      kind: 'failed',
      message: `${place} is no directory and cannot be made one: name a file in another directory.`,
    });
  }
});

test('a backup that is sought below a file, or behind a link in a circle, is not there', async () => {
  const { directory, dataDir } = await createInstallation();
  symlinkSync('circle', join(directory, 'circle'));
  for (const file of [join(directory, 'circle'), join(dataDir, 'wicked.db', 'copy.db')]) {
    expect(await restoreBackup({ dataDir, file, keys: testKeys, now: Date.now() })).toEqual({
      kind: 'refused',
      message: `There is no file ${file}.`,
    });
  }
});

test.runIf(process.getuid?.() === 0)(
  'what root makes in the directory of the server belongs to the user that the server runs as, and nothing elsewhere',
  async () => {
    const { directory, dataDir, backUp } = await createInstallation();
    chownSync(dataDir, 65_534, 65_534);
    const link = join(directory, 'link');
    symlinkSync(dataDir, link);
    const files = [undefined, join(dataDir, 'move.db'), join(link, 'linked.db'), join(directory, 'copy.db')];
    expect(files.map((file) => backUp(file).kind)).toEqual(['written', 'written', 'written', 'written']);
    const lock = lockDataDirExclusive(dataDir);
    const file = join(dataDir, 'move.db');
    const restored = await restoreBackup({ dataDir, file, keys: testKeys, now: Date.now() });
    lock?.end();
    expect([lock === undefined, restored.kind]).toEqual([false, 'restored']);
    const names = readdirSync(dataDir, { recursive: true, encoding: 'utf8' });
    expect(names).toEqual(expect.arrayContaining(['backups', 'linked.db', 'server.lock', 'wicked.db']));
    const owners = names.map((name) => statSync(join(dataDir, name))).map(({ uid, gid }) => `${uid}:${gid}`);
    // The replaced database is the file that it was.
    const others = names.filter((name, n) => owners[n] !== '65534:65534' && !name.includes('replaced'));
    expect(others).toEqual([]);
    expect(statSync(join(directory, 'copy.db')).uid).toBe(0);
  },
);
