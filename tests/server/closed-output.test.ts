import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { seedOwner } from '../support/seed';
import { createDataDir, testKeys } from '../support/server';

test('a command whose reader has read enough ends in silence', async () => {
  const dataDir = createDataDir();
  await (await seedOwner(dataDir)).close();
  const command = `"${process.execPath}" "${resolve('build/server/maintenance.js')}" admin report`;
  // `true` reads nothing and ends long before the command writes.
  const { stderr } = spawnSync('sh', ['-c', `${command} | true`], {
    encoding: 'utf8',
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      APP_URL: 'http://localhost:3000',
      DATA_DIR: dataDir,
      SESSION_SECRET: testKeys.sessionSecret,
      APP_KEY: testKeys.appKey.toString('base64'),
    },
  });
  expect(stderr).toBe('');
});
