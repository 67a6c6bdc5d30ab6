// Automatic replays that are due at once, while one of two servers is killed: each execution is replayed once, from its failed call.
import { expect, onTestFinished, test } from 'vitest';
import Database from '~/db/core/sqlite';
import { updateIntegration } from '~/services/integrations/integrations';
import { seedIntegration, seedOwner, webhookTrigger } from '../support/seed';
import { createDataDir, startServer } from '../support/server';
import { answerJson, startTarget } from '../support/target';
import { awaitEnded, openForReading } from './records';

const deliveries = 120;

test(`${deliveries} replays outlive a kill, and none comes twice`, async () => {
  const dataDir = createDataDir();
  let isDown = true;
  const target = await startTarget((request, response) =>
    answerJson({}, isDown && request.url === '/after' ? 503 : 200)(request, response),
  );
  onTestFinished(() => target.close());
  const seed = await seedOwner(dataDir);
  const integrationId = await seedIntegration(seed, {
    triggerConfig: webhookTrigger(),
    apiCalls: [
      { id: 'a', name: 'Before', method: 'GET', url: `${target.url}/before` },
      { id: 'b', name: 'After', method: 'GET', url: `${target.url}/after` },
    ],
  });
  const saved = await updateIntegration(seed.context, seed, integrationId, { automaticReplays: 1 });
  expect(saved.kind).toBe('integration');
  await seed.close();
  const first = await startServer({ dataDir });
  const deliver = () =>
    fetch(`${first.url}/webhook/${integrationId}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
    });
  const answers = await Promise.all(Array.from({ length: deliveries }, deliver));
  expect(answers.every(({ status }) => status === 202)).toBe(true);
  const db = openForReading(dataDir);
  await awaitEnded(db);
  const second = await startServer({ dataDir });
  isDown = false;
  const sent = target.received.length;
  const writing = new Database(`${dataDir}/wicked.db`);
  writing.prepare('update automatic_replays set due_at = 1').run();
  writing.close();
  await target.arrived(sent + deliveries / 4);
  await first.kill('SIGKILL');
  const countDue = db.prepare('select count(*) from automatic_replays where due_at is not null').pluck();
  await expect.poll(() => countDue.get(), { timeout: 30_000 }).toBe(0);
  await awaitEnded(db);
  expect(await second.kill('SIGTERM'), second.output()).toBe(0);
  const replays = db
    .prepare('select replay_of, status from executions where replay_of is not null')
    .all() as { replay_of: string; status: string }[];
  db.close();

  expect(replays.filter(({ status }) => status !== 'completed')).toEqual([]);
  expect(new Set(replays.map(({ replay_of }) => replay_of)).size).toBe(deliveries);
  expect(replays).toHaveLength(deliveries);
  expect(target.received.filter(({ url }) => url === '/before')).toHaveLength(deliveries);
  const after = target.received.slice(sent).filter(({ url }) => url === '/after');
  expect(new Set(after.map(({ headers }) => headers['idempotency-key'])).size).toBe(deliveries);
});
