// The commands that keep an installation and its server as the users who run them: root, and the one whose the data directory is.
import { chmodSync, chownSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { maintain, startBuilt } from '../support/command';
import { placeMigratedDatabase } from '../support/migrated-database';
import { createDataDir } from '../support/server';

const isRoot = process.getuid?.() === 0;
/** The user that a service runs as; on a machine of others the one who runs the tests. */
const user = isRoot ? { uid: 1000, gid: 1000 } : {};

/** A data directory of that user, and a backup. */
async function createMachine() {
  const directory = createDataDir();
  chmodSync(directory, 0o755);
  const former = join(directory, 'former');
  mkdirSync(former);
  placeMigratedDatabase(join(former, 'wicked.db'));
  const backup = join(directory, 'move.db');
  expect(await maintain(former, ['backup', backup])).toMatchObject({ code: 0, stderr: '' });
  const dataDir = join(directory, 'data');
  mkdirSync(dataDir, { mode: 0o700 });
  if (isRoot) chownSync(dataDir, 1000, 1000);
  return { dataDir, backup };
}

test.runIf(isRoot)('a server starts on what root restored and resumed in its directory', async () => {
  const { dataDir, backup } = await createMachine();
  for (const args of [['restore', backup], ['resume']])
    expect(await maintain(dataDir, args)).toMatchObject({ code: 0, stderr: '' });
  const { process: server, ended } = startBuilt('index.js', [], {
    dataDir,
    env: { LOG_LEVEL: 'info' },
    ...user,
  });
  let said = '';
  server.stdout?.on('data', (text: Buffer) => {
    const wasReady = said.includes('is ready at');
    said += text.toString();
    if (!wasReady && said.includes('is ready at')) server.kill('SIGTERM');
  });
  const { code, stdout, stderr } = await ended;
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toContain('"msg":"stopped"');
});

test('a backup that nobody may write is restored by the user of the server', async () => {
  const { dataDir, backup } = await createMachine();
  if (isRoot) chownSync(backup, 1000, 1000);
  chmodSync(backup, 0o400);
  const restored = await startBuilt('maintenance.js', ['restore', backup], { dataDir, ...user }).ended;
  expect([restored.code, restored.stderr]).toEqual([0, '']);
  expect(statSync(join(dataDir, 'wicked.db')).mode & 0o777).toBe(0o600);
  expect(statSync(backup).mode & 0o777).toBe(0o400);
});
