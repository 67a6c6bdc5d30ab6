// What is compiled, and when: in a checkout whose packages stand in for the real ones, with an npm that writes down
// how it was called, since the real one takes minutes and a compiler.
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { createDataDir } from '../support/server';

const packages = ['better-sqlite3', 'better-sqlite3-12'];

interface Checkout {
  directory: string;
  /** Runs the script on a Node of that Node-API; what npm was called with, if it was, and what stood on stderr. */
  compile(napi: number): { status: number | null; calls: string; said: string };
}

/** A checkout whose packages open a database once the file `made` lies beside them, and whose npm ends with that status. */
function makeCheckout(made: string[], npmStatus = 0): Checkout {
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
  writeFileSync(
    join(bin, 'npm'),
    `#!/bin/sh\necho "$*" >> '${calls}'\necho "$npm_config_nodedir" > '${calls}.headers'\nexit ${npmStatus}\n`,
  );
  chmodSync(join(bin, 'npm'), 0o755);
  return {
    directory,
    compile(napi) {
      const older = join(directory, 'older.cjs');
      writeFileSync(
        older,
        `Object.defineProperty(process, 'versions', { value: { ...process.versions, napi: '${napi}' } });`,
      );
      const { npm_config_nodedir: _given, ...env } = process.env;
      const { status, stderr } = spawnSync(
        process.execPath,
        ['--require', older, join(directory, 'scripts/compile-sqlite.js')],
        { env: { ...env, PATH: `${bin}${delimiter}${process.env.PATH}` }, encoding: 'utf8' },
      );
      return { status, calls: existsSync(calls) ? readFileSync(calls, 'utf8').trim() : '', said: stderr };
    },
  };
}

test('below Node-API 10 only the second package is compiled, and its script alone may run', () => {
  expect(makeCheckout(['better-sqlite3']).compile(9)).toEqual({
    status: 0,
    calls: 'rebuild better-sqlite3-12 --ignore-scripts=false',
    said: '',
  });
});

test('from Node-API 10 on nothing is compiled', () => {
  expect(makeCheckout(['better-sqlite3']).compile(10)).toEqual({ status: 0, calls: '', said: '' });
});

test('what was compiled already stays as it is', () => {
  expect(makeCheckout(packages).compile(9)).toEqual({ status: 0, calls: '', said: '' });
});

test('where none of the ready-made ones can be loaded, one is compiled', () => {
  expect(makeCheckout([]).compile(10)).toEqual({
    status: 0,
    calls: 'explore better-sqlite3 -- npm run build-release',
    said: '',
  });
});

test('the headers that Node was installed with are used, since the download of others may fail', () => {
  const { directory, compile } = makeCheckout([]);
  compile(9);
  const prefix = dirname(dirname(process.execPath));
  const hasHeaders = existsSync(join(prefix, 'include/node/node_version.h'));
  expect(readFileSync(join(directory, 'calls.headers'), 'utf8').trim()).toBe(hasHeaders ? prefix : '');
});

test('a failure says what to install', () => {
  expect(makeCheckout([], 7).compile(9)).toMatchObject({
    status: 7,
    said: expect.stringMatching(
      /^better-sqlite3-12, the database library, .* Install Python, make and a C\+\+ compiler/,
    ),
  });
});

test('without packages it says how to install them', () => {
  const { directory, compile } = makeCheckout(packages);
  rmSync(join(directory, 'node_modules'), { recursive: true });
  expect(compile(10)).toEqual({
    status: 1,
    calls: '',
    said: `The packages are not installed in ${directory}: install them with: npm ci\n`,
  });
});
