import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { beginLife, isDead } from '~/db/life';

function makeDataDir(): string {
  const directory = mkdtempSync(join(tmpdir(), 'wicked-life-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

test('a runner lives from its beginning to its end, and leaves nothing behind', () => {
  const dataDir = makeDataDir();
  const life = beginLife(dataDir, 'a');
  expect(isDead(dataDir, 'a')).toBe(false);
  expect(isDead(dataDir, 'a')).toBe(false);
  expect(() => beginLife(dataDir, 'a')).toThrow('Another process runs as a');
  life.end();
  expect(isDead(dataDir, 'a')).toBe(true);
  expect(readdirSync(join(dataDir, 'runners'))).toEqual([]);
});

test('a runner whose process was killed is dead at once', async () => {
  const dataDir = makeDataDir();
  beginLife(dataDir, 'other').end();
  const lock = join(dataDir, 'runners', 'killed.lock');
  const script = `
    import Sqlite from './app/db/sqlite.js';
    const db = new Sqlite(process.argv[1]);
    db.exec('BEGIN EXCLUSIVE');
    console.log('locked');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, lock], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  expect(isDead(dataDir, 'killed')).toBe(false);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(isDead(dataDir, 'killed')).toBe(true);
  expect(readdirSync(join(dataDir, 'runners'))).toEqual([]);
});
