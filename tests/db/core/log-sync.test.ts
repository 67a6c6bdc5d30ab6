// Against a real file. A sync fails here when the file that is to be synced cannot be opened, as one that is gone.
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isDatabaseDown } from '~/db/core/database-errors';
import { createLogSync } from '~/db/core/log-sync';

function prepare(rewrite: () => boolean = () => true) {
  const directory = mkdtempSync(join(tmpdir(), 'wicked-log-sync-'));
  const file = join(directory, 'log');
  writeFileSync(file, 'written');
  const log = createLogSync(file, { rewrite });
  onTestFinished(async () => {
    await log.close();
    rmSync(directory, { recursive: true, force: true });
  });
  return {
    log,
    file,
    loseFile: () => renameSync(file, `${file}.gone`),
    findFile: () => renameSync(`${file}.gone`, file),
  };
}

test('without anything written nobody waits', async () => {
  const { log, loseFile } = prepare();
  loseFile();
  await log.settled();
});

test('what was written is waited for, also by those who wrote nothing themselves', async () => {
  const { log } = prepare();
  const ended: string[] = [];
  log.noteWritten();
  const first = log.settled().then(() => ended.push('writer'));
  const second = log.settled().then(() => ended.push('reader'));
  expect(ended).toEqual([]);
  await Promise.all([first, second]);
  expect(ended).toEqual(['writer', 'reader']);
});

test('what is written while a sync runs waits for the next one, which all share', async () => {
  const { log } = prepare();
  log.noteWritten();
  const running = log.settled();
  log.noteWritten();
  const next = log.settled();
  log.noteWritten();
  expect(log.settled()).toBe(next);
  expect(next).not.toBe(running);
  await running;
  expect(await Promise.race([next.then(() => 'synced'), Promise.resolve('waits')])).toBe('waits');
  await next;
});

test('after a sync that failed nothing is written or called synced until the log was rewritten', async () => {
  let isRewritten = false;
  const { log, loseFile, findFile } = prepare(() => isRewritten);
  loseFile();
  log.noteWritten();
  const failed = log.settled();
  log.noteWritten();
  const behind = log.settled();
  const outcomes = await Promise.allSettled([failed, behind]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  for (const outcome of outcomes) {
    expect(outcome.status === 'rejected' && isDatabaseDown(outcome.reason)).toBe(true);
  }
  findFile();
  await expect(log.settled()).rejects.toSatisfy(isDatabaseDown);
  expect(() => log.assertSound()).toThrow('cannot be emptied');
  isRewritten = true;
  log.assertSound();
  log.noteWritten();
  await log.settled();
});

test('closing waits for what was written', async () => {
  const { log } = prepare();
  let isSynced = false;
  log.noteWritten();
  void log.settled().then(() => (isSynced = true));
  await log.close();
  expect(isSynced).toBe(true);
});
