// The same delivery again: counted where it is seen, and run again where its trigger wants a failed one to.
import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { findDuplicates, findLeftFailed } from '~/db/executions/delivery-keys';
import { findDefinedIntegration } from '~/db/integrations/integrations';
import { findExecutionLog } from '~/services/executions/execution-log';
import { describeDeliveries } from '~/services/monitoring/operational-status';
import { replayExecution } from '~/services/runs/replay-execution';
import { createAcceptDelivery } from '~/services/webhooks/accept-delivery';
import { createTestUser } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';
import { makeDelivery } from '../../support/delivery';
import { explain } from '../../support/explain';
import { seedIntegration, webhookTrigger } from '../../support/seed';

let context: TestContext;
let actor: { userId: string; organizationId: string };

beforeEach(async () => {
  context = await createTestContext();
  const { user, organizationId } = await createTestUser(context);
  actor = { userId: user.id, organizationId };
});

function seed(webhook: Parameters<typeof webhookTrigger>[0] = {}): Promise<string> {
  const apiCalls = [{ method: 'GET', url: 'https://api.example.com/' }];
  return seedIntegration({ context, ...actor }, { triggerConfig: webhookTrigger(webhook), apiCalls });
}

async function deliver(id: string, key = 'k', body = '{}'): Promise<string> {
  const headers = { 'idempotency-key': key };
  const outcome = await createAcceptDelivery(context)(makeDelivery(id, { headers, body }));
  if (!('executionId' in outcome)) throw new Error(JSON.stringify(outcome));
  return outcome.executionId;
}

async function end(id: string, status: 'error' | 'completed' | 'cancelled'): Promise<void> {
  const { db } = context;
  const ended = { status, completed_at: context.now() };
  await db.run(db.build.updateTable('executions').set(ended).where('id', '=', id));
}

async function showDeliveries(id: string) {
  const integration = await findDefinedIntegration(context.db, { id, organizationId: actor.organizationId });
  return integration && (await describeDeliveries(context, integration));
}

test('says at the execution and in the list how often a delivery came', async () => {
  const id = await seed();
  const first = await deliver(id);
  const other = await deliver(id, 'other');
  expect(await Promise.all([deliver(id), deliver(id)])).toEqual([first, first]);
  const owner = { integrationId: id, organizationId: actor.organizationId };
  expect(await findExecutionLog(context.db, owner, first)).toMatchObject({ deliveries: 3 });
  expect(await findExecutionLog(context.db, owner, other)).not.toHaveProperty('deliveries');
  const counts = (await showDeliveries(id))?.map(({ count, outcome }) => [outcome, count]);
  expect(counts).toEqual(
    expect.arrayContaining([
      [{ kind: 'execution', executionId: first, status: 'queued' }, 3],
      [{ kind: 'execution', executionId: other, status: 'queued' }, 1],
    ]),
  );
});

test('is known by the id that a sender signs, whatever key stands beside it', async () => {
  const id = await seed({ secret: 'a long random secret', verify: { scheme: 'twitch' } });
  const send = async (messageId: string, beside: Record<string, string> = {}) => {
    const time = new Date(context.now()).toISOString();
    const signed = createHmac('sha256', 'a long random secret').update(`${messageId}${time}{}`);
    const headers = {
      'twitch-eventsub-message-id': messageId,
      'twitch-eventsub-message-timestamp': time,
      'twitch-eventsub-message-signature': `sha256=${signed.digest('hex')}`,
      'twitch-eventsub-message-type': 'notification',
      ...beside,
    };
    const outcome = await createAcceptDelivery(context)(makeDelivery(id, { headers, body: '{}' }));
    if (!('executionId' in outcome)) throw new Error(JSON.stringify(outcome));
    return outcome.executionId;
  };
  const first = await send('one');
  expect(await send('one', { 'idempotency-key': 'of-a-stranger' })).toBe(first);
  expect(await send('one', { 'webhook-id': 'of-a-stranger' })).toBe(first);
  expect(await send('two', { 'idempotency-key': 'of-a-stranger' })).not.toBe(first);
});

test('is known by the signed id of Svix, whatever id stands beside it', async () => {
  const secret = Buffer.from('a secret of 24 bytes long').toString('base64');
  const id = await seed({ secret });
  const send = async (messageId: string, beside: Record<string, string> = {}) => {
    const time = Math.floor(context.now() / 1000);
    const signed = createHmac('sha256', Buffer.from(secret, 'base64')).update(`${messageId}.${time}.{}`);
    const headers = {
      'svix-id': messageId,
      'svix-timestamp': String(time),
      'svix-signature': `v1,${signed.digest('base64')}`,
      ...beside,
    };
    const outcome = await createAcceptDelivery(context)(makeDelivery(id, { headers, body: '{}' }));
    return 'executionId' in outcome ? outcome.executionId : outcome.kind;
  };
  const first = await send('msg_1');
  expect([await send('msg_1'), await send('msg_1', { 'webhook-id': 'other' })]).toEqual([first, first]);
  expect(await send('msg_2', { 'webhook-id': 'other' })).not.toBe(first);
});

test('counts what was rejected, too', async () => {
  const id = await seed({ variables: [{ name: 'a', jsonPath: '.a', required: true }] });
  const first = await deliver(id);
  expect(await deliver(id)).toBe(first);
  expect(await findDuplicates(context.db, id, [first])).toEqual(new Map([[first, 1]]));
});

test('begins to count anew once the key no longer counts', async () => {
  const id = await seed();
  const first = await deliver(id);
  await deliver(id);
  context.clock.advance(25 * 3_600_000);
  const second = await deliver(id);
  expect(second).not.toBe(first);
  expect((await findDuplicates(context.db, id, [first, second])).size).toBe(0);
});

describe('a key whose execution failed', () => {
  test('is that execution as before, unless the trigger wants it to run again', async () => {
    const id = await seed();
    const first = await deliver(id);
    await end(first, 'error');
    expect(await deliver(id)).toBe(first);
  });

  test('runs again, with what came now, and is the new one from then on', async () => {
    const id = await seed({ runFailedAgain: true });
    const first = await deliver(id);
    expect(await deliver(id)).toBe(first);
    await end(first, 'error');
    const second = await deliver(id, 'k', '{"try":2}');
    expect(second).not.toBe(first);
    const owner = { integrationId: id, organizationId: actor.organizationId };
    expect(await findExecutionLog(context.db, owner, second)).toMatchObject({
      status: 'queued',
      replayOf: first,
      triggerData: { try: 2 },
    });
    expect(await deliver(id)).toBe(second);
    await end(second, 'error');
    expect(await deliver(id)).not.toBe(second);
  });

  test('makes one execution, however many come at once', async () => {
    const id = await seed({ runFailedAgain: true });
    const first = await deliver(id);
    await end(first, 'error');
    const made = new Set(await Promise.all([deliver(id), deliver(id), deliver(id)]));
    expect(made.size).toBe(1);
    expect(made).not.toContain(first);
  });

  test('is left alone when a user replayed it', async () => {
    const id = await seed({ runFailedAgain: true });
    const first = await deliver(id);
    await end(first, 'error');
    await replayExecution(context, actor, { integrationId: id, executionId: first, from: 'start' });
    expect(await deliver(id)).toBe(first);
  });

  test('is left to the next delivery when one was rejected meanwhile', async () => {
    const required = [{ name: 'a', jsonPath: '.a', required: true }];
    const id = await seed({ runFailedAgain: true, variables: required });
    const first = await deliver(id, 'k', '{"a":1}');
    await end(first, 'error');
    const rejected = await deliver(id, 'k', '{}');
    expect(rejected).not.toBe(first);
    expect(await deliver(id, 'k', '{}')).toBe(rejected);
    const third = await deliver(id, 'k', '{"a":1}');
    const owner = { integrationId: id, organizationId: actor.organizationId };
    expect(await findExecutionLog(context.db, owner, third)).toMatchObject({
      status: 'queued',
      replayOf: first,
    });
  });

  test.each(['completed', 'cancelled'] as const)('is not run again after %s', async (status) => {
    const id = await seed({ runFailedAgain: true });
    const first = await deliver(id);
    await end(first, status);
    expect(await deliver(id)).toBe(first);
  });
});

test('is found by indexes that hold no other rows', async () => {
  const { db } = context;
  expect((await explain(db, (queries) => findDuplicates(queries, 'i', ['e']))).join()).toMatch(
    /USING INDEX webhook_keys_repeated/,
  );
  const plan = await explain(db, (queries) => findLeftFailed(queries, 'i', 'e'));
  expect(plan.join()).toMatch(/executions_replayed/);
});
