// Runs that wait before a call, while the process that began them is killed: each goes on in its time, and sends each call once.
import { expect, onTestFinished, test } from 'vitest';
import { seedIntegration, seedOwner, webhookTrigger } from '../support/seed';
import { createDataDir, startServer } from '../support/server';
import { startTarget } from '../support/target';
import { awaitEnded, listExecutionRows, openForReading } from './records';

const deliveries = 40;
const waitSeconds = 4;

test(`${deliveries} runs that wait ${waitSeconds} s outlive a kill`, async () => {
  const dataDir = createDataDir();
  const target = await startTarget();
  onTestFinished(() => target.close());
  const seed = await seedOwner(dataDir);
  const wait = { kind: 'duration', seconds: waitSeconds };
  const integrationId = await seedIntegration(seed, {
    triggerConfig: webhookTrigger(),
    apiCalls: [
      { id: 'a', name: 'Before', method: 'GET', url: `${target.url}/before` },
      { id: 'b', name: 'After', method: 'GET', url: `${target.url}/after`, wait },
    ],
  });
  await seed.close();
  let server = await startServer({ dataDir });
  const deliver = () =>
    fetch(`${server.url}/webhook/${integrationId}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
    });
  const answers = await Promise.all(Array.from({ length: deliveries }, deliver));
  expect(answers.every(({ status }) => status === 202)).toBe(true);
  await target.arrived(deliveries);
  await server.kill('SIGKILL');
  server = await startServer({ dataDir });
  const db = openForReading(dataDir);
  await awaitEnded(db);
  expect(await server.kill('SIGTERM'), server.output()).toBe(0);
  const rows = listExecutionRows(db);
  db.close();

  expect(rows.filter(({ status }) => status !== 'completed')).toEqual([]);
  const sent = (path: string) => target.received.filter(({ url }) => url === path);
  const keys = new Set(sent('/after').map(({ headers }) => headers['idempotency-key']));
  expect(keys.size).toBe(deliveries);
  expect(sent('/after')).toHaveLength(deliveries);
  const firstBefore = Math.min(...sent('/before').map(({ at }) => at));
  const firstAfter = Math.min(...sent('/after').map(({ at }) => at));
  expect(firstAfter - firstBefore).toBeGreaterThanOrEqual(waitSeconds * 1000);
});
