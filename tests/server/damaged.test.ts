// The built server on a file that is damaged where the runner looks for work: nothing asks about it, and all the same
// nothing may be taken in.
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readFileCheck } from '~/db/core/self-check';
import { openDatabase } from '~/db/core/open';
import { startBuilt } from '../support/command';
import { seedIntegration, seedOwner, webhookTrigger } from '../support/seed';
import { createDataDir, startServer } from '../support/server';
import { damageTable } from './damage';

async function damage(table: string) {
  const dataDir = createDataDir();
  const seed = await seedOwner(dataDir);
  const id = await seedIntegration(seed, {
    triggerConfig: webhookTrigger(),
    apiCalls: [{ method: 'GET', url: 'http://127.0.0.1:9/' }],
  });
  await seed.close();
  damageTable(dataDir, table);
  return { dataDir, id };
}

test('a server whose file is damaged closes by itself, and says so once', async () => {
  const { dataDir, id } = await damage('executions');
  const server = await startServer({ dataDir });
  onTestFinished(() => void server.kill('SIGKILL'));
  const ask = (path: string, init?: RequestInit) => fetch(server.url + path, init);
  await expect
    .poll(async () => (await (await ask('/readyz')).json()) as object)
    .toMatchObject({ code: 'UNAVAILABLE', checks: { integrity: false } });
  expect((await ask('/readyz')).status).toBe(503);
  expect((await ask('/healthz')).status).toBe(200);
  const page = await ask('/login', { headers: { Accept: 'text/html' } });
  expect([page.status, page.headers.get('Retry-After')]).toEqual([503, '300']);
  expect(await page.text()).toMatch(
    /<link rel="stylesheet" href="\/assets\/[\s\S]*Out of order[\s\S]*backup is restored/,
  );
  for (let n = 0; n < 3; n += 1) {
    const answer = await ask(`/webhook/${id}`, { method: 'POST', body: '{}' });
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '300']);
  }
  expect(await (await ask('/metrics')).text()).toContain('wicked_database_damaged 1');
  expect(server.output().match(/"level":60/g)).toHaveLength(1);
});

test('the nightly command finds damage, writes it down, and keeps the older backups', async () => {
  const { dataDir } = await damage('alert_messages');
  const { code, stderr } = await startBuilt('maintenance.js', ['backup', '--nightly'], { dataDir }).ended;
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/^The backup failed\. The database is damaged: /),
  ]);
  const db = openDatabase(join(dataDir, 'wicked.db'));
  const check = await readFileCheck(db);
  await db.close();
  expect(check).toEqual({ checkedAt: expect.any(Number), damage: expect.stringMatching(/\S/) });
});
