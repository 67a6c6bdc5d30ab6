// Two servers on one directory, each restarted in its turn under load: senders always find one that takes their deliveries.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedIntegration, seedOwner, webhookTrigger } from '../support/seed';
import { createDataDir, startServer, type TestServer } from '../support/server';
import { type Received, startTarget, type Target } from '../support/target';
import { waitFor } from '../support/wait-for';
import { awaitEnded, listExecutionRows, openForReading } from './records';

const secret = 'a secret for the rolling restart';
const senders = 8;
/**
 * So long each rests between two deliveries. A server that starts needs the processor, too: without a rest, as much would be
 * accepted meanwhile as the machine can, and all of it is to be completed at the end.
 */
const restMs = 25;
/** So many more are acknowledged between two restarts. */
const between = 150;

let dataDir: string;
let target: Target;
let integrationId: string;

beforeAll(async () => {
  dataDir = createDataDir();
  // Calls are always in flight, so that each stop meets some.
  target = await startTarget((_request, response) => void setTimeout(() => response.end('{}'), 20));
  const seed = await seedOwner(dataDir);
  const apiCalls = ['first', 'second'].map((id) => {
    return { id, name: id, method: 'POST', url: `${target.url}/${id}` };
  });
  integrationId = await seedIntegration(seed, { triggerConfig: webhookTrigger({ secret }), apiCalls });
  await seed.close();
});

afterAll(() => target.close());

function start(): Promise<TestServer> {
  return startServer({ dataDir, env: { WEBHOOK_RATE: '100000', WEBHOOK_BURST: '200000' } });
}

/** The execution, or undefined when the server is stopping or gone. */
async function deliver({ url }: TestServer): Promise<string | undefined> {
  try {
    const answer = await fetch(`${url}/webhook/${integrationId}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Webhook-Signature': secret },
      body: '{}',
    });
    const { executionId } = (await answer.json()) as { executionId?: string };
    return answer.status === 202 ? executionId : undefined;
  } catch {
    return undefined;
  }
}

test('nobody is turned away, nothing acknowledged is lost, no call is sent twice, and what was rejected is still known', async () => {
  const servers = [await start(), await start()] as [TestServer, TestServer];
  for (const { url } of servers) {
    const rejected = await fetch(`${url}/webhook/${integrationId}`, { method: 'POST', body: '{}' });
    expect(rejected.status).toBe(401);
  }
  const acknowledged: string[] = [];
  let turnedAway = 0;
  const stopping = new AbortController();

  /** As a balancer does: the other one when one does not answer. */
  async function keepSending(first: 0 | 1): Promise<void> {
    while (!stopping.signal.aborted) {
      const id = (await deliver(servers[first])) ?? (await deliver(servers[first ? 0 : 1]));
      if (id === undefined) turnedAway += 1;
      else acknowledged.push(id);
      await sleep(restMs);
    }
  }

  const sending = Promise.all(Array.from({ length: senders }, (_, n) => keepSending(n % 2 ? 1 : 0)));
  for (const each of [0, 1, 0, 1] as const) {
    const goal = acknowledged.length + between;
    await waitFor(
      () => `the 202 of ${goal} deliveries; ${acknowledged.length} came`,
      () => acknowledged.length >= goal,
    );
    expect(await servers[each].kill('SIGTERM'), servers[each].output()).toBe(0);
    servers[each] = await start();
  }
  stopping.abort();
  await sending;

  const db = openForReading(dataDir);
  await awaitEnded(db);
  const executions = new Map(listExecutionRows(db).map(({ id, status }) => [id, status]));
  // The servers of the beginning have stopped; both had stored what they rejected.
  const rejections = db.prepare('select entries from rejected_deliveries').pluck().get();
  db.close();
  expect(JSON.parse(String(rejections))).toMatchObject([{ status: 401, count: 2 }]);
  expect(turnedAway).toBe(0);
  expect(acknowledged.length).toBeGreaterThanOrEqual(4 * between);
  expect(acknowledged.filter((id) => executions.get(id) !== 'completed')).toEqual([]);
  const keys = target.received.map(keyOf);
  expect(keys).toHaveLength(executions.size * 2);
  expect(new Set(keys).size).toBe(keys.length);
  for (const server of servers) expect(await server.kill('SIGTERM'), server.output()).toBe(0);
}, 300_000);

function keyOf({ headers }: Received): string {
  return String(headers['idempotency-key']);
}
