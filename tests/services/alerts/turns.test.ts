import type { ServerResponse } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { hasDueMessages } from '~/db/alerts/messages';
import { updateResumed } from '~/db/core/installation';
import { createAlertLoop } from '~/jobs/alert-loop';
import { evaluateAlerts } from '~/services/alerts/evaluate';
import { pauseAfterRestore } from '~/services/installation/pause';
import { makeRequest } from '../../outbound/loopback';
import { createTestUser } from '../../support/accounts';
import { startTarget } from '../../support/target';
import { createAlertSetup, sendQueuedAlerts } from './alert-setup';

it('an organization with many messages, which may wait for an answer, does not delay those of another', async () => {
  const setup = await createAlertSetup();
  const { context } = setup;
  const target = await startTarget((_request, response) => void response.end());
  onTestFinished(() => target.close());
  await setup.watch({
    kind: 'webhook',
    url: target.url,
    recipients: '',
    secret: 'a signing secret of the test',
  });
  for (let each = 0; each < 30; each += 1) await setup.end(await setup.deploy(), 'error');
  await evaluateAlerts(context);
  context.clock.advance(1_000);
  const other = await createTestUser(context, { email: 'grace@example.com' });
  setup.actor = { userId: other.user.id, organizationId: other.organizationId };
  await setup.watch();
  await setup.end(await setup.deploy(), 'error');
  await evaluateAlerts(context);
  await sendQueuedAlerts(context);
  expect(setup.sentTo().map(([to]) => to)).toEqual(['grace@example.com']);
  expect(target.received).toHaveLength(19);
  await sendQueuedAlerts(context);
  expect(target.received).toHaveLength(30);
});

it('what happens while receivers are slow is noticed before further messages are sent to them', async () => {
  const setup = await createAlertSetup();
  const { context } = setup;
  const held: ServerResponse[] = [];
  const target = await startTarget((_request, response) => held.push(response));
  const quick = await startTarget();
  onTestFinished(() => quick.close());
  await setup.watch({ kind: 'webhook', url: target.url, secret: 'a signing secret of the test' });
  for (let each = 0; each < 50; each += 1) await setup.end(await setup.deploy(), 'error');
  const loop = createAlertLoop(context);
  loop.start();
  await target.arrived(20);
  const other = await createTestUser(context, { email: 'grace@example.com' });
  setup.actor = { userId: other.user.id, organizationId: other.organizationId };
  await setup.watch({ kind: 'webhook', url: quick.url, secret: 'another signing secret' });
  await setup.end(await setup.deploy(), 'error');
  for (const response of held.splice(0)) response.end();
  await quick.arrived(1);
  expect(target.received.length).toBeLessThan(50);
  await target.close();
  await loop.stop();
});

it('a receiver that does not answer holds up no message to another', async () => {
  const setup = await createAlertSetup();
  const held: ServerResponse[] = [];
  const target = await startTarget((_request, response) => held.push(response));
  onTestFinished(() => target.close());
  const loop = createAlertLoop(setup.context);
  const watch = () =>
    setup.watch({ kind: 'webhook', url: target.url, secret: 'a signing secret of the test' });
  await watch();
  await watch();
  await setup.end(await setup.deploy(), 'error');
  loop.start();
  await target.arrived(2);
  const other = await createTestUser(setup.context, { email: 'grace@example.com' });
  setup.actor = { userId: other.user.id, organizationId: other.organizationId };
  await watch();
  await setup.end(await setup.deploy(), 'error');
  held[1]?.end();
  await target.arrived(3);
  expect(held.map(({ writableEnded }) => writableEnded)).toEqual([false, true, false]);
  for (const response of held) response.end();
  await loop.stop();
});

it('nothing is sent from a restored backup until the installation is resumed', async () => {
  const setup = await createAlertSetup();
  const { context } = setup;
  const target = await startTarget((_request, response) => void response.end());
  onTestFinished(() => target.close());
  await setup.watch({ kind: 'webhook', url: target.url, secret: 'a signing secret of the test' });
  await setup.end(await setup.deploy(), 'error');
  await evaluateAlerts(context);
  await context.db.transaction((tx) => pauseAfterRestore(tx, { from: 'app.db', now: context.now() }));
  const paused = createAlertLoop(context);
  paused.start();
  await paused.stop();
  expect([target.received, await hasDueMessages(context.db, context.now())]).toEqual([[], true]);
  await updateResumed(context.db, context.now());
  const resumed = createAlertLoop(context);
  resumed.start();
  await target.arrived(1);
  await resumed.stop();
});

it('a message that a process sends is due for no other one for two minutes', async () => {
  const setup = await createAlertSetup();
  const { context } = setup;
  const held: ServerResponse[] = [];
  const target = await startTarget((_request, response) => held.push(response));
  onTestFinished(() => target.close());
  await setup.watch({ kind: 'webhook', url: target.url, secret: 'a signing secret of the test' });
  await setup.end(await setup.deploy(), 'error');
  await evaluateAlerts(context);
  const sending = sendQueuedAlerts(context);
  await target.arrived(1);
  const isDue = (afterMs: number) => hasDueMessages(context.db, context.now() + afterMs);
  expect([await isDue(119_999), await isDue(120_000)]).toEqual([false, true]);
  held[0]?.end();
  await sending;
  expect(await isDue(120_000)).toBe(false);
});

it('a message does not wait behind the slow calls of its organization to the same host', async () => {
  const setup = await createAlertSetup();
  const { context } = setup;
  const target = await startTarget((request, response) => {
    if (request.url === '/alerts') response.end();
  });
  onTestFinished(() => target.close());
  const url = `${target.url}/alerts`;
  await setup.watch({ kind: 'webhook', url, secret: 'a signing secret of the test' });
  await setup.end(await setup.deploy(), 'error');
  const { organizationId } = setup.actor;
  const slow = makeRequest(target.url, { organizationId: organizationId ?? '', timeoutMs: 120_000 });
  for (let each = 0; each < 20; each += 1) void context.outbound.send(slow);
  await target.arrived(20);
  await evaluateAlerts(context);
  const sending = sendQueuedAlerts(context);
  expect((await target.arrived(21)).at(-1)?.url).toBe('/alerts');
  await sending;
});
