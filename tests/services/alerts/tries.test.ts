import { expect, it, onTestFinished } from 'vitest';
import { evaluateAlerts } from '~/services/alerts/evaluate';
import { answerJson, startTarget } from '../../support/target';
import { createAlertSetup, sendQueuedAlerts } from './alert-setup';

it('a message is tried for a day: after 30, 60, 120 s and so on, and then each quarter of an hour', async () => {
  const setup = await createAlertSetup();
  const { context } = setup;
  const target = await startTarget(answerJson({}, 503));
  onTestFinished(() => target.close());
  await setup.watch({ kind: 'webhook', url: target.url, secret: 'a signing secret of the test' });
  await setup.end(await setup.deploy(), 'error');
  await evaluateAlerts(context);
  const { build } = context.db;
  const read = () =>
    context.db.first(build.selectFrom('alert_messages').select(['status', 'next_at', 'attempts']));

  const queuedAt = context.now();
  const waits: number[] = [];
  for (let row = await read(); row?.status === 'queued'; row = await read()) {
    if (row.attempts > 0) waits.push((row.next_at - context.now()) / 1_000);
    context.clock.advance(row.next_at - context.now());
    await sendQueuedAlerts(context);
  }
  expect(waits.slice(0, 7)).toEqual([30, 60, 120, 240, 480, 900, 900]);
  expect(new Set(waits.slice(5))).toEqual(new Set([900]));
  // The first try a day after the first is the last.
  const dayMs = 24 * 3_600_000;
  expect(context.now() - queuedAt).toBeGreaterThanOrEqual(dayMs);
  expect(context.now() - queuedAt).toBeLessThan(dayMs + 900_000);
  expect(await read()).toMatchObject({ status: 'failed', attempts: target.received.length });
});
