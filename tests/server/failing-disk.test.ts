// A disk that fails every sync, or every write, for a while: nothing stays unfinished because of it.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { maintain } from '../support/command';
import { seedIntegration, seedOwner, webhookTrigger } from '../support/seed';
import { createDataDir, startServer } from '../support/server';
import { startTarget } from '../support/target';
import { makeFailingDisk } from './failing-disk';
import { countUnfinished, listExecutionRows, openForReading } from './records';

/** For how long the disk fails; the full lengths are 1.5, 5 and 60. */
const lengths = (process.env.FAILING_DISK_SECONDS ?? '1.5').split(',').map(Number);
const deliveriesASecond = 60;

test.each(lengths.flatMap((seconds) => (['sync', 'write'] as const).map((kind) => ({ kind, seconds }))))(
  'every execution ends when each $kind failed for $seconds s',
  async ({ kind, seconds }) => {
    const dataDir = createDataDir();
    const disk = makeFailingDisk();
    const target = await startTarget((_request, response) => {
      setTimeout(() => response.end('{}'), 200);
    });
    const seed = await seedOwner(dataDir);
    const integrationId = await seedIntegration(seed, {
      triggerConfig: webhookTrigger(),
      apiCalls: [{ method: 'GET', url: target.url }],
    });
    await seed.close();
    const server = await startServer({ dataDir, env: { ...disk.env, LOG_LEVEL: 'error' } });

    const acknowledged: string[] = [];
    const statuses = new Set<number>();
    const sending: Promise<void>[] = [];
    async function deliver(): Promise<void> {
      const answer = await fetch(`${server.url}/webhook/${integrationId}`, { method: 'POST', body: '{}' });
      const body = (await answer.json()) as { executionId?: string };
      statuses.add(answer.status);
      if (answer.status === 202 && body.executionId) acknowledged.push(body.executionId);
    }
    const load = setInterval(() => sending.push(deliver()), 1000 / deliveriesASecond);
    await sleep(1_000);
    disk.begin(kind);
    await sleep(seconds * 1000);
    disk.end();
    await sleep(1_000);
    clearInterval(load);
    await Promise.all(sending);
    expect([...statuses].toSorted()).toEqual([202, 503]);

    const db = openForReading(dataDir);
    const until = performance.now() + 60_000;
    while (countUnfinished(db) > 0 && performance.now() < until) await sleep(50);
    const ends = new Map(listExecutionRows(db).map(({ id, status }) => [id, status]));
    expect(acknowledged.filter((id) => ends.get(id) !== 'completed')).toEqual([]);
    expect(countUnfinished(db)).toBe(0);
    expect(db.prepare('select count(*) from jobs').pluck().get()).toBe(0);
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    db.close();
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    expect(metrics).toContain('\nwicked_executions_running 0\n');
    expect(await server.kill('SIGTERM'), server.output()).toBe(0);
    // The runner says once what fails again and again.
    const said =
      server.output().match(/"msg":"(jobs could not|leases could not|a job failed|a failed job)/g) ?? [];
    expect(said.length).toBeLessThan(10);
    await target.close();
  },
  Math.max(...lengths) * 1000 + 90_000,
);

test('a backup that its disk fails leaves nothing, and says that the disk did it', async () => {
  const [dataDir, target] = [createDataDir(), createDataDir()];
  await (await seedOwner(dataDir)).close();
  const disk = makeFailingDisk();
  disk.begin('write');
  // The disk fails what has the name of a database.
  const { code, stderr } = await maintain(dataDir, ['backup', join(target, 'copy-of-wicked.db')], disk.env);
  expect([code, stderr]).toEqual([
    1,
    `The backup failed. The disk of ${target}, or that of the database, is full or fails (disk I/O error): make room on it or, where there is some, look at the disk.\n`,
  ]);
  expect(readdirSync(target)).toEqual([]);
});
