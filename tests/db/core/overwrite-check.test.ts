import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isDatabaseDown } from '~/db/core/database-errors';
import { openDatabase } from '~/db/core/open';
import BetterSqlite3 from '~/db/core/sqlite';
import { createDataDir } from '../../support/server';

const insert = `insert into notes values ('something')`;

/** A database that one process wrote, closed, and another has open and wrote. */
async function openTwice() {
  const file = join(createDataDir(), 'wicked.db');
  const former = openDatabase(file);
  former.sqlite.exec('create table notes (text)');
  await former.close();
  const damages: unknown[] = [];
  const db = openDatabase(file, { damaged: (error) => void damages.push(error) });
  onTestFinished(() => db.close());
  const note = () => db.transaction(async () => void db.sqlite.exec(insert));
  await note();
  return { db, file, note, damages };
}

test.runIf(process.platform === 'linux')(
  'a write is not acknowledged once a backup was copied over the file, nor any later one',
  async () => {
    const { db, file, note, damages } = await openTwice();
    await db.file.copyTo(`${file}.backup`);
    await db.file.emptyLog();
    await note();
    copyFileSync(`${file}.backup`, file);
    await expect(note()).rejects.toSatisfy(isDatabaseDown);
    expect(damages).toEqual([
      expect.objectContaining({ message: expect.stringContaining('was overwritten') }),
    ]);
    await expect(note()).rejects.toThrow('was overwritten');
    await expect(note()).rejects.toThrow('was overwritten');
  },
);

test('checkpoints, other processes, VACUUM and freed space are no foreign content', async () => {
  const { db, file, note, damages } = await openTwice();
  for (let round = 0; round < 3; round += 1) {
    await note();
    await db.file.emptyLog();
    const other = new BetterSqlite3(file);
    other.exec(`${insert}; create table more_${round} (text); drop table more_${round}; vacuum`);
    other.close();
    await note();
    await db.file.emptyLog();
  }
  db.sqlite.exec('delete from notes; pragma incremental_vacuum');
  await db.file.emptyLog();
  await note();
  expect(damages).toEqual([]);
});
