// The built server on a file that is damaged where the runner looks for work: nothing asks about it, and all the same
// nothing may be taken in.
import { copyFileSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readFileCheck } from '~/db/core/self-check';
import { openDatabase } from '~/db/core/open';
import { startBuilt } from '../support/command';
import { seedIntegration, seedOwner, webhookTrigger } from '../support/seed';
import { createDataDir, startServer } from '../support/server';
import { damageTable } from './damage';
import { listExecutionRows, openForReading } from './records';

/** A data directory with an integration that takes deliveries. */
async function prepare() {
  const dataDir = createDataDir();
  const seed = await seedOwner(dataDir);
  const id = await seedIntegration(seed, {
    triggerConfig: webhookTrigger(),
    apiCalls: [{ method: 'GET', url: 'http://127.0.0.1:9/' }],
  });
  await seed.close();
  return { dataDir, id };
}

async function damage(table: string) {
  const prepared = await prepare();
  damageTable(prepared.dataDir, table);
  return prepared;
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
  // Its whole log is read once it has ended.
  await server.kill('SIGTERM');
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

test('a server whose database is replaced accepts nothing more, and saves what it had accepted', async () => {
  const { dataDir, id } = await prepare();
  const former = join(createDataDir(), 'former.db');
  copyFileSync(join(dataDir, 'wicked.db'), former);
  const server = await startServer({ dataDir });
  const deliver = () => fetch(`${server.url}/webhook/${id}`, { method: 'POST', body: '{}' });
  const accepted = await deliver();
  expect(accepted.status).toBe(202);
  const { executionId } = (await accepted.json()) as { executionId: string };

  renameSync(former, join(dataDir, 'wicked.db'));
  expect((await deliver()).status).toBe(503);
  expect(await (await fetch(`${server.url}/metrics`)).text()).toContain('wicked_database_damaged 1');
  await expect.poll(server.output).toContain('Stop the server, and restore it with: npm run restore');
  expect(await server.kill('SIGTERM'), server.output()).toBe(0);
  expect(server.output().match(/"level":60/g)).toHaveLength(2);

  const [name = ''] = readdirSync(join(dataDir, 'backups'));
  expect(name).toMatch(/^wicked-\w+\.db$/);
  const restored = startBuilt('maintenance.js', ['restore', join(dataDir, 'backups', name)], { dataDir });
  expect((await restored.ended).code).toBe(0);
  const db = openForReading(dataDir);
  expect(listExecutionRows(db).map((row) => row.id)).toContain(executionId);
  db.close();
});

test.runIf(process.platform === 'linux')(
  'a server whose database is written over by an older copy accepts nothing more',
  async () => {
    const { dataDir, id } = await prepare();
    const file = join(dataDir, 'wicked.db');
    const former = join(createDataDir(), 'former.db');
    copyFileSync(file, former);
    const first = await startServer({ dataDir });
    expect(await first.kill('SIGTERM'), first.output()).toBe(0);
    const server = await startServer({ dataDir });
    onTestFinished(() => void server.kill('SIGKILL'));
    const deliver = () => fetch(`${server.url}/webhook/${id}`, { method: 'POST', body: '{}' });
    expect((await deliver()).status).toBe(202);

    copyFileSync(former, file);
    expect((await deliver()).status).toBe(503);
    expect((await deliver()).status).toBe(503);
    expect(await (await fetch(`${server.url}/metrics`)).text()).toContain('wicked_database_damaged 1');
    // Its whole log is read once it has ended.
    await server.kill('SIGTERM');
    expect(server.output().match(/"level":60.*was overwritten by another program/g)).toHaveLength(1);
  },
);
