// Calls that name values of the organization, from the delivery to the log.
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { listAttempts, listSteps } from '~/db/executions/steps';
import { runExecution } from '~/services/runs/run-execution';
import { testCall } from '~/services/test-runs/single-call';
import { changeValue, createValue } from '~/services/values/values';
import { makeHandling } from '../../engine/run/run-steps';
import { answerJson, startTarget } from '../../support/target';
import { createRunSetup, never, type RunSetup } from './run-setup';

let setup: RunSetup;
let host: string;

beforeEach(async () => {
  setup = await createRunSetup();
  host = new URL(setup.target.url).host;
});

async function enter(...values: object[]) {
  for (const value of values) {
    const outcome = await createValue(setup.context, setup.actor, value);
    if (outcome.kind !== 'value') throw new Error(JSON.stringify(outcome));
  }
}

function secret(value = 'sesame-open-77') {
  return { name: 'token', value, isSecret: true, allowedHosts: [host] };
}

async function run(calls: object[], more: object = {}) {
  const apiCalls = calls.map((call, index) => Object.assign({ id: `call-${index}`, method: 'GET' }, call));
  const id = await setup.accept(await setup.seed({ apiCalls, ...more }));
  await runExecution(setup.context, await setup.claim(), never);
  const rows = [await listAttempts(setup.context.db, [id]), await listSteps(setup.context.db, [id])];
  return { ...(await setup.findExecution(id)), rows: JSON.stringify(rows) };
}

test('a call gets them, and a secret stands in no row of its log, also where the target repeats it', async () => {
  await enter({ name: 'shop_url', value: setup.target.url }, secret());
  setup.answers.handler = answerJson({ you: 'sent sesame-open-77' });
  const { status, rows } = await run([
    { url: '{{org.shop_url}}/orders?key={{org.token}}', headers: { 'X-Shop': '{{org.token}}' } },
  ]);
  expect(status).toBe('completed');
  expect(setup.target.received[0]).toMatchObject({
    url: '/orders?key=sesame-open-77',
    headers: { 'x-shop': 'sesame-open-77' },
  });
  expect(rows).not.toContain('sesame-open-77');
  expect(rows).toContain('••••');
});

test('a condition is about one, and its check is read again by a run that goes on', async () => {
  await enter({ name: 'mode', value: 'live' });
  const check = {
    id: 'check',
    order: 1.5,
    conditionalExecution: { condition: { field: 'org.mode', operator: 'equals', value: 'live' } },
  };
  const calls = [
    { url: setup.target.url, order: 1 },
    { url: `${setup.target.url}/second`, order: 2 },
  ];
  const { status } = await run(calls, { conditionalExecutionSteps: [check] });
  expect(status).toBe('completed');
  expect(setup.target.received.map(({ url }) => url)).toEqual(['/', '/second']);
});

test('a redirect to another origin is not followed with a secret in the body', async () => {
  const foreign = await startTarget();
  onTestFinished(() => foreign.close());
  await enter(secret());
  setup.answers.handler = (_request, response) =>
    response.writeHead(307, { Location: `${foreign.url}/there` }).end();
  const call = { url: setup.target.url, method: 'POST', followRedirects: true };
  await run([{ ...call, body: '"{{org.token}}"' }]);
  expect(foreign.received).toEqual([]);
  await run([{ ...call, body: '"plain"', headers: { 'X-Shop': '{{org.token}}' } }]);
  expect(foreign.received[0]?.url).toBe('/there');
  expect(foreign.received[0]?.headers['x-shop']).toBeUndefined();
});

test('a single test is not asked for them, and does not show a secret', async () => {
  await enter(secret());
  setup.answers.handler = answerJson({ you: 'sesame-open-77' });
  const id = await setup.seed();
  const call = { method: 'POST', url: `${setup.target.url}/me`, body: '"{{org.token}}"' };
  const tested = await testCall(setup.context, setup.actor, id, call);
  expect(setup.target.received[0]?.body).toBe('"sesame-open-77"');
  expect(tested).toMatchObject({ kind: 'tested', test: { success: true, body: '{"you":"••••"}' } });
  expect(await testCall(setup.context, setup.actor, id, { ...call, body: '"{{org.gone}}"' })).toEqual({
    kind: 'invalid',
    message: 'The variable {{org.gone}} in the body has no value.',
  });
  const elsewhere = await testCall(setup.context, setup.actor, id, {
    ...call,
    url: 'https://evil.example.com/',
  });
  expect(elsewhere).toEqual({
    kind: 'invalid',
    message: 'Nothing was sent: the secret {{org.token}} may not go to the host evil.example.com.',
  });
});

test('a call whose secret may no longer be sent at the next attempt has failed, and the run goes on', async () => {
  const made = await createValue(setup.context, setup.actor, secret());
  if (made.kind !== 'value') throw new Error(made.kind);
  setup.answers.handler = (request, response) =>
    response.writeHead(request.url.startsWith('/x') ? 503 : 200).end('{}');
  const rule = { statusCodes: [503], action: 'retry', retryConfig: { retryDelay: 20_000 } };
  const integrationId = await setup.seed({
    apiCalls: [{ id: 'a', name: 'A', method: 'GET', url: `${setup.target.url}/{{entry}}?key={{org.token}}` }],
    loopSteps: [
      {
        order: 0.5,
        throughCallId: 'a',
        items: 'trigger.list',
        itemName: 'entry',
        onError: 'continue',
        atOnce: 2,
      },
    ],
    responseHandlingSteps: [makeHandling('a', [rule])],
  });
  const id = await setup.accept(integrationId, '{"list":["x","y"]}');
  await runExecution(setup.context, await setup.claim(), never);
  const change = { ...secret(), allowedHosts: ['elsewhere.example.com'] };
  expect(await changeValue(setup.context, setup.actor, made.value.id, change)).toMatchObject({
    kind: 'value',
  });
  setup.context.clock.advance(21_000);
  await runExecution(setup.context, await setup.claim(), never);
  expect(await setup.findExecution(id)).toMatchObject({ status: 'completed' });
  expect(setup.target.received).toHaveLength(2);
  const steps = await listSteps(setup.context.db, [id]);
  expect(steps.filter(({ kind }) => kind === 'call')).toMatchObject([
    { status: 'error' },
    { status: 'success' },
  ]);
});
