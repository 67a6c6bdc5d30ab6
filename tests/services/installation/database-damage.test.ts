// A file that is damaged in its middle: some pages still answer, others do not.
import { closeSync, copyFileSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createWebhookListener } from '~/api/webhook';
import { listMemberships } from '~/db/organizations/memberships';
import { openDatabase } from '~/db/core/open';
import { updateFileCheck } from '~/db/core/self-check';
import { createLog } from '~/log';
import { writeBackup } from '~/services/installation/backup';
import { createDamage } from '~/services/installation/database-damage';
import { measure } from '~/services/monitoring/measurements';
import { connection, createWholeApp } from '../../api/whole-app';
import { createTestUser } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';
import { seedIntegration, webhookTrigger } from '../../support/seed';

/** An application on a file of which a table's pages were overwritten, and what it wrote to its log. */
async function damage(table: string) {
  const sound = await createTestContext();
  const { user, organizationId } = await createTestUser(sound);
  const integrationId = await seedIntegration(
    { context: sound, userId: user.id, organizationId },
    { triggerConfig: webhookTrigger(), apiCalls: [{ method: 'GET', url: 'https://api.example.com/' }] },
  );
  sound.db.sqlite.pragma('wal_checkpoint(TRUNCATE)');
  const directory = mkdtempSync(join(tmpdir(), 'wicked-damaged-'));
  const file = join(directory, 'wicked.db');
  copyFileSync(sound.db.sqlite.name, file);
  overwrite(file, listPages(sound, table));
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const found = createDamage({ config: { ...sound.config, dataDir: directory }, log });
  const db = openDatabase(file, { damaged: found.note });
  onTestFinished(async () => {
    await db.close();
    rmSync(directory, { recursive: true });
  });
  const context = await createTestContext({ db, log, damage: found, config: { dataDir: directory } });
  return { context, directory, integrationId, userId: user.id, lines };
}

function listPages({ db }: TestContext, table: string): number[] {
  const query = `select rootpage from sqlite_schema where tbl_name = ? and rootpage > 0`;
  return db.sqlite.prepare(query).pluck().all(table) as number[];
}

function overwrite(file: string, pages: number[]): void {
  expect(statSync(file).size).toBeGreaterThan(Math.max(...pages) * 4096 - 1);
  const descriptor = openSync(file, 'r+');
  for (const page of pages) writeSync(descriptor, Buffer.alloc(4096, 0x5a), 0, 4096, (page - 1) * 4096);
  closeSync(descriptor);
}

async function deliver(context: TestContext, id: string): Promise<Response> {
  const server = createServer(createWebhookListener(context));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return fetch(`http://127.0.0.1:${port}/webhook/${id}`, {
    method: 'POST',
    body: '{}',
    headers: { 'Content-Type': 'application/json', Connection: 'close' },
  });
}

test('once a query has met the damage, webhooks and screens are closed and the health check says why', async () => {
  const { context, integrationId, userId, lines } = await damage('memberships');
  const app = createWholeApp(context);
  const ask = (path: string, headers = {}) => app.request(path, { headers }, connection);
  expect((await deliver(context, integrationId)).status).toBe(202);
  await expect(listMemberships(context.db, userId)).rejects.toThrow('malformed');
  await expect(listMemberships(context.db, userId)).rejects.toThrow('malformed');

  const refused = await deliver(context, integrationId);
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '300']);
  for (const path of ['/login', '/api/users/me', '/']) {
    const answer = await ask(path);
    expect([path, answer.status, answer.headers.get('Retry-After')]).toEqual([path, 503, '300']);
  }
  const page = await ask('/login', { Accept: 'text/html,*/*' });
  expect([page.status, await page.text()]).toEqual([
    503,
    expect.stringContaining('The database of this server is damaged, or was moved.'),
  ]);
  expect((await ask('/healthz')).status).toBe(200);
  const ready = await ask('/readyz');
  expect([ready.status, await ready.json()]).toEqual([
    503,
    expect.objectContaining({
      message: 'Not ready: the database is damaged or was moved.',
      checks: { serving: true, database: true, integrity: false, schema: true, disk: true },
    }),
  ]);
  expect(await measure(context)).toMatchObject({ isDamaged: true });
  const errors = lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 40);
  expect(errors).toHaveLength(1);
  expect(errors[0]).toMatchObject({
    level: 60,
    msg: expect.stringMatching(/^The database in \S+ is damaged: .* npm run restore FILE$/),
  });
});

test('a backup of a damaged file is not made, and says what is wrong', async () => {
  const { context, directory } = await damage('memberships');
  const outcome = writeBackup({ dataDir: directory, isNightly: true, isOnlyOne: true, now: context.now() });
  expect(outcome).toEqual({
    kind: 'failed',
    damage: expect.stringMatching(/\S/),
    message: expect.stringMatching(/^The database is damaged: /),
  });
});

test('a locked or full file is no damage', async () => {
  const context = await createTestContext();
  const told: unknown[] = [];
  const db = openDatabase(context.db.sqlite.name, { damaged: (error) => void told.push(error) });
  db.sqlite.pragma('busy_timeout = 0');
  context.db.sqlite.exec('begin immediate');
  await expect(db.transaction(async () => undefined)).rejects.toThrow('locked');
  context.db.sqlite.exec('rollback');
  await db.close();
  expect(told).toEqual([]);
});

test('what the nightly check found, and when, is in the metrics', async () => {
  const context = await createTestContext();
  const read = async () => {
    const { isDamaged, lastCheckAt } = await measure(context);
    return { isDamaged, lastCheckAt };
  };
  expect(await read()).toEqual({ isDamaged: false, lastCheckAt: undefined });
  await updateFileCheck(context.db, { checkedAt: 5_000, damage: 'Tree 7 page 9: free space corruption' });
  expect(await read()).toEqual({ isDamaged: true, lastCheckAt: 5 });
  await updateFileCheck(context.db, { checkedAt: 6_000, damage: null });
  expect(await read()).toEqual({ isDamaged: false, lastCheckAt: 6 });
});
