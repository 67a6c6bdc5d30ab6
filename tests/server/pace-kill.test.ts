// Five hundred deliveries at once against a connection's pace, while the process that runs them is killed: all of them end, and no
// more calls begin within a second than the budget allows. The times are those that the server recorded: how close together calls
// arrive also depends on what else this machine does.
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createConnection } from '~/services/connections/connections';
import { seedIntegration, type Seed, seedOwner, webhookTrigger } from '../support/seed';
import { createDataDir, startServer } from '../support/server';
import { startTarget, type Target } from '../support/target';
import { awaitEnded, listExecutionRows, openForReading } from './records';

const deliveries = 500;
const kills = 4;
/** Calls a second. */
const budget = 50;

let dataDir: string;
let seed: Seed;
let target: Target;
let integrationIds: string[];

beforeEach(async () => {
  dataDir = createDataDir();
  target = await startTarget();
  seed = await seedOwner(dataDir);
  const made = await createConnection(seed.context, seed, {
    name: 'Shop',
    kind: 'bearer',
    baseUrl: target.url,
    config: { token: 'a token' },
    pace: { requests: budget, per: 'second', burst: 1 },
  });
  if (made.kind !== 'connection') throw new Error(JSON.stringify(made));
  const authConfig = { type: 'connection', connectionId: made.connection.id };
  integrationIds = [];
  for (const name of ['One', 'Two']) {
    const apiCalls = [{ id: 'a', name: 'Order', method: 'GET', url: '/orders', authConfig }];
    integrationIds.push(await seedIntegration(seed, { name, triggerConfig: webhookTrigger(), apiCalls }));
  }
  await seed.close();
});

afterEach(() => target.close());

test(`${kills} kills with ${deliveries} deliveries that wait for their turns`, async () => {
  const env = { WEBHOOK_RATE: '1000', WEBHOOK_BURST: '2000' };
  let server = await startServer({ dataDir, env });
  const deliver = (_: unknown, n: number) =>
    fetch(`${server.url}/webhook/${integrationIds[n % 2]}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
    });
  const answers = await Promise.all(Array.from({ length: deliveries }, deliver));
  expect(answers.every(({ status }) => status === 202)).toBe(true);
  for (let round = 0; round < kills; round += 1) {
    await target.arrived(target.received.length + randomInt(20, 60));
    await sleep(randomInt(0, 20));
    await server.kill('SIGKILL');
    server = await startServer({ dataDir, env });
  }
  const db = openForReading(dataDir);
  await awaitEnded(db);
  expect(await server.kill('SIGTERM'), server.output()).toBe(0);
  const rows = listExecutionRows(db);
  const begun = db.prepare('select started_at from attempts order by started_at').pluck().all() as number[];
  db.close();

  expect(rows.filter(({ status }) => status !== 'completed')).toEqual([]);
  expect(rows).toHaveLength(deliveries);
  const most = countMost(begun);
  console.info(
    `${target.received.length} calls for ${deliveries} deliveries, at most ${most} in a second of a budget of ${budget}`,
  );
  expect(most).toBeLessThanOrEqual(budget);
});

/** The most calls within any second. `times` in milliseconds, in order. */
function countMost(times: number[]): number {
  let [from, most] = [0, 0];
  for (const [index, at] of times.entries()) {
    while ((times[from] ?? at) <= at - 1_000) from += 1;
    most = Math.max(most, index - from + 1);
  }
  return most;
}
