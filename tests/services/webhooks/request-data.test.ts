// The variable `request`, from the endpoint through a run to its log, a replay and a test.
import { beforeEach, describe, expect, test } from 'vitest';
import { findMaskedLog } from '~/services/executions/mask-trigger-data';
import { runManually } from '~/services/runs/control';
import { replayExecution } from '~/services/runs/replay-execution';
import { runExecution } from '~/services/runs/run-execution';
import { createAcceptDelivery } from '~/services/webhooks/accept-delivery';
import { findSample, startListening } from '~/services/webhooks/samples';
import { makeDelivery } from '../../support/delivery';
import { webhookTrigger } from '../../support/seed';
import { createRunSetup, never, type RunSetup } from '../runs/run-setup';

let setup: RunSetup;

beforeEach(async () => {
  setup = await createRunSetup();
});

const body =
  '{"event": "{{request.headers.x-event}}", "page": {{request.query.page}}, "way": "{{request.method}}"}';

/** An integration that posts what of the request it reads, or `body`. */
function seed(webhook: Parameters<typeof webhookTrigger>[0] = {}, posted = body): Promise<string> {
  const call = { id: 'c', method: 'POST', url: `${setup.target.url}/x`, body: posted };
  return setup.seed({ triggerConfig: webhookTrigger(webhook), apiCalls: [call] });
}

function deliver(id: string, headers: Record<string, string> = { 'x-event': 'new' }, query = '?page=2') {
  const url = `/webhook/${id}${query}`;
  return createAcceptDelivery(setup.context)(
    makeDelivery(id, { url, headers: { 'content-type': 'application/json', ...headers } }),
  );
}

async function accept(...args: Parameters<typeof deliver>): Promise<string> {
  const outcome = await deliver(...args);
  if (outcome.kind !== 'accepted') throw new Error(outcome.kind);
  return outcome.executionId;
}

async function run(): Promise<string | undefined> {
  await runExecution(setup.context, await setup.claim(), never);
  return setup.target.received.at(-1)?.body;
}

async function listStored(): Promise<unknown[]> {
  const { db } = setup.context;
  const rows = await db.all(db.build.selectFrom('payloads').select('request').orderBy('seq'));
  return rows.map(({ request }) => (request === null ? null : JSON.parse(request)));
}

const sent = '{"event": "new", "page": "2", "way": "POST"}';

test('a run reads it, and the log shows it', async () => {
  const id = await seed();
  const executionId = await accept(id);
  expect(await run()).toBe(sent);
  const { organizationId } = setup.actor;
  const log = await findMaskedLog(setup.context, { integrationId: id, organizationId }, executionId);
  expect(log?.request).toEqual({
    method: 'POST',
    path: `/webhook/${id}`,
    query: { page: '2' },
    headers: { 'content-type': 'application/json', 'x-event': 'new' },
  });
});

test('it is read after a restart, and by a replay', async () => {
  const id = await seed();
  setup.answers.handler = (_request, response) => response.writeHead(500).end();
  const executionId = await accept(id);
  await run();
  for (const from of ['start', 'failed'] as const) {
    const replay = await replayExecution(setup.context, setup.actor, {
      integrationId: id,
      executionId,
      from,
    });
    expect(replay.kind).toBe('queued');
    expect(await run()).toBe(sent);
  }
});

describe('a test', () => {
  test('reads what the last delivery had', async () => {
    const id = await seed();
    await accept(id);
    await run();
    await runManually(setup.context, setup.actor, { integrationId: id, triggerData: {}, isTest: true });
    expect(await run()).toBe(sent);
  });

  test('reads what a sample had when nothing was run yet', async () => {
    const id = await seed();
    await startListening(setup.context, setup.actor, id);
    expect((await deliver(id)).kind).toBe('captured');
    await runManually(setup.context, setup.actor, { integrationId: id, triggerData: {}, isTest: true });
    expect(await run()).toBe(sent);
  });

  test('reads what it is given', async () => {
    const id = await seed();
    await accept(id);
    await run();
    const request = { method: 'PUT', path: '', query: { page: '9' }, headers: { 'x-event': 'mine' } };
    await runManually(setup.context, setup.actor, {
      integrationId: id,
      triggerData: {},
      request,
      isTest: true,
    });
    expect(await run()).toBe('{"event": "mine", "page": "9", "way": "PUT"}');
  });
});

test('a run by hand has none unless it is given one', async () => {
  const id = await seed();
  await accept(id);
  await run();
  setup.target.received.length = 0;
  const outcome = await runManually(setup.context, setup.actor, { integrationId: id, triggerData: {} });
  await run();
  expect(setup.target.received).toEqual([]);
  const executionId = outcome.kind === 'queued' ? outcome.executionId : '';
  expect(await setup.findExecution(executionId)).toMatchObject({
    status: 'error',
    error_message: expect.stringContaining('{{request.headers.x-event}} in the body has no value'),
  });
});

test('nothing of it is stored where nothing uses it', async () => {
  await accept(await seed({}, '{}'));
  await accept(
    await seed({ onlyRunIf: [{ field: 'request.method', operator: 'equals', value: 'POST' }] }, '{}'),
  );
  expect(await listStored()).toEqual([null, null]);
});

test('a variable of the trigger that has the name counts', async () => {
  const id = await seed({ variables: [{ name: 'request', jsonPath: '.request' }] }, '{"r": {{request}}}');
  await setup.accept(id, '{"request": {"id": 7}}');
  expect(await run()).toBe('{"r": {"id":7}}');
  expect(await listStored()).toEqual([null]);
});

test('a body that saves one by the name goes on as before', async () => {
  const first = { ...setup.firstCall, body: '{}', responseMapping: { saveAs: 'request' } };
  const second = { ...setup.secondCall, url: `${setup.target.url}/{{request.token}}` };
  const id = await setup.seed({ apiCalls: [first, second] });
  await accept(id);
  await run();
  expect(setup.target.received.map(({ url }) => url)).toEqual(['/first', '/abc']);
  expect(await listStored()).toEqual([null]);
});

test.each([
  [{ secret: 'hush-hush-hush' }, { 'x-webhook-signature': 'hush-hush-hush', 'x-again': 'hush-hush-hush' }],
  [
    { secret: 'hush-hush-hush', verify: { scheme: 'token', header: 'X-Who', prefix: '' } },
    { 'x-who': 'hush-hush-hush' },
  ],
  [{ headers: { 'X-Asked': 'for' } }, { 'x-asked': 'for' }],
  [{}, { cookie: 'a=b', authorization: 'Bearer a', 'x-hub-signature-256': 'sha256=00' }],
])('what proves who sends is not kept: %j', async (webhook, headers) => {
  await accept(await seed(webhook), { 'x-event': 'new', ...headers });
  expect(await listStored()).toEqual([
    expect.objectContaining({ headers: { 'content-type': 'application/json', 'x-event': 'new' } }),
  ]);
});

test('a secret in the query is not kept', async () => {
  const id = await seed({ secret: 'hush-hush-hush', verify: { scheme: 'query', name: 'Pass' } });
  await accept(id, { 'x-event': 'new' }, '?page=2&Pass=hush-hush-hush');
  expect(await listStored()).toEqual([expect.objectContaining({ query: { page: '2' } })]);
});

test('a sample shows it', async () => {
  const id = await seed({}, '{}');
  await startListening(setup.context, setup.actor, id);
  await deliver(id);
  const found = await findSample(setup.context, setup.actor, id);
  expect(found.kind === 'sample' && JSON.parse(found.state.sample?.request ?? 'null')).toMatchObject({
    query: { page: '2' },
    headers: { 'x-event': 'new' },
  });
});

describe('at the endpoint', () => {
  test('it may decide which deliveries are run', async () => {
    const onlyRunIf = [{ field: 'request.headers.x-event', operator: 'equals', value: 'issues' }];
    const id = await seed({ onlyRunIf });
    const reason = 'Skipped: the condition “request.headers.x-event equals …” is not met.';
    expect(await deliver(id)).toEqual({ kind: 'skipped', reason });
    expect((await deliver(id, { 'x-event': 'issues' })).kind).toBe('accepted');
  });

  // https://support.atlassian.com/bitbucket-cloud/docs/event-payloads/
  test('the header that names the event of Bitbucket decides, too', async () => {
    const onlyRunIf = [{ field: 'request.headers.x-event-key', operator: 'equals', value: 'repo:push' }];
    const id = await seed({ onlyRunIf });
    expect((await deliver(id, { 'x-event-key': 'repo:push' })).kind).toBe('accepted');
    expect((await deliver(id, { 'x-event-key': 'repo:fork' })).kind).toBe('skipped');
  });

  test('a parameter of the URL may be the key', async () => {
    const id = await seed({ dedupe: { by: 'query', of: 'page', hours: 1 } });
    const first = await accept(id);
    expect(await accept(id)).toBe(first);
    expect(await accept(id, {}, '?page=3')).not.toBe(first);
    expect(await accept(id, {}, '')).not.toBe(await accept(id, {}, ''));
  });
});
