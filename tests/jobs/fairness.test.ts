// Slow targets hurt nobody but who calls them: a real runner, real executions, and targets that never answer.
import { mkdtempSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { handlers } from '~/jobs/handlers';
import { createRunner, type Runner } from '~/jobs/runner';
import { queueEmail } from '~/services/mail';
import { makeOutbound } from '../outbound/loopback';
import { createTestUser } from '../support/accounts';
import { createTestContext, type TestContext } from '../support/context';
import { createTestExecution, type Owner } from '../support/executions';
import { seedIntegration, webhookTrigger } from '../support/seed';
import { startTarget, type Target } from '../support/target';
import { times } from '../support/in-turn';

const places = 64;

async function setUp(): Promise<{ context: TestContext; startRunner(): Runner }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'wicked-fairness-'));
  const context = await createTestContext({
    outbound: makeOutbound(),
    // Who got no place has others after a while.
    monotonicNow: () => performance.now(),
    config: { dataDir, runnerConcurrency: places },
  });
  return {
    context,
    startRunner() {
      const runner = createRunner(context, handlers);
      context.wake = runner.wake;
      onTestFinished(async () => {
        await runner.stop(0);
        rmSync(dataDir, { recursive: true, force: true });
      });
      runner.start();
      return runner;
    },
  };
}

/** A target that answers what asks for `/fast` and keeps everything else waiting. */
async function startSlow(): Promise<Target & { held: ServerResponse[]; countEnded(): number }> {
  const held: ServerResponse[] = [];
  const target = await startTarget((request, response) => {
    if (request.url.startsWith('/fast')) response.end('{}');
    else held.push(response);
  });
  onTestFinished(() => target.close());
  const countEnded = () => held.filter(({ destroyed, closed }) => destroyed || closed).length;
  return { ...target, held, countEnded };
}

/** An integration of one call, and a way to queue its runs. */
async function addIntegration(
  context: TestContext,
  account: Awaited<ReturnType<typeof createTestUser>>,
  url: string,
): Promise<Owner> {
  const { user, organizationId } = account;
  const integrationId = await seedIntegration(
    { context, userId: user.id, organizationId },
    { triggerConfig: webhookTrigger(), apiCalls: [{ method: 'GET', url }] },
  );
  return { organizationId, integrationId };
}

function queue(context: TestContext, owner: Owner, count: number): Promise<string[]> {
  return times(count, () => createTestExecution(context, owner));
}

/** Resolves when so many requests for a path have arrived. */
async function arrivals(target: Target, path: string, count = 1): Promise<void> {
  const arrived = () => target.received.filter(({ url }) => url === path).length;
  while (arrived() < count) await target.arrived(target.received.length + 1);
}

/** Queues a mail and resolves when it was sent. */
async function mailIsSent(context: TestContext, recipient: string): Promise<void> {
  const { db, now, wake } = context;
  await db.transaction(async (tx) => {
    const message = { subject: 'Reset your password', text: 'text', html: 'html' };
    await queueEmail(context, tx, { recipient, message, now: now() });
  });
  wake();
  while (!context.sentMail.some(({ to }) => to === recipient)) await db.groupCommit(async () => undefined);
}

test('a target that never responds keeps back nobody else of the same organization, and no other', async () => {
  const { context, startRunner } = await setUp();
  const [slow, good] = [await startSlow(), await startSlow()];
  const [ada, bob] = [await createTestUser(context), await createTestUser(context)];
  await queue(context, await addIntegration(context, ada, `${slow.url}/hang`), 240);
  const runner = startRunner();
  await slow.arrived(20);

  await queue(context, await addIntegration(context, ada, `${good.url}/fast/ada`), 30);
  context.wake();
  await arrivals(good, '/fast/ada', 30);
  // To the very host that keeps the others waiting.
  await queue(context, await addIntegration(context, bob, `${slow.url}/fast/bob`), 1);
  context.wake();
  await arrivals(slow, '/fast/bob');
  await mailIsSent(context, 'lovelace@example.com');
  // Nothing that came had to wait for one of the calls that hang to end.
  expect(slow.countEnded()).toBe(0);

  expect(slow.received.filter(({ url }) => url === '/hang')).toHaveLength(20);
  const { all, busy, beyond, waitingForHost } = runner.capacityInUse();
  expect([all, beyond]).toEqual([places, 0]);
  expect(busy).toBeLessThan(places);
  // The other 240 wait where they cost nothing.
  expect(waitingForHost).toBeLessThan(30);
});

test('ten organizations with slow targets leave a place for each integration that has none', async () => {
  const { context, startRunner } = await setUp();
  const slow = await Promise.all([1, 2, 3, 4].map(startSlow));
  const good = await startSlow();
  const hostile = await times(10, () => createTestUser(context));
  for (const account of hostile) {
    for (const target of slow)
      await queue(context, await addIntegration(context, account, `${target.url}/hang`), 60);
  }
  const runner = startRunner();
  const held = () => slow.reduce((sum, { received }) => sum + received.length, 0);
  while (held() < places) await context.db.groupCommit(async () => undefined);

  const stranger = await createTestUser(context);
  for (const name of ['one', 'two']) {
    await queue(context, await addIntegration(context, stranger, `${good.url}/fast/${name}`), 3);
    context.wake();
    await arrivals(good, `/fast/${name}`, 1);
  }
  const [last] = hostile;
  if (!last) throw new Error('Nobody is hostile');
  await queue(context, await addIntegration(context, last, `${good.url}/fast/own`), 1);
  context.wake();
  await arrivals(good, '/fast/own');
  await mailIsSent(context, 'lovelace@example.com');
  // Nothing that came had to wait for one of the calls that hang to end.
  expect(slow.map((target) => target.countEnded())).toEqual([0, 0, 0, 0]);
  // All of them get their turn, one after the other.
  await arrivals(good, '/fast/one', 3);
  await arrivals(good, '/fast/two', 3);
  const { busy, beyond } = runner.capacityInUse();
  expect(busy).toBeLessThanOrEqual(places);
  expect(beyond).toBeLessThanOrEqual(2 * places);
}, 30_000);

test('executions that wait for their host are given back at once when the server stops, and go on in their order', async () => {
  const { context, startRunner } = await setUp();
  const slow = await startSlow();
  const owner = await addIntegration(context, await createTestUser(context), `${slow.url}/hang`);
  const ids = await queue(context, owner, 26);
  const runner = startRunner();
  await slow.arrived(20);
  while (runner.capacityInUse().waitingForHost < 6) await context.db.groupCommit(async () => undefined);

  let stopped = false;
  const stopping = runner.stop(60_000).then(() => (stopped = true));
  const { db } = context;
  const waiting = async () =>
    (
      await db.all(db.build.selectFrom('jobs').select('subject_id as id').where('lease_owner', 'is', null))
    ).map(({ id }) => id);
  while ((await waiting()).length < 6) await db.groupCommit(async () => undefined);
  expect((await waiting()).toSorted()).toEqual(ids.slice(20));
  expect([stopped, slow.received.length]).toEqual([false, 20]);
  for (const response of slow.held) response.end('{}');
  await stopping;

  startRunner();
  await slow.arrived(26);
  const keys = slow.received.slice(20).map(({ headers }) => String(headers['idempotency-key']));
  expect(keys.map((key) => key.slice(0, 36))).toEqual(ids.slice(20));
  expect(new Set(keys.map((key) => key.slice(-2)))).toEqual(new Set(['.1']));
  for (const response of slow.held.slice(20)) response.end('{}');
  const statuses = () =>
    db.all(db.build.selectFrom('executions').select('status').where('status', '<>', 'completed'));
  while ((await statuses()).length > 0) await db.groupCommit(async () => undefined);
  // What was given back unsent was sent once.
  expect(
    new Set((await db.all(db.build.selectFrom('attempts').select('sends'))).map(({ sends }) => sends)),
  ).toEqual(new Set([1]));
});
