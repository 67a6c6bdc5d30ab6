import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import BetterSqlite3 from '~/db/core/sqlite';
import { seedIntegration, seedOwner, webhookTrigger } from '../support/seed';
import { createDataDir, startServer, type TestServer } from '../support/server';
import { startTarget, type Target } from '../support/target';
import { waitFor } from '../support/wait-for';
import { awaitEnded, listAttemptRows, listExecutionRows, openForReading } from './records';

/** How long the first server sleeps; unless it is as long as a lease, the lease is aged by hand. */
const frozenMs = Number(process.env.FROZEN_SECONDS ?? 0) * 1000;
const deliveries = 5;

let dataDir: string;
let target: Target;
let integrationId: string;
/** The answers the first server waits for. */
let held: ServerResponse[];
let servers: TestServer[];

beforeEach(async () => {
  dataDir = createDataDir();
  held = [];
  servers = [];
  target = await startTarget((request, response) => {
    if (request.url === '/first' && held.length < deliveries) held.push(response);
    else response.end(JSON.stringify({ token: 'awake' }));
  });
  const seed = await seedOwner(dataDir);
  integrationId = await seedIntegration(seed, {
    triggerConfig: webhookTrigger(),
    apiCalls: [
      {
        name: 'First',
        method: 'POST',
        url: `${target.url}/first`,
        timeoutMs: 120_000,
        responseMapping: { extractFields: [{ jsonPath: '.token', saveAs: 'token' }] },
      },
      { name: 'Second', method: 'POST', url: `${target.url}/second/{{token}}` },
    ],
  });
  await seed.close();
});

afterEach(async () => {
  await Promise.all(servers.map((server) => server.kill('SIGKILL')));
  await target.close();
});

async function start(): Promise<TestServer> {
  const server = await startServer({ dataDir, env: { LOG_LEVEL: 'info' } });
  servers.push(server);
  return server;
}

/** Between two writes: asleep inside one it would keep the database locked for as long. */
async function freeze({ process }: TestServer): Promise<BetterSqlite3.Database> {
  const db = new BetterSqlite3(join(dataDir, 'wicked.db'), { timeout: 0 });
  await waitFor('a moment between two writes', async () => {
    process.kill('SIGSTOP');
    await waitFor('the stop of the process', () => isStopped(process.pid));
    try {
      db.exec('begin immediate; commit');
      return true;
    } catch (error) {
      if (!(error instanceof BetterSqlite3.SqliteError) || error.code !== 'SQLITE_BUSY') throw error;
    }
    process.kill('SIGCONT');
    return false;
  });
  return db;
}

/** The signal takes effect some time after it was sent. */
function isStopped(pid: number | undefined): boolean {
  return /\) T /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
}

async function sleepThroughLease(server: TestServer): Promise<void> {
  const db = await freeze(server);
  await sleep(frozenMs);
  if (frozenMs <= 30_000) db.prepare('update jobs set leased_until = 0 where lease_owner is not null').run();
  db.close();
}

/** A server that works on nothing: it has also noticed which of its leases are lost. */
async function isIdle({ url }: TestServer): Promise<boolean> {
  return (await (await fetch(`${url}/metrics`)).text()).includes('\nwicked_runner_places_busy 0\n');
}

test(
  'a server that slept through its leases while no other ran goes on with its work, and sends each call once',
  async () => {
    const frozen = await start();
    for (let n = 0; n < deliveries; n += 1) {
      const answer = await fetch(`${frozen.url}/webhook/${integrationId}`, { method: 'POST', body: '{}' });
      expect(answer.status).toBe(202);
    }
    await target.arrived(deliveries);
    await sleepThroughLease(frozen);
    const wokeAt = Date.now();
    frozen.process.kill('SIGCONT');
    const db = openForReading(dataDir);
    const renewed = db.prepare('select count(*) from jobs where leased_until > ?').pluck();
    // It has looked several times for leases that ran out before it renews its own.
    await waitFor('the renewal of its leases', () => renewed.get(wokeAt) === deliveries);
    for (const response of held) response.end(JSON.stringify({ token: 'asleep' }));
    await target.arrived(deliveries * 2);
    await awaitEnded(db);
    expect(listExecutionRows(db).map(({ status }) => status)).toEqual(Array(deliveries).fill('completed'));
    expect(target.received).toHaveLength(deliveries * 2);
    db.close();
  },
  frozenMs + 180_000,
);

test(
  'a server that slept through its leases changes and sends nothing more when it wakes',
  async () => {
    const frozen = await start();
    for (let n = 0; n < deliveries; n += 1) {
      const answer = await fetch(`${frozen.url}/webhook/${integrationId}`, { method: 'POST', body: '{}' });
      expect(answer.status).toBe(202);
    }
    await target.arrived(deliveries);
    expect(await isIdle(frozen)).toBe(false);
    await sleepThroughLease(frozen);

    await start();
    // Both calls of each, the first of them again since nobody knows whether it had its effect.
    await target.arrived(deliveries * 3);
    const db = openForReading(dataDir);
    await awaitEnded(db);
    const before = [listExecutionRows(db), listAttemptRows(db)];
    expect(listExecutionRows(db).map(({ status }) => status)).toEqual(Array(deliveries).fill('completed'));

    frozen.process.kill('SIGCONT');
    for (const response of held) response.end(JSON.stringify({ token: 'asleep' }));
    await waitFor('the end of what the server that woke works on', () => isIdle(frozen));
    // A delivery that it takes in shows that it works.
    const answer = await fetch(`${frozen.url}/webhook/${integrationId}`, { method: 'POST', body: '{}' });
    expect(answer.status).toBe(202);
    await target.arrived(deliveries * 3 + 2);
    await awaitEnded(db);

    expect(listExecutionRows(db).slice(0, deliveries)).toEqual(before[0]);
    expect(listAttemptRows(db).slice(0, deliveries * 2)).toEqual(before[1]);
    expect(target.received.filter(({ url }) => url.includes('asleep'))).toEqual([]);
    expect(target.received).toHaveLength(deliveries * 3 + 2);
    db.close();
  },
  frozenMs + 180_000,
);
