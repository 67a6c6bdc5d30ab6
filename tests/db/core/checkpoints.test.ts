// Against a real file, and a thread that works on it.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createBackgroundConnection } from '~/db/core/background-connection';
import { createCheckpoints } from '~/db/core/checkpoints';
import BetterSqlite3 from '~/db/core/sqlite';

const logPages = 100;

/** `noteHeld` is called whenever nobody may commit. */
function prepare(noteHeld: () => void = () => undefined) {
  const directory = mkdtempSync(join(tmpdir(), 'wicked-checkpoints-'));
  const file = join(directory, 'a.db');
  const sqlite = new BetterSqlite3(file);
  sqlite.pragma('journal_mode = WAL');
  sqlite.exec('create table notes (text)');
  const background = createBackgroundConnection(file);
  const checkpoints = createCheckpoints({
    sqlite,
    background,
    logPages,
    holdCommits(work) {
      noteHeld();
      return work();
    },
  });
  onTestFinished(async () => {
    await checkpoints.close();
    await background.close();
    sqlite.close();
    rmSync(directory, { recursive: true, force: true });
  });
  const insert = sqlite.prepare('insert into notes values (?)');
  return {
    file,
    sqlite,
    checkpoints,
    write(count: number) {
      for (let number = 0; number < count; number += 1) {
        insert.run('x'.repeat(3000));
        checkpoints.noteWritten();
      }
    },
    readLog: () => sqlite.pragma('wal_checkpoint(NOOP)') as { log: number; checkpointed: number }[],
    /** What the file holds without its log. */
    countInFile() {
      const copy = join(directory, 'copy.db');
      copyFileSync(file, copy);
      const alone = new BetterSqlite3(copy);
      const count = alone.prepare('select count(*) from notes').pluck().get();
      alone.close();
      return Number(count);
    },
  };
}

test('a log that has become long is brought into the file beside the event loop, and begins anew', async () => {
  const { write, readLog, countInFile } = prepare();
  write(128);
  expect(readLog()[0]?.log).toBeGreaterThan(logPages);
  expect(readLog()[0]?.checkpointed).toBe(0);
  await expect.poll(countInFile).toBe(128);
  write(1);
  expect(readLog()[0]?.log).toBeLessThan(10);
});

test('nobody commits while what is left is brought into the file', async () => {
  let reader: BetterSqlite3.Database | undefined;
  const { file, write, countInFile, checkpoints } = prepare(() => reader?.close());
  write(60);
  // A checkpoint gets as far as the oldest reader.
  reader = new BetterSqlite3(file);
  reader.exec('begin');
  reader.prepare('select count(*) from notes').get();
  write(68);
  await checkpoints.close();
  expect(countInFile()).toBe(128);
});

test('a log that is being read grows meanwhile, and begins anew when the reader is done', async () => {
  const { file, write, readLog } = prepare();
  const reader = new BetterSqlite3(file);
  onTestFinished(() => void reader.close());
  reader.exec('begin');
  reader.prepare('select count(*) from notes').get();
  write(128);
  await expect.poll(() => (write(1), readLog()[0]?.log)).toBeGreaterThan(3 * logPages);
  expect(readLog()[0]?.checkpointed).toBe(0);
  reader.exec('commit');
  await expect.poll(() => (write(1), readLog()[0]?.log)).toBeLessThan(logPages);
});

test('closing waits for the checkpoint that is under way', async () => {
  const { write, checkpoints, countInFile } = prepare();
  write(128);
  await checkpoints.close();
  expect(countInFile()).toBe(128);
});
