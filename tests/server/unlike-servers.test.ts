// Two servers on one directory: both begin at once on an empty one, and when their settings differ, the later one tells which.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startBuilt } from '../support/command';
import { createDataDir, startServer, type TestServer } from '../support/server';

function listWarnings(server: TestServer): { settings?: string[]; msg: string }[] {
  return server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { settings?: string[]; msg: string });
}

test('a server names the settings that another one has otherwise, and no value', async () => {
  const dataDir = createDataDir();
  const first = await startServer({ dataDir });
  const SESSION_SECRET = 'another session secret, long enough as well';
  const second = await startServer({
    dataDir,
    env: {
      SESSION_SECRET,
      RETENTION_DAYS: '3',
      RUNNER: 'off',
      LOG_LEVEL: 'info',
      METRICS_TOKEN: 'x'.repeat(16),
    },
  });
  const unlike = listWarnings(second).filter(({ settings }) => settings);
  expect(unlike).toEqual([
    expect.objectContaining({
      level: 40,
      settings: ['SESSION_SECRET', 'RETENTION_DAYS', 'RETENTION_DAYS_FAILED'],
      msg: `Another server that uses ${dataDir} has other values of SESSION_SECRET, RETENTION_DAYS, RETENTION_DAYS_FAILED: give all of them the same, and start those again that have the wrong ones.`,
    }),
  ]);
  expect(second.output()).not.toContain(SESSION_SECRET);
  expect(await second.kill('SIGTERM')).toBe(0);
  // What a dead one had counts no more, however it ended.
  expect(await (await startServer({ dataDir, env: { WEBHOOK_RATE: '7' } })).kill('SIGKILL')).toBeNull();
  const third = await startServer({ dataDir });
  expect(listWarnings(third)).toEqual([]);
  for (const each of [first, third]) expect(await each.kill('SIGTERM')).toBe(0);
});

test('what servers leave for each other is theirs alone, and says no value', async () => {
  const dataDir = createDataDir();
  const server = await startServer({ dataDir });
  const directory = join(dataDir, 'servers');
  const note = readdirSync(directory).find((name) => name.endsWith('.note')) ?? '';
  expect(statSync(directory).mode & 0o777).toBe(0o700);
  expect(statSync(join(directory, note)).mode & 0o777).toBe(0o600);
  const { settings } = JSON.parse(readFileSync(join(directory, note), 'utf8')) as {
    settings: Record<string, string>;
  };
  for (const [name, digest] of Object.entries(settings))
    expect([name, digest]).toEqual([name, expect.stringMatching(/^[\w-]{43}$/)]);
  expect(await server.kill('SIGTERM')).toBe(0);
});

test('while keys change, servers with either order of them are compared', async () => {
  const dataDir = createDataDir();
  const [former, next] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)].map((key) => key.toString('base64')) as [
    string,
    string,
  ];
  const first = await startServer({ dataDir, env: { APP_KEY: former, OTHER_APP_KEY: next } });
  const second = await startServer({
    dataDir,
    env: { APP_KEY: next, OTHER_APP_KEY: former, WEBHOOK_BURST: '9' },
  });
  expect(listWarnings(second)).toEqual([expect.objectContaining({ settings: ['WEBHOOK_BURST'] })]);
  for (const each of [first, second]) expect(await each.kill('SIGTERM')).toBe(0);
});

test('of two servers that are started at once on an empty directory none meets the half-made database of the other', async () => {
  const dataDir = createDataDir();
  const servers = [1, 2].map(() => startBuilt('index.js', [], { dataDir, env: { LOG_LEVEL: 'info' } }));
  const told = servers.map(async ({ process: server, ended }) => {
    let said = '';
    const ready = new Promise<string>((resolve) => {
      server.stdout?.on('data', (text: Buffer) => {
        said += text.toString();
        if (said.includes('is ready at')) resolve('ready');
      });
    });
    return await Promise.race([ready, ended.then(({ stderr }) => stderr)]);
  });
  const outcomes = await Promise.all(told);
  for (const { process: server } of servers) server.kill('SIGTERM');
  await Promise.all(servers.map(({ ended }) => ended));
  expect(outcomes).toContain('ready');
  // Where the first one needs more than some seconds for it, the other one says so.
  const patience = `A restore, a change of keys or an upgrade of the database is under way in ${dataDir}: wait until it is done, then try again.\n`;
  expect(outcomes.filter((outcome) => outcome !== 'ready' && outcome !== patience)).toEqual([]);
});
