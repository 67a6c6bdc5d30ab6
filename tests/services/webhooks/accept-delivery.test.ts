import { beforeEach, describe, expect, test } from 'vitest';
import { countWaitingWork } from '~/db/executions/queue/queue-depth';
import BetterSqlite3 from '~/db/core/sqlite';
import { findIntegration } from '~/db/integrations/integrations';
import { updateIntegration } from '~/services/integrations/integrations';
import {
  type AcceptDelivery,
  createAcceptDelivery,
  type DeliveryOutcome,
} from '~/services/webhooks/accept-delivery';
import { createTestUser } from '../../support/accounts';
import { createTestDatabase } from '../../support/database';
import { makeDelivery } from '../../support/delivery';
import { createTestContext, type TestContext } from '../../support/context';
import { seedIntegration, webhookTrigger } from '../../support/seed';

const hourMs = 3_600_000;

let context: TestContext;
let actor: { userId: string; organizationId: string };
let acceptDelivery: AcceptDelivery;
let commits: number;

beforeEach(async () => {
  commits = 0;
  const db = await createTestDatabase(undefined, { committed: () => void (commits += 1) });
  context = await createTestContext({ db });
  const { user, organizationId } = await createTestUser(context);
  actor = { userId: user.id, organizationId };
  acceptDelivery = createAcceptDelivery(context);
});

function seed(webhook: Parameters<typeof webhookTrigger>[0] = {}): Promise<string> {
  const apiCalls = [{ method: 'GET', url: 'https://api.example.com/' }];
  return seedIntegration({ context, ...actor }, { triggerConfig: webhookTrigger(webhook), apiCalls });
}

function deliver(
  integrationId: string,
  body = '{}',
  headers: Record<string, string> = {},
): Promise<DeliveryOutcome> {
  const all: Record<string, string> = { 'content-type': 'application/json', ...headers };
  return acceptDelivery(makeDelivery(integrationId, { headers: all, body }));
}

async function count(table: 'executions' | 'webhook_keys'): Promise<number> {
  const { db } = context;
  return (
    (await db.first(db.build.selectFrom(table).select((eb) => eb.fn.countAll<number>().as('n'))))?.n ?? 0
  );
}

const required = { variables: [{ name: 'repo', jsonPath: '.repo', required: true }] };

test('an accepted delivery is a queued execution, counted and published', async () => {
  const id = await seed();
  const outcome = await deliver(id, ' {"a":1.10} ');
  const { db } = context;
  const execution = await db.first(
    db.build.selectFrom('executions').innerJoin('payloads', 'seq', 'payload_seq').selectAll(),
  );
  expect(outcome).toEqual({ kind: 'accepted', executionId: execution?.id });
  expect(execution).toMatchObject({
    organization_id: actor.organizationId,
    integration_id: id,
    integration_version: 1,
    status: 'queued',
    trigger_type: 'webhook',
    started_at: context.now(),
    completed_at: null,
    trigger_data: ' {"a":1.10} ',
  });
  expect(await countWaitingWork(db)).toBe(1);
  expect(context.wakes()).toBe(1);
  expect(context.notified.at(-1)).toBe(id);
});

test('a stranger is checked once against a secret, also when the state is kept', async () => {
  const id = await seed({ secret: 'right' });
  const countReads = async (accept: AcceptDelivery) => {
    let reads = 0;
    const delivery = makeDelivery(id, { headers: { 'x-webhook-signature': 'wrong' } });
    const header = (name: string) => {
      reads += name === 'x-webhook-signature' ? 1 : 0;
      return delivery.header(name);
    };
    expect(await accept({ ...delivery, header })).toMatchObject({ kind: 'unauthenticated' });
    return reads;
  };
  expect(await deliver(id, '{}', { 'x-webhook-signature': 'right' })).toMatchObject({ kind: 'accepted' });
  expect(await countReads(acceptDelivery)).toBe(await countReads(createAcceptDelivery(context)));
});

test('a delivery without a required variable is kept as a failed execution that no runner takes', async () => {
  const id = await seed(required);
  const outcome = await deliver(id);
  const message = 'The payload lacks the required variable repo.';
  expect(outcome).toMatchObject({ kind: 'missing-variables', message });
  const { db } = context;
  expect(await db.all(db.build.selectFrom('executions').selectAll())).toMatchObject([
    { status: 'error', error_message: message, completed_at: context.now() },
  ]);
  expect([await countWaitingWork(context.db), context.wakes()]).toEqual([0, 0]);
  expect(await findIntegration(db, { id, organizationId: actor.organizationId })).toMatchObject({
    totalExecutions: 1,
    failedExecutions: 1,
  });
});

describe('a delivery whose variables lead to too many places', () => {
  const variables = ['..*', '..[0:]', '..[1:]', '..[2:]', '..[3:]'].map((jsonPath, index) => ({
    name: `v${index}`,
    jsonPath,
    required: false,
  }));
  const wide = JSON.stringify(Array.from({ length: 2_000 }, () => Array.from({ length: 50 }, () => 0)));
  const message =
    'The variables lead to too many places in this payload. Give them paths with fewer .. and *, or send less at a time.';

  test('is kept as a failed execution, also when none is required, and the next one is taken', async () => {
    const id = await seed({ variables });
    const [refused, taken] = await Promise.all([deliver(id, wide), deliver(id, '[[0]]')]);
    expect(refused).toMatchObject({ kind: 'too-complex', message });
    expect(taken.kind).toBe('accepted');
    const { db } = context;
    expect(await db.all(db.build.selectFrom('executions').selectAll().orderBy('status'))).toMatchObject([
      { status: 'error', error_message: message, completed_at: context.now() },
      { status: 'queued' },
    ]);
    expect(await countWaitingWork(db)).toBe(1);
  });
});

test('large deliveries of one moment are read in transactions of their own, small ones together', async () => {
  const id = await seed();
  const deliverAll = async (bodies: string[]) => {
    commits = 0;
    await Promise.all(bodies.map((body) => deliver(id, body)));
    return commits;
  };
  expect(await deliverAll(Array.from({ length: 20 }, () => '{"a":1}'))).toBe(1);
  expect(await deliverAll(Array.from({ length: 4 }, () => JSON.stringify('x'.repeat(700_000))))).toBe(4);
});

describe('a key', () => {
  const headers = { 'idempotency-key': 'k' };

  test('counts for a day', async () => {
    const id = await seed();
    const first = await deliver(id, '{}', headers);
    context.clock.advance(24 * hourMs - 1);
    expect(await deliver(id, '{}', headers)).toEqual(first);
    expect(await count('executions')).toBe(1);
    context.clock.advance(1);
    const second = await deliver(id, '{}', headers);
    expect(second).not.toEqual(first);
    context.clock.advance(hourMs);
    expect(await deliver(id, '{}', headers)).toEqual(second);
    expect([await count('executions'), await count('webhook_keys')]).toEqual([2, 1]);
  });

  test('is the same for deliveries that come at the same moment', async () => {
    const id = await seed();
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => deliver(id, '{}', headers)));
    expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1);
    expect([await count('executions'), await countWaitingWork(context.db)]).toEqual([1, 1]);
  });

  test('too long to be kept is none', async () => {
    const id = await seed();
    for (let n = 0; n < 2; n += 1) await deliver(id, '{}', { 'idempotency-key': 'k'.repeat(201) });
    expect([await count('executions'), await count('webhook_keys')]).toEqual([2, 0]);
  });

  test('of a rejected delivery gives the same rejection, until the integration is mended', async () => {
    const id = await seed(required);
    const refused = await deliver(id, '{}', headers);
    expect(await deliver(id, '{}', headers)).toEqual(refused);
    expect(await count('executions')).toBe(1);
    await updateIntegration(context, actor, id, { triggerConfig: webhookTrigger() });
    const accepted = await deliver(id, '{}', headers);
    expect(accepted.kind).toBe('accepted');
    expect(await deliver(id, '{}', headers)).toEqual(accepted);
    expect([await count('executions'), await countWaitingWork(context.db)]).toEqual([2, 1]);
  });
});

test('an integration takes as many deliveries as the settings say, each its own', async () => {
  Object.assign(context.config, { webhookRate: 5, webhookBurst: 20 });
  acceptDelivery = createAcceptDelivery(context);
  const [one, other] = [await seed(), await seed()];
  const deliverMany = async (id: string) => {
    const outcomes = await Promise.all(Array.from({ length: 30 }, () => deliver(id)));
    return outcomes.filter(({ kind }) => kind === 'accepted').length;
  };
  expect([await deliverMany(one), await deliverMany(other)]).toEqual([20, 20]);
  expect(await deliver(one)).toMatchObject({ kind: 'too-many-requests', retryAfterSeconds: 1 });
  context.clock.advance(2_000);
  expect(await deliverMany(one)).toBe(10);
});

test('an integration takes fewer where it has a limit of its own, until that is removed', async () => {
  const [one, other] = [await seed(), await seed()];
  const deliverMany = async (id: string) => {
    const outcomes = await Promise.all(Array.from({ length: 30 }, () => deliver(id)));
    return outcomes.filter(({ kind }) => kind === 'accepted').length;
  };
  // What the endpoint has seen of it is no longer so.
  expect(await deliver(one)).toMatchObject({ kind: 'accepted' });
  await updateIntegration(context, actor, one, { deliveriesPerSecond: 5 });
  await deliver(one);
  expect([await deliverMany(one), await deliverMany(other)]).toEqual([10, 30]);
  expect(await deliver(one)).toMatchObject({
    kind: 'too-many-requests',
    retryAfterSeconds: 1,
    message: expect.stringMatching(/^This webhook may get \d deliver/) as string,
  });
  context.clock.advance(1_000);
  expect(await deliverMany(one)).toBe(5);
  await updateIntegration(context, actor, one, { deliveriesPerSecond: null });
  context.clock.advance(1_000);
  expect(await deliverMany(one)).toBe(30);
});

test('strangers have a limit of their own', async () => {
  const id = await seed({ secret: 'the secret' });
  const strangers = await Promise.all(Array.from({ length: 300 }, () => deliver(id)));
  expect(strangers.filter(({ kind }) => kind === 'unauthenticated')).toHaveLength(200);
  expect(strangers.filter(({ kind }) => kind === 'too-many-requests')).toHaveLength(100);
  const known = { 'x-webhook-signature': 'the secret' };
  expect(await deliver(id, '{}', known)).toMatchObject({ kind: 'accepted' });
});

describe('what strangers may store in a day', () => {
  const large = JSON.stringify('x'.repeat(500_000));

  beforeEach(async () => {
    const { db } = context;
    context = await createTestContext({ db, config: { strangerBytes: 2_100_000 } });
    acceptDelivery = createAcceptDelivery(context);
  });

  test('is limited for a webhook without a secret, by network too, and comes back with time', async () => {
    const id = await seed();
    const send = (address: string, body = large) =>
      acceptDelivery(
        makeDelivery(id, { headers: { 'content-type': 'application/json' }, body, address: () => address }),
      );
    for (let n = 0; n < 2; n += 1) expect(await send('192.0.2.1')).toMatchObject({ kind: 'accepted' });
    expect(await send('192.0.2.1')).toEqual({
      kind: 'too-many-requests',
      retryAfterSeconds: expect.any(Number) as number,
      message:
        'Without a secret, this webhook takes 2 MiB a day, half of it from one network. Send again after as many seconds as Retry-After says.',
    });
    for (let n = 0; n < 2; n += 1) expect(await send('192.0.2.2')).toMatchObject({ kind: 'accepted' });
    expect(await send('192.0.2.3')).toMatchObject({ kind: 'too-many-requests' });
    // A small delivery still finds room.
    expect(await send('192.0.2.3', '{}')).toMatchObject({ kind: 'accepted' });
    context.clock.advance(12 * hourMs);
    expect(await send('192.0.2.1')).toMatchObject({ kind: 'accepted' });
    expect(await count('executions')).toBe(6);
  });

  test('counts the headers of a delivery where a run reads them', async () => {
    const apiCalls = [{ method: 'GET', url: 'https://api.example.com/{{request.headers.x-note}}' }];
    const id = await seedIntegration({ context, ...actor }, { triggerConfig: webhookTrigger(), apiCalls });
    const headers = { 'content-type': 'application/json', 'x-note': 'n'.repeat(15_000) };
    const kinds: string[] = [];
    for (let n = 0; n < 80; n += 1) kinds.push((await acceptDelivery(makeDelivery(id, { headers }))).kind);
    expect([kinds[0], kinds.at(-1)]).toEqual(['accepted', 'too-many-requests']);
  });

  test('says nothing about senders that prove themselves, or that a list of addresses names', async () => {
    const key = { 'x-key': 'k' };
    for (const [webhook, headers] of [
      [{ secret: 'the secret' }, { 'x-webhook-signature': 'the secret' }],
      [{ headers: key }, key],
      [{ allowFrom: ['192.0.2.0/24'] }, {}],
    ] as const) {
      const id = await seed(webhook);
      for (let n = 0; n < 6; n += 1) {
        const all = { 'content-type': 'application/json', ...headers };
        const delivery = makeDelivery(id, { headers: all, body: large });
        expect(await acceptDelivery(delivery)).toMatchObject({ kind: 'accepted' });
      }
    }
  });
});

test('a disabled integration takes nothing, from that moment on', async () => {
  const id = await seed();
  expect(await deliver(id)).toMatchObject({ kind: 'accepted' });
  await updateIntegration(context, actor, id, { isActive: false });
  expect(await deliver(id)).toEqual({ kind: 'not-found' });
});

describe('what cannot be stored is rejected, never swallowed, and later accepted again', () => {
  const unavailable = { kind: 'unavailable', retryAfterSeconds: expect.any(Number) as number };

  test('while another process holds the file', async () => {
    const id = await seed();
    context.db.sqlite.pragma('busy_timeout = 0');
    const other = new BetterSqlite3(context.db.sqlite.name);
    other.exec('begin immediate');
    expect(await Promise.all([deliver(id), deliver(id)])).toEqual([unavailable, unavailable]);
    other.exec('rollback');
    other.close();
    expect(await deliver(id)).toMatchObject({ kind: 'accepted' });
    expect([await count('executions'), await countWaitingWork(context.db), context.wakes()]).toEqual([
      1, 1, 1,
    ]);
  });

  test('while the disk is full', async () => {
    const id = await seed();
    const { sqlite } = context.db;
    const most = sqlite.pragma('max_page_count', { simple: true });
    sqlite.pragma(`max_page_count = ${String(sqlite.pragma('page_count', { simple: true }))}`);
    const large = JSON.stringify('x'.repeat(200_000));
    expect(await deliver(id, large)).toEqual(unavailable);
    sqlite.pragma(`max_page_count = ${String(most)}`);
    expect(await deliver(id, large)).toMatchObject({ kind: 'accepted' });
    expect(await count('executions')).toBe(1);
  });

  test('while half a million executions wait', async () => {
    const id = await seed();
    context.db.sqlite.exec(`
      insert into executions (id, organization_id, integration_id, integration_version, status, trigger_type,
        started_at, payload_seq)
      with recursive n (i) as (select 1 union all select i + 1 from n where i < 500000)
      select i, '', '', 1, 'queued', 'webhook', 0, 0 from n`);
    expect(await deliver(id)).toEqual(unavailable);
    expect(await count('executions')).toBe(500_000);
    context.db.sqlite.exec("delete from executions where id = '1'");
    context.clock.advance(1000);
    expect(await deliver(id)).toMatchObject({ kind: 'accepted' });
  });
});

async function listHops() {
  const { db } = context;
  const rows = await db.all(db.build.selectFrom('executions').select(['hops', 'status']).orderBy('id'));
  return rows.map(({ hops, status }) => [hops, status]);
}

describe('a delivery that an execution of ours sent', () => {
  test('starts an execution that is one hop further', async () => {
    const id = await seed();
    for (const hops of ['0', '4', 'many']) await deliver(id, '{}', { 'x-wicked-hops': hops });
    await deliver(id);
    expect(await listHops()).toEqual([
      [1, 'queued'],
      [5, 'queued'],
      [0, 'queued'],
      [0, 'queued'],
    ]);
  });

  test('is one hop too many: kept as an execution in error that no runner takes', async () => {
    const id = await seed(required);
    const headers = { 'x-wicked-hops': '5', 'idempotency-key': 'k' };
    const outcome = await deliver(id, '{}', headers);
    expect(outcome).toMatchObject({ kind: 'loop', message: expect.stringMatching(/^Stopped: .*hops/) });
    expect(await listHops()).toEqual([[6, 'error']]);
    expect([await countWaitingWork(context.db), context.wakes()]).toEqual([0, 0]);
    expect(await deliver(id, '{}', headers)).toEqual(outcome);
    expect(await count('executions')).toBe(1);
  });

  test('must be authentic all the same', async () => {
    const id = await seed({ secret: 'whsec_c2VjcmV0' });
    expect(await deliver(id, '{}', { 'x-wicked-hops': '9' })).toMatchObject({ kind: 'unauthenticated' });
    expect(await count('executions')).toBe(0);
  });
});

describe('a trigger that says where the key stands', () => {
  const byId = { dedupe: { by: 'path', of: '.id', hours: 48 } } as const;

  test('takes it from the payload, digit by digit, for as long as it says', async () => {
    const id = await seed(byId);
    const first = await deliver(id, '{"id":12345678901234567890}');
    expect(await deliver(id, '{"id":12345678901234567891}')).not.toEqual(first);
    context.clock.advance(48 * hourMs - 1);
    expect(await deliver(id, '{"id":12345678901234567890}')).toEqual(first);
    context.clock.advance(1);
    expect(await deliver(id, '{"id":12345678901234567890}')).not.toEqual(first);
  });

  test.each(['{"id":"{3F2504E0-4F89-11D3-9A0C-0305E82C3301}"}', '{"id":"[1]"}'])(
    'takes a text with brackets, as in %s, for a key',
    async (body) => {
      const id = await seed(byId);
      expect(await deliver(id, body)).toEqual(await deliver(id, body));
      expect(await count('executions')).toBe(1);
    },
  );

  test.each(['{}', '{"id":""}', '{"id":null}', '{"id":{"a":1}}', '{"id":[1]}'])(
    'takes %s for no duplicate',
    async (body) => {
      const id = await seed(byId);
      for (let n = 0; n < 2; n += 1) await deliver(id, body);
      expect([await count('executions'), await count('webhook_keys')]).toEqual([2, 0]);
    },
  );

  test('takes it from a header, whatever its case, and no other one counts', async () => {
    const id = await seed({ dedupe: { by: 'header', of: 'X-Delivery', hours: 1 } });
    const first = await deliver(id, '{}', { 'x-delivery': 'a', 'idempotency-key': '1' });
    expect(await deliver(id, '{}', { 'x-delivery': 'a', 'idempotency-key': '2' })).toEqual(first);
    expect(await deliver(id, '{}', { 'x-delivery': 'b', 'idempotency-key': '1' })).not.toEqual(first);
    context.clock.advance(hourMs);
    expect(await deliver(id, '{}', { 'x-delivery': 'a' })).not.toEqual(first);
  });
});

describe('a trigger that runs only for some deliveries', () => {
  const onlyRunIf = [{ field: 'trigger.action', operator: 'equals', value: 'opened' }] as const;

  test('keeps nothing of the others, and says which condition does not hold', async () => {
    const id = await seed({ ...required, onlyRunIf: [...onlyRunIf] });
    const reason = 'Skipped: the condition “trigger.action equals …” is not met.';
    expect(await deliver(id, '{"action":"closed"}')).toEqual({ kind: 'skipped', reason });
    expect(await deliver(id, '{}')).toEqual({
      kind: 'skipped',
      reason: reason.replace('met.', 'met: trigger.action has no value.'),
    });
    expect([await count('executions'), context.wakes()]).toEqual([0, 0]);
    expect((await deliver(id, '{"action":"opened","repo":"a"}')).kind).toBe('accepted');
    expect((await deliver(id, '{"action":"opened"}')).kind).toBe('missing-variables');
  });

  test('is asked anew once its conditions are gone', async () => {
    const id = await seed({ onlyRunIf: [...onlyRunIf] });
    expect((await deliver(id)).kind).toBe('skipped');
    await updateIntegration(context, actor, id, { triggerConfig: webhookTrigger() });
    expect((await deliver(id)).kind).toBe('accepted');
  });
});

test('large deliveries beyond what may wait come again later, and small ones are taken meanwhile', async () => {
  const id = await seed();
  const large = JSON.stringify('a'.repeat(1024 * 1024 - 2));
  const others = await createTestUser(context);
  const theirs = await seedIntegration(
    { context, userId: others.user.id, organizationId: others.organizationId },
    { triggerConfig: webhookTrigger(), apiCalls: [{ method: 'GET', url: 'https://api.example.com/' }] },
  );
  const ends: string[] = [];
  const flood = Array.from({ length: 70 }, () => deliver(id, large));
  const noted = flood.map((each) => each.then(({ kind }) => void ends.push(kind)));
  // Another organization's is neither refused for it, nor read behind all of it.
  expect(await deliver(theirs, large)).toMatchObject({ kind: 'accepted' });
  expect(ends.filter((kind) => kind === 'accepted').length).toBeLessThan(40);
  expect(await deliver(id)).toMatchObject({ kind: 'accepted' });
  await Promise.all(noted);
  expect(ends.filter((kind) => kind === 'accepted')).toHaveLength(45);
  expect(ends.filter((kind) => kind === 'unavailable')).toHaveLength(25);
  expect(await deliver(id, large)).toMatchObject({ kind: 'accepted' });
});
