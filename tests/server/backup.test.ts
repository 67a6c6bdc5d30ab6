// Backups beside a server that takes in 200 deliveries a second, and what becomes of them. BACKUPS=20 makes so many.
import { copyFileSync, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { expect, test } from 'vitest';
import { open, seal } from '~/auth/secret-box';
import { insertEmail } from '~/db/accounts/emails';
import { readInstallation } from '~/db/core/installation';
import { openDatabase } from '~/db/core/open';
import { eachSealedRow, sealedColumns, type SealedRow } from '~/db/core/sealed-columns';
import BetterSqlite3 from '~/db/core/sqlite';
import { isRightKey, opensKeyCheck } from '~/services/installation/key-check';
import { signInAs } from '../support/accounts';
import { maintain, startBuilt } from '../support/command';
import { type Seed, seedIntegration, seedOwner, webhookTrigger } from '../support/seed';
import { createDataDir, startServer, testKeys, type TestServer } from '../support/server';
import { startTarget } from '../support/target';
import { waitFor } from '../support/wait-for';
import { awaitEnded, countUnfinished, openForReading } from './records';
import { times } from '../support/in-turn';

const backups = Number(process.env.BACKUPS ?? 3);
const perSecond = 200;

interface Installed {
  dataDir: string;
  seed: Seed;
  integrationIds: string[];
  target: Awaited<ReturnType<typeof startTarget>>;
}

/** An installation without a server, of integrations with a secret that make one call. */
async function installStopped(): Promise<Installed> {
  const dataDir = createDataDir();
  const target = await startTarget();
  const seed = await seedOwner(dataDir);
  const integrationIds = await times(4, () =>
    seedIntegration(seed, {
      triggerConfig: webhookTrigger({ secret }),
      apiCalls: [{ id: 'a', method: 'GET', url: target.url, authConfig: { type: 'bearer', token: secret } }],
    }),
  );
  return { dataDir, seed, integrationIds, target };
}

const secret = 'a secret of the backups';

/** Delivers evenly until it is stopped; answers what was acknowledged so far. */
function deliverEvenly({ url }: TestServer, integrationIds: string[]) {
  const pool = new Pool(url, { connections: 16 });
  const acknowledged: string[] = [];
  const headers = { 'Content-Type': 'application/json', 'X-Webhook-Signature': secret };
  const startedAt = performance.now();
  let sent = 0;
  const stopping = new AbortController();

  async function deliver(): Promise<void> {
    const path = `/webhook/${integrationIds[sent % integrationIds.length]}`;
    const answer = await pool.request({ method: 'POST', path, headers, body: JSON.stringify({ sent }) });
    const { executionId } = (await answer.body.json()) as { executionId: string };
    if (answer.statusCode === 202) acknowledged.push(executionId);
  }

  async function loop(): Promise<void> {
    const pending: Promise<void>[] = [];
    while (!stopping.signal.aborted) {
      while (sent < ((performance.now() - startedAt) / 1000) * perSecond) {
        pending.push(deliver());
        sent += 1;
      }
      await sleep(5);
    }
    await Promise.all(pending);
    await pool.close();
  }

  const done = loop();
  return {
    acknowledged,
    stop() {
      stopping.abort();
      return done;
    },
  };
}

/** What a backup must hold of every execution: its payload, and when it is completed its call with the answer. */
function expectConsistent(file: string, acknowledged: string[]): void {
  const db = new BetterSqlite3(file, { readonly: true });
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(db.pragma('foreign_key_check')).toEqual([]);
  const held = new Set(db.prepare('select id from executions').pluck().all());
  expect(acknowledged.filter((id) => !held.has(id))).toEqual([]);
  const torn = db.prepare(`
    select count(*) from executions
      left join payloads on seq = payload_seq
      left join attempts on attempts.execution_id = executions.id and attempts.status_code = 200
    where trigger_data is null or (status = 'completed' and attempts.step is null)`);
  expect(torn.pluck().get()).toBe(0);
  const counted = db.prepare('select sum(completed) from execution_days').pluck().get() ?? 0;
  expect(counted).toBe(
    db.prepare(`select count(*) from executions where status = 'completed'`).pluck().get(),
  );
  db.close();
}

test(
  `${backups} backups beside ${perSecond} deliveries a second are complete and consistent`,
  async () => {
    const { dataDir, seed, integrationIds, target } = await installStopped();
    const directory = createDataDir();
    const server = await startServer({ dataDir });
    const load = deliverEvenly(server, integrationIds);
    await waitFor('the first 202s', () => load.acknowledged.length >= perSecond);
    for (let n = 0; n < backups; n += 1) {
      const acknowledged = [...load.acknowledged];
      const file = join(directory, `own-${n}.db`);
      const { code, stdout, stderr } = await maintain(dataDir, ['backup', file]);
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout).toContain(`Wrote ${file}`);
      expect(statSync(file).mode & 0o777).toBe(0o600);
      // It hindered nobody.
      expect(load.acknowledged.length).toBeGreaterThan(acknowledged.length);
      expectConsistent(file, acknowledged);
    }
    await load.stop();
    expect(readdirSync(directory).filter((name) => !/^own-\d+\.db$/.test(name))).toEqual([]);
    expect(await server.kill('SIGTERM'), server.output()).toBe(0);
    expect(server.output()).not.toContain('"level"');
    await seed.close();
    await target.close();
  },
  120_000 + backups * 20_000,
);

test('a backup that is restored starts paused, and goes on when its administrator resumes', async () => {
  const { dataDir, seed, integrationIds, target } = await installStopped();
  const first = await startServer({ dataDir, env: { RUNNER: 'off' } });
  const [integrationId = ''] = integrationIds;
  const deliver = (server: TestServer) =>
    fetch(`${server.url}/webhook/${integrationId}`, {
      method: 'POST',
      headers: { 'X-Webhook-Signature': secret },
      body: '{}',
    });
  expect((await deliver(first)).status).toBe(202);
  expect((await maintain(dataDir, ['backup'])).code).toBe(0);
  const [name = ''] = readdirSync(join(dataDir, 'backups'));
  expect(name).toMatch(/^wicked-\d{8}T\d{6}Z\.db$/);
  const file = join(dataDir, 'backups', name);
  expect((await deliver(first)).status).toBe(202);
  const refused = await maintain(dataDir, ['restore', file]);
  expect([refused.code, refused.stderr]).toEqual([
    1,
    `A server or another command uses ${dataDir}: stop the server, or wait until the command has ended, then try again.\n`,
  ]);
  expect(await first.kill('SIGTERM')).toBe(0);
  await seed.close();

  const restored = await maintain(dataDir, ['restore', file]);
  expect([restored.code, restored.stderr]).toEqual([0, '']);
  expect(restored.stdout).toContain('1 execution.');
  const replaced = readdirSync(dataDir).filter((each) => each.startsWith('wicked-replaced-'));
  expect(replaced).toEqual([expect.stringMatching(/^wicked-replaced-\d{8}T\d{6}Z\.db$/)]);
  const former = new BetterSqlite3(join(dataDir, replaced[0] ?? ''), { readonly: true });
  expect(former.prepare('select count(*) from executions').pluck().get()).toBe(2);
  former.close();

  const second = await startServer({ dataDir });
  await expect.poll(() => second.output()).toContain(`Everything is paused since `);
  await expect.poll(second.output).toContain(`(${name} was restored)`);
  const db = openForReading(dataDir);
  expect((await deliver(second)).status).toBe(202);
  // A nightly look, a schedule's and a runner's are all past by then.
  await waitFor('a server that is ready', async () =>
    (await (await fetch(`${second.url}/readyz`)).text()).includes('"ready"'),
  );
  expect([countUnfinished(db), target.received.length]).toEqual([2, 0]);
  // The session of before is over.
  const home = await fetch(second.url, { headers: { Cookie: seed.cookie }, redirect: 'manual' });
  expect(await home.text()).not.toContain('Everything is paused');
  // Somebody who came after the restore sees it and cannot help it.
  const again = await seedOwner(dataDir);
  const resumeAs = (cookie: string) =>
    fetch(`${second.url}/api/installation/resume`, {
      method: 'POST',
      headers: { Cookie: cookie, Origin: 'http://localhost:3000' },
    });
  const page = await (await fetch(second.url, { headers: { Cookie: again.cookie } })).text();
  expect(page).toContain('Everything is paused');
  expect((await resumeAs(again.cookie)).status).toBe(403);
  expect((await resumeAs(await signInAs(again.context, seed.userId))).status).toBe(204);
  expect(await maintain(dataDir, ['resume'])).toMatchObject({ code: 0, stdout: 'Nothing was paused.\n' });
  await target.arrived(2);
  await awaitEnded(db);
  // From the machine, while the server runs: it needs no account.
  const isPaused = async () =>
    (await (await fetch(second.url, { headers: { Cookie: again.cookie } })).text()).includes(
      'Everything is paused',
    );
  expect(await maintain(dataDir, ['admin', 'pause'])).toMatchObject({ code: 0 });
  expect(await isPaused()).toBe(true);
  expect(await maintain(dataDir, ['admin', 'resume'])).toMatchObject({ code: 0 });
  expect(await isPaused()).toBe(false);
  expect((await maintain(dataDir, ['admin', 'list'])).stdout).toContain('verified, administrator\n');
  expect(await maintain(dataDir, ['admin'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('admin reset-link EMAIL'),
  });
  db.close();
  await again.close();
  // A server that was asked whether it is ready keeps its port open for some seconds when it is told to stop.
  await second.kill('SIGKILL');
  await target.close();
});

test('from a restore to running by commands of the machine alone', async () => {
  const { dataDir, seed, integrationIds, target } = await installStopped();
  await seed.close();
  const first = await startServer({ dataDir, env: { RUNNER: 'off' } });
  const [integrationId = ''] = integrationIds;
  const headers = { 'X-Webhook-Signature': secret };
  await fetch(`${first.url}/webhook/${integrationId}`, { method: 'POST', headers, body: '{}' });
  const file = join(createDataDir(), 'backup.db');
  expect((await maintain(dataDir, ['backup', file])).code).toBe(0);
  expect(await first.kill('SIGTERM')).toBe(0);
  expect((await maintain(dataDir, ['restore', file])).code).toBe(0);

  const second = await startServer({ dataDir });
  expect(target.received).toEqual([]);
  expect(await maintain(dataDir, ['admin', 'resume'])).toMatchObject({ code: 0, stderr: '' });
  await target.arrived(1);
  const db = openForReading(dataDir);
  await awaitEnded(db);
  db.close();
  expect(await second.kill('SIGTERM'), second.output()).toBe(0);
  await target.close();
});

test('a backup is complete though the database takes no note of it', async () => {
  const { dataDir } = await installStopped();
  const writer = new BetterSqlite3(join(dataDir, 'wicked.db'));
  writer.exec('BEGIN IMMEDIATE');
  const file = join(dataDir, 'copy.db');
  const { code, stdout, stderr } = await maintain(dataDir, ['backup', file]);
  writer.close();
  expect(stdout).toContain(`Wrote ${file} (`);
  expect(stderr).toBe('The database took no note of the backup, which is complete: database is locked\n');
  expect(code).toBe(0);
});

test('what is no backup is rejected, and the database stays as it is', async () => {
  const { dataDir, seed, target } = await installStopped();
  const database = join(dataDir, 'wicked.db');
  await isRightKey(seed.context.db, testKeys);
  await seed.close();
  expect((await maintain(dataDir, ['backup', join(dataDir, 'sealed.db')])).code).toBe(0);
  writeFileSync(join(dataDir, 'text.db'), 'no database '.repeat(1000));
  copyFileSync(join(dataDir, 'sealed.db'), join(dataDir, 'newer.db'));
  const newer = new BetterSqlite3(join(dataDir, 'newer.db'));
  newer.exec(`insert into kysely_migration values ('9999_tomorrow', 'then')`);
  newer.close();
  const otherKey = { APP_KEY: Buffer.alloc(32, 8).toString('base64') };
  const before = statSync(database).ino;
  const refusals: [string, string, Record<string, string>?][] = [
    [join(dataDir, 'text.db'), 'is damaged, or not a backup'],
    [join(dataDir, 'newer.db'), 'was made by a newer version (it has 9999_tomorrow)'],
    [join(dataDir, 'sealed.db'), 'are encrypted with another APP_KEY', otherKey],
    [join(dataDir, 'nothing.db'), 'There is no file'],
    [dataDir, 'is not a file'],
    [database, 'is the database itself'],
  ];
  for (const [file, said, env] of refusals) {
    const { code, stderr } = await maintain(dataDir, ['restore', file], env);
    expect([code, stderr]).toEqual([1, expect.stringContaining(said)]);
  }
  expect(statSync(database).ino).toBe(before);
  expect(readdirSync(dataDir).filter((name) => /restoring|replaced/.test(name))).toEqual([]);
  await target.close();
});

const mails = 5_000;

/** How many of the mails a key opens, when the file's mark says that it is the key. */
async function countOpened(dataDir: string, key: Buffer): Promise<number> {
  const db = openDatabase(join(dataDir, 'wicked.db'));
  const { keyCheck } = await readInstallation(db);
  const emails: SealedRow[] = [];
  for await (const email of eachSealedRow(db, sealedColumns.emails)) emails.push(email);
  await db.close();
  if (keyCheck === null || !opensKeyCheck(keyCheck, key)) return 0;
  return emails.filter(({ bound, texts }) => open(key, texts[0] ?? '', `email:${bound[0]}`) !== undefined)
    .length;
}

test('a change of keys that is killed leaves all old or all new, and the next finishes it', async () => {
  const { dataDir, seed, integrationIds, target } = await installStopped();
  // So many that sealing them anew takes a while.
  await seed.context.db.transaction(async (tx) => {
    for (let n = 0; n < mails; n += 1) {
      const [id, recipient] = [`mail-${n}`, 'ada@example.com'];
      const sealed = seal(testKeys.appKey, 'a link '.repeat(100), `email:${id}`);
      const content = { subject: '', text: sealed, html: sealed };
      await insertEmail(tx, { id, recipient, content, organizationId: null, now: 0 });
    }
  });
  await isRightKey(seed.context.db, testKeys);
  await seed.close();
  const next = Buffer.alloc(32, 9);
  const NEW_APP_KEY = next.toString('base64');
  const startRotation = () => startBuilt('maintenance.js', ['rotate-key'], { dataDir, env: { NEW_APP_KEY } });
  for (const delayMs of [150, 300, 450]) {
    const { process: rotation, ended } = startRotation();
    await Promise.race([sleep(delayMs), ended]);
    rotation.kill('SIGKILL');
    await ended;
    const [former, changed] = await Promise.all(
      [testKeys.appKey, next].map((key) => countOpened(dataDir, key)),
    );
    expect([former, changed]).toEqual(former ? [mails, 0] : [0, mails]);
  }
  const { code, stderr } = await startRotation().ended;
  expect([code, stderr]).toEqual([0, '']);
  expect(await countOpened(dataDir, next)).toBe(mails);
  const server = await startServer({ dataDir, env: { APP_KEY: NEW_APP_KEY } });
  const answer = await fetch(`${server.url}/webhook/${integrationIds[0]}`, {
    method: 'POST',
    headers: { 'X-Webhook-Signature': secret },
    body: '{}',
  });
  expect(answer.status).toBe(202);
  await target.arrived(1);
  expect(target.received[0]?.headers.authorization).toBe(`Bearer ${secret}`);
  expect(await server.kill('SIGTERM')).toBe(0);
  expect(existsSync(join(dataDir, 'wicked.db-wal'))).toBe(false);
  await target.close();
});
