// The last steps of the Dockerfile in a folder: what it copies, started as it says and asked whether it is healthy.
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { externalPackages } from '../../scripts/runtime-packages.js';
import { createDataDir, testKeys } from '../support/server';

const image = readFileSync('Dockerfile', 'utf8').split('\nFROM ').at(-1) ?? '';

/** What a container runs: the last CMD of a stage, or that of its HEALTHCHECK. */
function readCommand(pattern: RegExp): [string, string[]] {
  const [command = '', ...args] = JSON.parse(pattern.exec(image)?.[1] ?? '[]') as string[];
  return [command === 'node' ? process.execPath : command, args];
}

/** The folder of the image, which the user of the process can read and not write. */
function assemble(): string {
  const directory = createDataDir();
  chmodSync(directory, 0o755);
  const copied = [...image.matchAll(/^COPY (?:--from=build )?(\S+) \.\/(\S*)$/gm)];
  for (const [, from = '', to = ''] of copied) {
    if (from === '/runtime/node_modules') {
      execFileSync(process.execPath, ['scripts/runtime-packages.js', directory]);
    } else {
      const source = from.replace(/^\/app\//, '');
      cpSync(source, join(directory, to || source), { recursive: true });
    }
  }
  expect(copied.length).toBeGreaterThan(3);
  return directory;
}

let cwd = '';

beforeAll(() => {
  cwd = assemble();
});

/** Starts what the image holds, as another user where this one is root, on a data directory of that user's. */
function start() {
  const dataDir = join(createDataDir(), 'data');
  mkdirSync(dataDir);
  chmodSync(dataDir, 0o700);
  const isRoot = process.getuid?.() === 0;
  const user = isRoot ? { uid: 1000, gid: 1000 } : {};
  if (isRoot) {
    chownSync(dataDir, 1000, 1000);
    chmodSync(join(dataDir, '..'), 0o755);
  }
  const environment = {
    PATH: process.env.PATH,
    NODE_ENV: 'production' as const,
    APP_URL: 'http://localhost:3000',
    DATA_DIR: dataDir,
    SESSION_SECRET: testKeys.sessionSecret,
    APP_KEY: testKeys.appKey.toString('base64'),
  };
  const [command, args] = readCommand(/^CMD (\[.*\])$/m);
  const launch = () => {
    const server = spawn(command, args, { cwd, env: { ...environment, PORT: '0' }, ...user });
    onTestFinished(() => void server.kill('SIGKILL'));
    return server;
  };
  return { server: launch(), startAgain: launch, dataDir, environment };
}

/** Resolves with the port on which a server listens; empty when it ends before. */
async function readPort(server: ReturnType<typeof start>['server']): Promise<string> {
  for await (const line of createInterface({ input: server.stdout })) {
    const port = /listening on [^)]*:(\d+)\)/.exec(line)?.[1];
    if (port !== undefined) return port;
  }
  return '';
}

test('what the image holds starts as another user, is healthy and stops', async () => {
  const { server, dataDir, environment } = start();
  const ended = once(server, 'close');
  let told = '';
  server.stderr.on('data', (text: Buffer) => (told += text.toString()));
  const port = await readPort(server);
  expect(port, told).not.toBe('');

  expect(existsSync(join(dataDir, 'wicked.db'))).toBe(true);
  expect(statSync(join(dataDir, 'wicked.db')).mode & 0o777).toBe(0o600);
  const [probe, probeArgs] = readCommand(/^\s*CMD (\["node", "-e".*\])$/m);
  const ask = (asked: string) =>
    promisify(execFile)(probe, probeArgs, { cwd, env: { ...environment, PORT: asked } });
  await ask(port);
  await expect(ask('1')).rejects.toMatchObject({ code: 1 });
  // Some are loaded only when they are needed: the mail libraries, and the one that draws invoices.
  const load = `Promise.all(${JSON.stringify(externalPackages)}.map((name) => import(name)))`;
  await promisify(execFile)(process.execPath, ['--eval', load], { cwd });
  const page = await fetch(`http://127.0.0.1:${port}/login`);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<form')]);

  server.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});

test('a data directory that cannot be written stops the start, also where a killed server left all files', async () => {
  const { server, startAgain, dataDir } = start();
  expect(await readPort(server)).not.toBe('');
  const killed = once(server, 'close');
  server.kill('SIGKILL');
  await killed;
  expect(existsSync(join(dataDir, 'wicked.db-wal'))).toBe(true);

  chmodSync(dataDir, 0o500);
  onTestFinished(() => chmodSync(dataDir, 0o700));
  const again = startAgain();
  let told = '';
  again.stderr.on('data', (text: Buffer) => (told += text.toString()));
  expect(await once(again, 'close')).toEqual([1, null]);
  expect(told).toContain(`DATA_DIR=${dataDir} cannot be written: give it`);
  expect(told).toMatch(/the user that the server runs as, whose id is \d+\./);
});
