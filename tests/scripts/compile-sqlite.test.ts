// What is compiled, and when: in a checkout whose packages stand in for the real ones, with an npm that writes down
// how it was called, since the real one takes minutes and a compiler.
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { createDataDir } from '../support/server';

const packages = ['better-sqlite3', 'better-sqlite3-12'];

interface Checkout {
  /** Runs the script on a Node of that Node-API; what npm was called with, if it was. */
  compile(napi: number): { status: number | null; calls: string };
}

/** A checkout whose packages open a database once the file `made` lies beside them. */
function makeCheckout(made: string[]): Checkout {
  const directory = createDataDir();
  cpSync('scripts', join(directory, 'scripts'), { recursive: true });
  cpSync('app/db/core/sqlite.js', join(directory, 'app/db/core/sqlite.js'));
  writeFileSync(join(directory, 'package.json'), JSON.stringify({ type: 'module' }));
  for (const name of packages) {
    const folder = join(directory, 'node_modules', name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{}');
    writeFileSync(
      join(folder, 'index.js'),
      `module.exports = class { constructor() { require('./made.json'); } close() {} };`,
    );
    if (made.includes(name)) writeFileSync(join(folder, 'made.json'), '{}');
  }
  const calls = join(directory, 'calls');
  const bin = join(directory, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'npm'), `#!/bin/sh\necho "$*" >> '${calls}'\n`);
  chmodSync(join(bin, 'npm'), 0o755);
  return {
    compile(napi) {
      const older = join(directory, 'older.cjs');
      writeFileSync(
        older,
        `Object.defineProperty(process, 'versions', { value: { ...process.versions, napi: '${napi}' } });`,
      );
      const { status } = spawnSync(
        process.execPath,
        ['--require', older, join(directory, 'scripts/compile-sqlite.js')],
        { env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` } },
      );
      return { status, calls: existsSync(calls) ? readFileSync(calls, 'utf8').trim() : '' };
    },
  };
}

test('below Node-API 10 only the second package is compiled, and its script alone may run', () => {
  expect(makeCheckout(['better-sqlite3']).compile(9)).toEqual({
    status: 0,
    calls: 'rebuild better-sqlite3-12 --ignore-scripts=false',
  });
});

test('from Node-API 10 on nothing is compiled', () => {
  expect(makeCheckout(['better-sqlite3']).compile(10)).toEqual({ status: 0, calls: '' });
});

test('what was compiled already stays as it is', () => {
  expect(makeCheckout(packages).compile(9)).toEqual({ status: 0, calls: '' });
});

test('where none of the ready-made ones can be loaded, one is compiled', () => {
  expect(makeCheckout([]).compile(10)).toEqual({
    status: 0,
    calls: 'explore better-sqlite3 -- npm run build-release',
  });
});
