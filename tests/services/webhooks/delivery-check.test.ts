import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { createAcceptDelivery } from '~/services/webhooks/accept-delivery';
import { checkDelivery } from '~/services/webhooks/set-up/check-delivery';
import { maxTestsAMinute } from '~/services/limits/limits';
import { startListening } from '~/services/webhooks/samples';
import { createTestUser } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';
import { makeDelivery } from '../../support/delivery';
import { seedIntegration, webhookTrigger } from '../../support/seed';

const secret = 'a webhook secret';

let context: TestContext;
let actor: { userId: string; organizationId: string };

beforeEach(async () => {
  context = await createTestContext();
  const { user, organizationId } = await createTestUser(context);
  actor = { userId: user.id, organizationId };
});

function seed(webhook: Parameters<typeof webhookTrigger>[0] = {}, isActive = true): Promise<string> {
  const apiCalls = [{ method: 'GET', url: 'https://api.example.com/' }];
  const triggerConfig = webhookTrigger(webhook);
  return seedIntegration({ context, ...actor }, { triggerConfig, apiCalls, isActive });
}

async function check(id: string, input: object) {
  const outcome = await checkDelivery(context, actor, id, input);
  if (outcome.kind !== 'checked') throw new Error(JSON.stringify(outcome));
  return outcome.verdict;
}

async function countRows() {
  const { db } = context;
  const tables = ['executions', 'jobs', 'webhook_keys', 'payloads'] as const;
  const counts = tables.map((table) =>
    db.first(db.build.selectFrom(table).select((eb) => eb.fn.countAll<number>().as('n'))),
  );
  return (await Promise.all(counts)).map((row) => row?.n);
}

const json = { 'content-type': 'application/json' };
const signed = (body: string) => ({
  ...json,
  'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
});

test('says what each check finds, and stores and starts nothing', async () => {
  const id = await seed({
    secret,
    headers: { 'X-Env': 'live' },
    variables: [
      { name: 'repo', jsonPath: '.repo.name', required: true },
      { name: 'size', jsonPath: '.size', required: false },
    ],
    onlyRunIf: [{ field: 'repo', operator: 'equals', value: 'shop' }],
    dedupe: { by: 'header', of: 'X-Delivery' },
  });
  const before = await countRows();
  const body = '{"repo":{"name":"shop"}}';
  const headers = { ...signed(body), 'X-Env': 'live', 'x-delivery': 'd-1' };
  expect(await check(id, { headers, body })).toEqual({
    outcome: 'accepted',
    status: 202,
    text: 'It would be accepted and run.',
    checks: [
      { check: 'deployed', result: 'passed', text: 'The integration is deployed.' },
      { check: 'handshake', result: 'open', text: expect.any(String) },
      { check: 'method', result: 'passed', text: 'Deliveries are accepted by POST.' },
      { check: 'proof', result: 'passed', text: 'The sender proves that it knows the secret.' },
      { check: 'headers', result: 'passed', text: 'All required headers are there: 1.' },
      { check: 'address', result: 'open', text: 'Deliveries are accepted from anywhere.' },
      { check: 'body', result: 'passed', text: 'It was read: 24 bytes of JSON.' },
      { check: 'condition', result: 'passed', text: 'Conditions that hold: 1 of 1.' },
      { check: 'variables', result: 'passed', text: 'All required variables are in the payload.' },
      { check: 'key', result: 'passed', text: 'Its key is d-1, which is new.' },
    ],
    variables: [
      { name: 'repo', value: 'shop' },
      { name: 'size', value: null },
    ],
    executionId: null,
  });
  expect(await countRows()).toEqual(before);
  expect(await context.rejections.list({ id, organizationId: actor.organizationId })).toEqual([]);
});

describe('agrees with the endpoint about', () => {
  const proven = { verify: { scheme: 'github' }, secret };
  const rows: [string, Parameters<typeof webhookTrigger>[0], object, string][] = [
    ['an open webhook', {}, { body: '{}' }, 'accepted'],
    ['a right signature', proven, { body: '{"a":1}', headers: signed('{"a":1}') }, 'accepted'],
    ['a wrong signature', proven, { body: '{"a":2}', headers: signed('{"a":1}') }, 'unauthenticated'],
    ['a proof that is missing', proven, { body: '{}' }, 'unauthenticated'],
    ['a sender without a secret', { verify: { scheme: 'github' } }, { body: '{}' }, 'unauthenticated'],
    ['a missing header', { headers: { 'X-A': '1' } }, { body: '{}' }, 'unauthenticated'],
    ['another method', {}, { method: 'PUT', body: '{}' }, 'method-not-allowed'],
    ['an address', { allowFrom: ['198.51.100.0/24'] }, { body: '{}' }, 'address-not-allowed'],
    ['broken JSON', {}, { body: '{', headers: json }, 'unparsable'],
    [
      'a missing variable',
      { variables: [{ name: 'a', jsonPath: '.a', required: true }] },
      {},
      'missing-variables',
    ],
    ['a condition', { onlyRunIf: [{ field: 'trigger.a', operator: 'exists' }] }, { body: '{}' }, 'skipped'],
    [
      'a question',
      { verify: { scheme: 'slack' }, secret },
      { body: '{"type":"url_verification","challenge":"abc"}', headers: json },
      'handshake',
    ],
    [
      'a question of a stranger',
      { verify: { scheme: 'discord' }, secret },
      { body: '{"type":1}' },
      'unauthenticated',
    ],
  ];
  const ofEndpoint: Record<string, string> = {
    accepted: 'accepted',
    skipped: 'skipped',
    handshake: 'handshake',
  };

  test.each(rows)('%s', async (_name, webhook, request, kind) => {
    const id = await seed(webhook);
    const verdict = await check(id, { address: '192.0.2.1', ...request });
    const outcome = await createAcceptDelivery(context)(makeDelivery(id, request));
    expect(outcome.kind).toBe(kind);
    expect(verdict.outcome).toBe(ofEndpoint[kind] ?? 'rejected');
  });
});

test('judges a signature as of its own time', async () => {
  const id = await seed({ secret, verify: { scheme: 'stripe' } });
  const at = context.now() / 1000 - 3600;
  const v1 = createHmac('sha256', secret).update(`${at}.{}`).digest('hex');
  const verdict = await check(id, { request: `Stripe-Signature: t=${at},v1=${v1}\n\n{}` });
  expect(verdict.outcome).toBe('accepted');
  expect(verdict.checks.find(({ check: name }) => name === 'proof')).toEqual({
    check: 'proof',
    result: 'passed',
    text: 'The signature is correct, but from 60 minutes ago: sent now, it would be rejected.',
  });
});

test('tells of a key that came before, of a draft, and of a sample that is waited for', async () => {
  const id = await seed();
  const headers = { 'idempotency-key': 'k' };
  const first = await createAcceptDelivery(context)(makeDelivery(id, { headers }));
  expect(first.kind === 'accepted' && (await check(id, { headers, body: '{}' })).executionId).toBe(
    'executionId' in first && first.executionId,
  );
  const draft = await seed({}, false);
  expect(await check(draft, { body: '{}' })).toMatchObject({ outcome: 'rejected', status: 404 });
  await startListening(context, actor, draft);
  expect(await check(draft, { body: '{}' })).toMatchObject({ outcome: 'captured', status: 202 });
});

test('a request that cannot be read counts as a check, too', async () => {
  const id = await seed();
  for (let n = 0; n < maxTestsAMinute; n += 1) {
    expect(await checkDelivery(context, actor, id, { request: ' ' })).toMatchObject({ kind: 'invalid' });
  }
  expect(await checkDelivery(context, actor, id, { request: ' ' })).toMatchObject({
    kind: 'too-many-requests',
  });
});

test('says why it cannot check', async () => {
  const manual = await seedIntegration({ context, ...actor }, { isActive: false });
  const message = 'Save the webhook trigger first: until then its URL does not respond.';
  expect(await checkDelivery(context, actor, manual, { body: '{}' })).toEqual({ kind: 'invalid', message });
  const id = await seed();
  const empty = { kind: 'invalid', fields: { request: ['Paste a request first.'] } };
  expect(await checkDelivery(context, actor, id, { request: ' ' })).toEqual(empty);
  expect(await checkDelivery(context, actor, id, { method: 'no method' })).toMatchObject({ kind: 'invalid' });
  const other = await createTestUser(context, { email: 'other@example.com' });
  const stranger = { userId: other.user.id, organizationId: other.organizationId };
  expect(await checkDelivery(context, stranger, id, { body: '{}' })).toEqual({ kind: 'not-found' });
});
