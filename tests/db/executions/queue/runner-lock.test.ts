import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { acquireRunnerLock, isRunnerDead, removeDeadRunnerLocks } from '~/db/executions/queue/runner-lock';

function makeDataDir(): string {
  const directory = mkdtempSync(join(tmpdir(), 'wicked-life-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

test('a runner lives from its beginning to its end, and leaves nothing behind', () => {
  const dataDir = makeDataDir();
  const life = acquireRunnerLock(dataDir, 'a');
  expect(isRunnerDead(dataDir, 'a')).toBe(false);
  expect(isRunnerDead(dataDir, 'a')).toBe(false);
  expect(() => acquireRunnerLock(dataDir, 'a')).toThrow('Another process runs as a');
  life.end();
  expect(isRunnerDead(dataDir, 'a')).toBe(true);
  expect(readdirSync(join(dataDir, 'runners'))).toEqual([]);
});

test('a runner whose process was killed is dead at once', async () => {
  const dataDir = makeDataDir();
  acquireRunnerLock(dataDir, 'other').end();
  const lock = join(dataDir, 'runners', 'killed.lock');
  const script = `
    import Sqlite from './app/db/core/sqlite.js';
    const db = new Sqlite(process.argv[1]);
    db.exec('BEGIN EXCLUSIVE');
    console.log('locked');
    // A connection that nothing holds may be collected, and gives its lock back.
    setInterval(() => db.open, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, lock], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  expect(isRunnerDead(dataDir, 'killed')).toBe(false);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(isRunnerDead(dataDir, 'killed')).toBe(true);
  expect(readdirSync(join(dataDir, 'runners'))).toEqual([]);
});

test('what dead runners left is swept away; the living, and those that just begin, are let be', () => {
  const dataDir = makeDataDir();
  expect(removeDeadRunnerLocks(dataDir)).toEqual([]);
  const life = acquireRunnerLock(dataDir, 'alive');
  const place = (name: string) => join(dataDir, 'runners', name);
  for (const name of ['dead.lock', 'begins.lock', 'else.txt']) writeFileSync(place(name), '');
  mkdirSync(place('directory.lock'));
  const anHourAgo = Date.now() / 1000 - 3600;
  for (const name of ['dead.lock', 'alive.lock', 'else.txt', 'directory.lock']) {
    utimesSync(place(name), anHourAgo, anHourAgo);
  }
  // The clock of the files need not be that of the process.
  utimesSync(place('begins.lock'), Date.now() / 1000, Date.now() / 1000);
  expect(removeDeadRunnerLocks(dataDir)).toEqual(['dead']);
  const left = readdirSync(join(dataDir, 'runners')).filter((name) => !name.endsWith('-journal'));
  expect(left.toSorted()).toEqual(['alive.lock', 'begins.lock', 'directory.lock', 'else.txt']);
  expect(isRunnerDead(dataDir, 'alive')).toBe(false);
  life.end();
});
