// Two versions of one package: which of them is loaded, and that nothing loads it but the file that chooses.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import Sqlite, { sqlitePackage } from '~/db/core/sqlite';

/** What a Node of that Node-API would choose; nothing native is loaded before a database is opened. */
function choose(napi: string): string {
  const script = `
    Object.defineProperty(process, 'versions', { value: { ...process.versions, napi: process.argv[1] } });
    import('./app/db/core/sqlite.js').then((loaded) => process.stdout.write(loaded.sqlitePackage));`;
  return execFileSync(process.execPath, ['--eval', script, napi], { encoding: 'utf8' });
}

test.each([
  ['8', 'better-sqlite3-12'],
  ['9', 'better-sqlite3-12'],
  ['10', 'better-sqlite3'],
  ['11', 'better-sqlite3'],
])('Node-API %s takes %s', (napi, expected) => {
  expect(choose(napi)).toBe(expected);
});

test('the version that is loaded is the one chosen, and has no known fault that loses writes', () => {
  expect(sqlitePackage).toBe(choose(process.versions.napi ?? ''));
  const db = new Sqlite(':memory:');
  const version = String(db.prepare('select sqlite_version()').pluck().get());
  db.close();
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  // Up to 3.51.2, resetting the log of writes could damage a file that two connections use.
  expect(major * 10_000 + minor * 100 + patch).toBeGreaterThanOrEqual(3_51_03);
});

test('nothing else names either of them', () => {
  const files = ['app', 'migrations', 'scripts', 'tests']
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    )
    .concat('server.ts', 'maintenance.ts', 'vite.config.ts')
    .filter((path) => /\.[cm]?[jt]sx?$/.test(path));
  const loading = /(?:from|import\(|require\(|import)\s*'better-sqlite3(?:-12)?'/;
  const loaders = files.filter((path) => loading.test(readFileSync(path, 'utf8')));
  // The second one gives the types.
  expect(loaders).toEqual(['app/db/core/sqlite.d.ts']);
});
