import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import BetterSqlite3 from '~/db/core/sqlite';
import { seedIntegration, seedOwner, webhookTrigger } from '../support/seed';
import { createDataDir, startServer, type TestServer } from '../support/server';
import { startTarget, type Target } from '../support/target';
import { waitFor } from '../support/wait-for';
import { sendUntilGone } from './load';
import { awaitEnded, countUnfinished, listAttemptRows, listExecutionRows, openForReading } from './records';

const deliveries = 5;

let dataDir: string;
let target: Target;
let integrationId: string;
let held: ServerResponse[];
let holding: boolean;

beforeEach(async () => {
  dataDir = createDataDir();
  held = [];
  holding = true;
  target = await startTarget((_request, response) => {
    if (holding) held.push(response);
    else response.end('{}');
  });
  const seed = await seedOwner(dataDir);
  integrationId = await seedIntegration(seed, {
    triggerConfig: webhookTrigger(),
    apiCalls: [
      { name: 'First', method: 'POST', url: `${target.url}/first` },
      { name: 'Second', method: 'POST', url: `${target.url}/second` },
    ],
  });
  await seed.close();
});

afterEach(() => target.close());

function release(): void {
  holding = false;
  for (const response of held.splice(0)) response.end('{}');
}

async function deliver(server: TestServer): Promise<void> {
  const answer = await fetch(`${server.url}/webhook/${integrationId}`, { method: 'POST', body: '{}' });
  expect(answer.status).toBe(202);
}

/** A server with all deliveries accepted and their first calls waiting for the target's answer. */
async function startBusy(): Promise<TestServer> {
  const server = await startServer({ dataDir, env: { LOG_LEVEL: 'info' } });
  for (let n = 0; n < deliveries; n += 1) await deliver(server);
  await target.arrived(deliveries);
  return server;
}

function beginsToStop(server: TestServer): Promise<void> {
  return waitFor('the beginning of the stop', () => server.output().includes('stopping: '));
}

function keysOf(path: string): unknown[] {
  return target.received.filter(({ url }) => url === path).map(({ headers }) => headers['idempotency-key']);
}

/** The runner that works on the jobs of a server that is alone on the directory. */
function findOwner(): string {
  const db = openForReading(dataDir);
  const owner = db
    .prepare('select distinct lease_owner from jobs where lease_owner is not null')
    .pluck()
    .get();
  db.close();
  return owner as string;
}

/**
 * Has the leases of a runner that is about to be killed end in an hour. Whoever goes on with its work has noticed its death, for
 * which each runner looks twice a second, and has not waited for the leases.
 */
function lengthenLeases(owner: string): void {
  const db = new BetterSqlite3(join(dataDir, 'wicked.db'));
  const { changes } = db
    .prepare('update jobs set leased_until = ? where lease_owner = ?')
    .run(Date.now() + 3_600_000, owner);
  // One more, when it was the first to see what another server took in.
  expect(changes).toBeGreaterThanOrEqual(deliveries);
  db.close();
}

/** Every execution ended well, and each call was sent so many times. */
async function expectCompleted(
  server: TestServer,
  { first, second, count = deliveries }: { first: number; second: number; count?: number },
): Promise<void> {
  await target.arrived(count * (first + second));
  expect(await server.kill('SIGTERM')).toBe(0);
  const db = openForReading(dataDir);
  expect(listExecutionRows(db).map(({ status }) => status)).toEqual(Array(count).fill('completed'));
  expect(listAttemptRows(db).map((row) => row.sends)).toEqual(
    Array.from({ length: count }, () => [first, second]).flat(),
  );
  expect(countUnfinished(db)).toBe(0);
  db.close();
  for (const path of ['/first', '/second']) expect(new Set(keysOf(path)).size).toBe(count);
}

test('SIGTERM lets calls in flight end and records them once, and deliveries are accepted meanwhile, though /readyz says that it stops; the next start goes on behind them', async () => {
  const first = await startBusy();
  const stopped = first.kill('SIGTERM');
  await beginsToStop(first);
  const readiness = await fetch(`${first.url}/readyz`);
  expect([readiness.status, await readiness.json()]).toEqual([
    503,
    expect.objectContaining({ message: 'Not ready: the server is stopping.' }),
  ]);
  await deliver(first);
  release();
  expect(await stopped, first.output()).toBe(0);
  expect(first.output()).not.toMatch(/"level":[456]0/);

  const db = openForReading(dataDir);
  expect(listAttemptRows(db).map(({ step, status, sends }) => ({ step, status, sends }))).toEqual(
    Array.from({ length: deliveries }, () => ({ step: 0, status: 'success', sends: 1 })),
  );
  expect(countUnfinished(db)).toBe(deliveries + 1);
  db.close();
  expect(target.received).toHaveLength(deliveries);

  await expectCompleted(await startServer({ dataDir }), { first: 1, second: 1, count: deliveries + 1 });
});

test('SIGTERM under load ends in order, and what was acknowledged meanwhile is done by the next start', async () => {
  holding = false;
  const first = await startServer({ dataDir });
  const acknowledged: string[] = [];
  const gone = sendUntilGone(first, [integrationId], {
    senders: 8,
    secret: '',
    acknowledge: (executionId) => void acknowledged.push(executionId),
  });
  await target.arrived(20);
  const stopped = first.kill('SIGTERM');
  await gone;
  expect(await stopped, first.output()).toBe(0);
  expect(first.output()).not.toContain('"level"');

  const second = await startServer({ dataDir });
  const db = openForReading(dataDir);
  await awaitEnded(db);
  expect(await second.kill('SIGTERM')).toBe(0);
  const completed = new Set(
    listExecutionRows(db)
      .filter(({ status }) => status === 'completed')
      .map(({ id }) => id),
  );
  expect(acknowledged.filter((id) => !completed.has(id))).toEqual([]);
  expect(listAttemptRows(db).filter(({ sends }) => sends !== 1)).toEqual([]);
  db.close();
});

test('a second SIGTERM ends the server at once and still loses nothing', async () => {
  const first = await startBusy();
  const stopped = first.kill('SIGTERM');
  await beginsToStop(first);
  first.process.kill('SIGTERM');
  expect(await stopped).toBe(1);

  holding = false;
  await expectCompleted(await startServer({ dataDir }), { first: 2, second: 1 });
});

test('a restart goes on at once where kill -9 met it, under the same Idempotency-Keys', async () => {
  const first = await startBusy();
  lengthenLeases(findOwner());
  await first.kill('SIGKILL');
  holding = false;
  const second = await startServer({ dataDir });
  await target.arrived(deliveries * 3);
  await expectCompleted(second, { first: 2, second: 1 });
});

test('another server on the same file leaves a living one its work and takes over that of a killed one', async () => {
  const first = await startBusy();
  const owner = findOwner();
  const second = await startServer({ dataDir });
  await deliver(second);
  await target.arrived(deliveries + 1);
  // By now the second one has looked for abandoned work, and found that its own start was the only news.
  expect(keysOf('/first')).toHaveLength(deliveries + 1);
  expect(new Set(keysOf('/first')).size).toBe(deliveries + 1);

  lengthenLeases(owner);
  await first.kill('SIGKILL');
  const sentAgain = await target.arrived(deliveries * 2 + 1);
  expect(sentAgain.length).toBeGreaterThan(deliveries + 1);
  release();
  const db = openForReading(dataDir);
  await awaitEnded(db);
  expect(await second.kill('SIGTERM')).toBe(0);
  expect(new Set(listExecutionRows(db).map(({ status }) => status))).toEqual(new Set(['completed']));
  db.close();
});
