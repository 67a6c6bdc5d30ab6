import { createLedger } from '~/db/ledger/ledger';
import { beforeEach, describe, expect, test } from 'vitest';
import { countWaitingWork } from '~/db/executions/queue/queue-depth';
import { findIntegrationState } from '~/db/integrations/integration-state';
import { listeningMs } from '~/engine/triggers/passing-states';
import { findNewestPayload, findNewestSample } from '~/db/executions/samples';
import { deleteIntegration } from '~/services/integrations/deletion';
import { purgeIntegration } from '~/services/integrations/purge';
import { findSample, type SampleState, startListening, stopListening } from '~/services/webhooks/samples';
import { checkDelivery } from '~/services/webhooks/set-up/check-delivery';
import { updateIntegration } from '~/services/integrations/integrations';
import { createAcceptDelivery, type DeliveryOutcome } from '~/services/webhooks/accept-delivery';
import { createTestUser } from '../../support/accounts';
import { makeDelivery } from '../../support/delivery';
import { createTestContext, type TestContext } from '../../support/context';
import { explain, record } from '../../support/explain';
import { seedIntegration, webhookTrigger } from '../../support/seed';

/** The longest payload of a sample. */
const keptBytes = 256 * 1024;

let context: TestContext;
let actor: { userId: string; organizationId: string };

beforeEach(async () => {
  context = await createTestContext();
  const { user, organizationId } = await createTestUser(context);
  actor = { userId: user.id, organizationId };
});

function seed(webhook: Parameters<typeof webhookTrigger>[0] = {}, isActive = true): Promise<string> {
  const apiCalls = [{ method: 'GET', url: 'https://api.example.com/' }];
  return seedIntegration(
    { context, ...actor },
    { triggerConfig: webhookTrigger(webhook), apiCalls, isActive },
  );
}

function createDeliver(over = context) {
  const acceptDelivery = createAcceptDelivery(over);
  return (
    integrationId: string,
    body = '{}',
    headers: Record<string, string> = {},
  ): Promise<DeliveryOutcome> => {
    const all: Record<string, string> = { 'content-type': 'application/json', ...headers };
    return acceptDelivery(makeDelivery(integrationId, { headers: all, body }));
  };
}

async function read(id: string): Promise<SampleState> {
  const outcome = await findSample(context, actor, id);
  if (outcome.kind !== 'sample') throw new Error(outcome.kind);
  return outcome.state;
}

async function count(table: 'executions' | 'samples' | 'webhook_keys'): Promise<number> {
  const { db } = context;
  return (
    (await db.first(db.build.selectFrom(table).select((eb) => eb.fn.countAll<number>().as('n'))))?.n ?? 0
  );
}

test.each<[string, Parameters<typeof webhookTrigger>[0], string | null]>([
  [
    'no secret, and a sender that needs one',
    { verify: { scheme: 'github' } },
    'There is no secret yet, so every delivery is rejected.',
  ],
  [
    'a secret that is no key',
    { verify: { scheme: 'discord' }, secret: 'x' },
    'The saved secret is not a public key that can be read, so every delivery is rejected.',
  ],
  ['a sender that tells its secret first', { verify: { scheme: 'notion' } }, null],
  ['no secret, and no sender', {}, null],
  ['a secret', { verify: { scheme: 'github' }, secret: 'x' }, null],
])('%s: whether a delivery can be accepted is told', async (_what, webhook, closed) => {
  expect(await startListening(context, actor, await seed(webhook))).toMatchObject({ state: { closed } });
});

test.each([
  ['a deployed integration', true],
  ['a draft', false],
])('the next delivery to %s is captured, not executed, that after it as ever', async (_what, isActive) => {
  const id = await seed({}, isActive);
  const deliver = createDeliver();
  const started = await startListening(context, actor, id);
  const until = new Date(context.now() + listeningMs).toISOString();
  expect(started).toMatchObject({ state: { listeningUntil: until, hasLapsed: false, sample: null } });
  const told = context.notified.length;
  expect(await deliver(id, '{"a":{"price":1.10}}')).toEqual({ kind: 'captured' });
  expect([await count('executions'), await countWaitingWork(context.db), context.wakes()]).toEqual([0, 0, 0]);
  expect(context.notified.slice(told)).toEqual([id]);
  expect(await read(id)).toEqual({
    readAt: context.now(),
    closed: null,
    listeningUntil: null,
    hasLapsed: false,
    sample: {
      id: expect.any(String),
      origin: 'captured',
      receivedAt: new Date(context.now()).toISOString(),
      bytes: 20,
      text: '{"a":{"price":1.10}}',
      request: `{"method":"POST","path":"/webhook/${id}","query":{},"headers":{"content-type":"application/json"}}`,
      testOf: null,
      paths: [
        {
          jsonPath: '.a',
          name: 'a',
          sample: 'object',
          children: [{ jsonPath: '.a.price', name: 'price', sample: '1.10', children: [] }],
        },
      ],
    },
  });
  expect((await deliver(id)).kind).toBe(isActive ? 'accepted' : 'not-found');
});

test('of deliveries that come at the same moment one is captured', async () => {
  const id = await seed();
  const deliver = createDeliver();
  await startListening(context, actor, id);
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => deliver(id)));
  expect(outcomes.filter(({ kind }) => kind === 'captured')).toHaveLength(1);
  expect([await count('samples'), await count('executions')]).toEqual([1, 19]);
});

test('a sender’s own test of the address is told as such, and the listening goes on for an event', async () => {
  const id = await seed({ secret: 'a long secret' });
  const deliver = createDeliver();
  await startListening(context, actor, id);
  const { listeningUntil } = await read(id);
  const proof = { 'x-webhook-signature': 'a long secret' };
  const ping = await deliver(id, '{"zen":"Keep it logically awesome."}', {
    ...proof,
    'x-github-event': 'ping',
  });
  expect(ping).toEqual({ kind: 'captured' });
  expect(await read(id)).toMatchObject({
    listeningUntil,
    sample: { testOf: 'GitHub', text: '{"zen":"Keep it logically awesome."}' },
  });
  const push = await deliver(id, '{"ref":"main"}', { ...proof, 'x-github-event': 'push' });
  expect(push).toEqual({ kind: 'captured' });
  expect(await read(id)).toMatchObject({
    listeningUntil: null,
    sample: { testOf: null, text: '{"ref":"main"}' },
  });
  expect(await count('executions')).toBe(0);
});

test('nobody listens for longer than ten minutes', async () => {
  const id = await seed({}, false);
  const deliver = createDeliver();
  await startListening(context, actor, id);
  context.clock.advance(10 * 60_000);
  expect(await read(id)).toMatchObject({ listeningUntil: null, hasLapsed: true });
  expect(await deliver(id)).toEqual({ kind: 'not-found' });
  await startListening(context, actor, id);
  context.clock.advance(10 * 60_000 - 1);
  expect(await deliver(id)).toEqual({ kind: 'captured' });
  context.clock.advance(listeningMs);
  expect((await read(id)).hasLapsed).toBe(false);
});

test('that nothing came is old news after an hour', async () => {
  const id = await seed();
  await startListening(context, actor, id);
  context.clock.advance(listeningMs + 3_600_000);
  expect((await read(id)).hasLapsed).toBe(false);
});

test('after listening was stopped nothing is captured', async () => {
  const id = await seed();
  const deliver = createDeliver();
  await startListening(context, actor, id);
  expect(await stopListening(context, actor, id)).toMatchObject({
    state: { listeningUntil: null, hasLapsed: false },
  });
  expect((await deliver(id)).kind).toBe('accepted');
  expect(await count('samples')).toBe(0);
});

describe('what is rejected is rejected as ever, and one goes on listening', () => {
  const headers = { 'X-Kind': 'order' };
  const known = { 'x-webhook-signature': 'a long secret', 'x-kind': 'order' };

  test.each<[DeliveryOutcome['kind'], string, Record<string, string>]>([
    ['unauthenticated', '{}', {}],
    ['unauthenticated', '{}', { ...known, 'x-kind': 'other' }],
    ['unparsable', '{', known],
    ['too-deep', '['.repeat(65) + ']'.repeat(65), known],
  ])('%s: %s', async (kind, body, sent) => {
    const id = await seed({ secret: 'a long secret', headers }, false);
    const deliver = createDeliver();
    await startListening(context, actor, id);
    expect((await deliver(id, body, sent)).kind).toBe(kind);
    expect(await count('samples')).toBe(0);
    expect(await deliver(id, '{}', known)).toEqual({ kind: 'captured' });
  });

  test('over the rate limit', async () => {
    const id = await seed();
    context.config.webhookBurst = 20;
    const deliver = createDeliver();
    await Promise.all(Array.from({ length: 20 }, () => deliver(id)));
    await startListening(context, actor, id);
    expect((await deliver(id)).kind).toBe('too-many-requests');
  });
});

test('a delivery that lacks variables or came before under its key is captured too', async () => {
  const id = await seed({ variables: [{ name: 'repo', jsonPath: '.repo', required: true }] });
  const deliver = createDeliver();
  const key = { 'idempotency-key': 'k' };
  expect((await deliver(id, '{"repo":1}', key)).kind).toBe('accepted');
  await startListening(context, actor, id);
  expect(await deliver(id, '{}', key)).toEqual({ kind: 'captured' });
  expect([await count('executions'), await count('webhook_keys')]).toEqual([1, 1]);
});

test('the newest five are kept, of this integration alone', async () => {
  const [id, other] = [await seed({}, false), await seed({}, false)];
  const deliver = createDeliver();
  for (const each of [other, ...Array.from({ length: 7 }, () => id)]) {
    await startListening(context, actor, each);
    await deliver(each, `{"n":${await count('samples')}}`);
  }
  const rows = await context.db.all(
    context.db.build.selectFrom('samples').select(['integration_id', 'payload']).orderBy('id'),
  );
  expect(rows.filter((row) => row.integration_id === other)).toHaveLength(1);
  expect(rows.filter((row) => row.integration_id === id)).toHaveLength(5);
  expect((await read(id)).sample?.text).toBe(rows.at(-1)?.payload);
});

test('a payload of 256 KiB is kept, of a longer one only the size', async () => {
  const id = await seed();
  const deliver = createDeliver();
  const longest = `"${'x'.repeat(keptBytes - 2)}"`;
  await startListening(context, actor, id);
  await deliver(id, longest);
  expect((await read(id)).sample?.text).toBe(longest);
  await startListening(context, actor, id);
  expect(await deliver(id, `${longest} `)).toEqual({ kind: 'captured' });
  expect((await read(id)).sample).toMatchObject({ bytes: keptBytes + 1, text: null, paths: [] });
});

describe('without a sample', () => {
  test('the payload of the newest delivery that is no longer queued is offered', async () => {
    const id = await seed({ variables: [{ name: 'repo', jsonPath: '.repo', required: true }] });
    const deliver = createDeliver();
    await deliver(id, '{"n":1}');
    await deliver(id, '{"n":2}');
    await deliver(id, '{"repo":1}');
    expect((await read(id)).sample).toMatchObject({ origin: 'execution', text: '{"n":2}' });
    await startListening(context, actor, id);
    await deliver(id, '{"n":4}');
    expect((await read(id)).sample).toMatchObject({ origin: 'captured', text: '{"n":4}' });
  });

  test('a long payload is not read', async () => {
    const id = await seed({ variables: [{ name: 'repo', jsonPath: '.repo', required: true }] });
    await createDeliver()(id, `["${'x'.repeat(keptBytes)}"]`);
    expect((await read(id)).sample).toMatchObject({
      origin: 'execution',
      bytes: keptBytes + 4,
      text: null,
    });
  });
});

test('only a stored webhook trigger can be listened to', async () => {
  const id = await seedIntegration({ context, ...actor }, { isActive: false });
  expect(await startListening(context, actor, id)).toEqual({
    kind: 'invalid',
    message: 'Save the webhook trigger first: until then its URL does not respond.',
  });
  expect((await read(id)).listeningUntil).toBeNull();
});

test('a webhook trigger that was saved and not deployed must be deployed first', async () => {
  const apiCalls = [{ method: 'GET', url: 'https://api.example.com/' }];
  const id = await seedIntegration({ context, ...actor }, { apiCalls });
  await updateIntegration(context, actor, id, { autoDeploy: false });
  const change = { triggerConfig: { type: 'webhook', webhook: {} } };
  expect(await updateIntegration(context, actor, id, change)).toMatchObject({
    integration: { version: 2, deployedVersion: 1 },
  });
  const outcome = {
    kind: 'invalid',
    message: 'Deploy the webhook trigger first: until then its URL does not respond.',
  };
  expect(await startListening(context, actor, id)).toEqual(outcome);
  expect(await checkDelivery(context, { ...actor, address: '192.0.2.1' }, id, { body: '{}' })).toEqual(
    outcome,
  );
});

test('nobody listens to what is of another organization', async () => {
  const id = await seed();
  const { user, organizationId } = await createTestUser(context, { email: 'other@example.com' });
  for (const ask of [startListening, stopListening, findSample]) {
    expect(await ask(context, { userId: user.id, organizationId }, id)).toEqual({ kind: 'not-found' });
  }
  expect((await createDeliver()(id)).kind).toBe('accepted');
});

test('samples go with their integration, which no longer listens', async () => {
  const id = await seed();
  const deliver = createDeliver();
  await startListening(context, actor, id);
  await deliver(id);
  await startListening(context, actor, id);
  await deleteIntegration(context, actor, id);
  expect(await deliver(id)).toEqual({ kind: 'not-found' });
  expect(await startListening(context, actor, id)).toEqual({ kind: 'not-found' });
  await purgeIntegration(context, id, new AbortController().signal);
  expect(await count('samples')).toBe(0);
});

describe('what it costs', () => {
  test('a delivery that nobody listens for makes the queries it made before', async () => {
    const id = await seed();
    const asked: string[] = [];
    const { db } = context;
    const groupCommit: typeof db.groupCommit = (work) =>
      db.groupCommit((tx) => {
        // Tests execute each work twice.
        asked.length = 0;
        return work(record(tx, asked));
      });
    const deliver = createDeliver({ ...context, ledger: createLedger({ groupCommit }) });
    await deliver(id);
    asked.length = 0;
    context.clock.advance(10);
    expect((await deliver(id)).kind).toBe('accepted');
    expect(asked.map((sql) => sql.split('(')[0]?.trim())).toEqual([
      'insert into "payloads"',
      'insert into "executions"',
    ]);
  });

  test('everything is found by an index', async () => {
    const { db } = context;
    const key = { id: 'i', organizationId: 'o' };
    expect(await explain(db, (queries) => findIntegrationState(queries, 'i'))).toEqual([
      'SEARCH integrations USING INDEX sqlite_autoindex_integrations_1 (id=?)',
    ]);
    expect(await explain(db, (queries) => findNewestSample(queries, 'i'))).toEqual([
      'SEARCH samples USING INDEX sqlite_autoindex_samples_1 (integration_id=?)',
    ]);
    const plan = await explain(db, (queries) => findNewestPayload(queries, key, 1));
    expect(plan).toContain('SEARCH executions USING INDEX executions_by_integration (integration_id=?)');
    expect(plan).toContain('SEARCH payloads USING INTEGER PRIMARY KEY (rowid=?)');
    expect(plan.join('\n')).not.toMatch(/TEMP B-TREE|SCAN (executions|payloads)/);
  });
});

describe('the secret that a sender tells first', () => {
  // https://developers.notion.com/reference/webhooks, "Verifying the subscription"
  const first = '{"verification_token":"secret_tMrlL1qK5vuQAh1b6cZGhFChZTSYJlce98V0pYn7yBl"}';
  const notion = { verify: { scheme: 'notion' } };

  test('is captured while a user listens and there is none', async () => {
    const id = await seed(notion);
    const deliver = createDeliver();
    expect(await deliver(id, first)).toMatchObject({ kind: 'unauthenticated' });
    await startListening(context, actor, id);
    expect(await deliver(id, first)).toMatchObject({ kind: 'captured', answer: { status: 200, body: '' } });
    expect((await read(id)).sample?.text).toBe(first);
    expect(await deliver(id, first)).toMatchObject({ kind: 'unauthenticated' });
    expect(await count('executions')).toBe(0);
  });

  test('may stand beside the id of what it is for', async () => {
    // https://docs.gusto.com/embedded-payroll/docs/webhooks, "Verify the subscription"
    const gusto = { verify: { scheme: 'gusto' } };
    const both = '{"verification_token":"T0ken","webhook_subscription_uuid":"79fd7f16-9a5a-4c3b"}';
    const id = await seed(gusto);
    await startListening(context, actor, id);
    expect(await createDeliver()(id, both)).toMatchObject({ kind: 'captured' });
    expect((await read(id)).sample?.text).toBe(both);
  });

  test.each([
    [
      'of Gusto with more than that',
      { verify: { scheme: 'gusto' } },
      '{"verification_token":"x","webhook_subscription_uuid":"y","z":"z"}',
    ],
    ['of Gusto that is not there', { verify: { scheme: 'gusto' } }, '{"webhook_subscription_uuid":"y"}'],
    [
      'with what another sender has beside it',
      notion,
      '{"verification_token":"x","webhook_subscription_uuid":"y"}',
    ],
    ['with anything beside it', notion, '{"verification_token":"x","more":1}'],
    ['in another field', notion, '{"token":"x"}'],
    ['as no text', notion, '{"verification_token":{"a":1}}'],
    ['of another sender', { verify: { scheme: 'slack' } }, first],
    ['when there is one', { ...notion, secret: 'known' }, first],
  ])('is not believed %s', async (_what, webhook, body) => {
    const id = await seed(webhook);
    await startListening(context, actor, id);
    expect(await createDeliver()(id, body)).toMatchObject({ kind: 'unauthenticated' });
    expect((await read(id)).sample).toBeNull();
  });
});
