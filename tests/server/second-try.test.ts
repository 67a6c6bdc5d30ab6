// A hook before all tests of a file fails: vitest runs a folder of such files, as it does in CI.
import { spawnSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { createDataDir } from '../support/server';

const at = (path: string) => JSON.stringify(resolve(path));

const config = `
import { flakyTests } from ${at('tests/support/flaky-tests.ts')};
// As here: one process runs many files, with one copy of each module.
export default { test: { isolate: false, runner: ${at('tests/server/second-try-runner.ts')}, reporters: ['default', flakyTests], testTimeout: 180_000, hookTimeout: 180_000 } };`;

const failsOnce = `
import { existsSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { createDataDir, startServer } from ${at('tests/support/server.ts')};
import { startTarget } from ${at('tests/support/target.ts')};
const tries = [];
let prepared = 0;
beforeAll(() => void (prepared += 1));
beforeAll(async () => {
  const dataDir = createDataDir();
  tries.push({ dataDir, server: await startServer({ dataDir }), target: await startTarget() });
  if (tries.length === 1) throw new Error('the first try of a hook');
});
test('only what the second try made is there', async () => {
  const [first, second] = tries;
  expect([tries.length, prepared]).toEqual([2, 2]);
  expect([existsSync(first.dataDir), existsSync(second.dataDir)]).toEqual([false, true]);
  await expect(fetch(first.server.url + '/healthz')).rejects.toThrow();
  await expect(fetch(first.target.url)).rejects.toThrow();
  expect((await fetch(second.server.url + '/healthz')).status).toBe(200);
  expect((await fetch(second.target.url)).status).toBe(200);
  await second.server.kill('SIGTERM');
  await second.target.close();
});`;

const failsTwice = `
import { beforeAll, test } from 'vitest';
beforeAll(() => { throw new Error('each try of a hook'); });
test('is never run', () => undefined);`;

/** Runs vitest on one file. */
function run(text: string, env: Record<string, string>) {
  const folder = createDataDir();
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'vitest.config.ts'), config);
  writeFileSync(join(folder, 'hook.test.ts'), text);
  const args = [resolve('node_modules/vitest/vitest.mjs'), 'run', '--root', folder, '--no-color'];
  const { CI: _ci, ...rest } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    env: { ...rest, ...env },
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
}

test('in CI, a hook that fails once has a second try without what the first left, and is listed as flaky', () => {
  const { status, output } = run(failsOnce, { CI: '1' });
  expect(status, output).toBe(0);
  expect(output).toContain('Flaky tests:\n  hook.test.ts › beforeAll');
  expect(output).toContain('Error: the first try of a hook');
});

test('a hook that fails twice fails the run', () => {
  const { status, output } = run(failsTwice, { CI: '1' });
  expect(status, output).toBe(1);
  expect(output).toContain('is tried again');
  expect(output).not.toContain('Flaky tests:');
});

test('elsewhere a hook has one try', () => {
  const { status, output } = run(failsTwice, {});
  expect(status, output).toBe(1);
  expect(output).not.toContain('is tried again');
});
