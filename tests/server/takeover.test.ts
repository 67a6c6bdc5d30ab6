// Another machine takes over: the first server dies under load, a second one starts on the same volume. What is measured is the
// time without a server; the full length is TAKEOVER_DELIVERIES=10000.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedIntegration, seedOwner, webhookTrigger } from '../support/seed';
import { createDataDir, startServer } from '../support/server';
import { type Received, startTarget, type Target } from '../support/target';
import { sendUntilGone } from './load';
import { awaitEnded, listExecutionRows, listRecordedKeys, openForReading } from './records';

const deliveries = Number(process.env.TAKEOVER_DELIVERIES ?? 1_000);
const secret = 'a secret for the takeover';
const maxMs = 15_000;

let dataDir: string;
let target: Target;
let integrationId: string;

beforeAll(async () => {
  dataDir = createDataDir();
  // Calls are always in flight, so that the end meets them before, in and after each write.
  target = await startTarget((_request, response) => void setTimeout(() => response.end('{}'), 5));
  const seed = await seedOwner(dataDir);
  integrationId = await seedIntegration(seed, {
    triggerConfig: webhookTrigger({ secret }),
    apiCalls: ['first', 'second'].map((id) => ({
      id,
      name: id,
      method: 'POST',
      url: `${target.url}/${id}`,
    })),
  });
  await seed.close();
});

afterAll(() => target.close());

function start() {
  return startServer({ dataDir, env: { WEBHOOK_RATE: '100000', WEBHOOK_BURST: '200000' } });
}

function keyOf({ headers }: Received): string {
  return String(headers['idempotency-key']);
}

test(
  `of ${deliveries} acknowledged deliveries none is lost, and the second server answers within ${maxMs / 1000} s`,
  async () => {
    const acknowledged: string[] = [];
    const first = await start();
    const loaded = new Promise<void>((resolve) => {
      void sendUntilGone(first, [integrationId], {
        senders: 16,
        secret,
        acknowledge(executionId) {
          acknowledged.push(executionId);
          if (acknowledged.length === deliveries) resolve();
        },
      });
    });
    await loaded;
    await first.kill('SIGKILL');
    const diedAt = performance.now();
    const recorded = listRecordedKeys(dataDir);
    const sentBefore = target.received.length;

    const second = await start();
    const answer = await fetch(`${second.url}/webhook/${integrationId}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Webhook-Signature': secret },
      body: '{}',
    });
    const withoutServerMs = performance.now() - diedAt;
    expect(answer.status).toBe(202);
    expect(withoutServerMs).toBeLessThan(maxMs);
    console.info(
      `without a server: ${Math.round(withoutServerMs)} ms after ${acknowledged.length} deliveries`,
    );

    const db = openForReading(dataDir);
    await awaitEnded(db);
    const executions = new Map(listExecutionRows(db).map(({ id, status }) => [id, status]));
    db.close();
    expect(acknowledged.filter((id) => executions.get(id) !== 'completed')).toEqual([]);
    const again = new Set(target.received.slice(sentBefore).map(keyOf));
    expect(recorded.filter((key) => again.has(key))).toEqual([]);
    expect(await second.kill('SIGTERM')).toBe(0);
  },
  120_000 + deliveries * 20,
);
