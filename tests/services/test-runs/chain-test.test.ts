import { beforeEach, expect, test } from 'vitest';
import { startTest } from '~/services/test-runs/whole-chain';
import { findChainTest } from '~/services/test-runs/chain-test';
import { runExecution } from '~/services/runs/run-execution';
import { listTests } from '~/services/test-runs/test-lines';
import { describeEnd } from '~/routes/integration.$integrationId/use-test-toast';
import { answerJson } from '../../support/target';
import { createRunSetup, never, type RunSetup } from '../runs/run-setup';

let setup: RunSetup;

beforeEach(async () => {
  setup = await createRunSetup();
});

async function begin(integrationId: string): Promise<string> {
  const outcome = await startTest(setup.context, setup.actor, { integrationId, triggerData: { n: 1 } });
  if (outcome.kind !== 'queued') throw new Error(outcome.kind);
  return outcome.executionId;
}

async function finish(): Promise<void> {
  await runExecution(setup.context, await setup.claim(), never);
}

function find(integrationId: string, id: string | null = null) {
  const { organizationId } = setup.actor;
  return findChainTest(setup.context, { integrationId, organizationId }, id);
}

function checkFor(value: string) {
  return {
    id: 'check',
    order: 1.5,
    conditionalExecution: {
      enabled: true,
      executionTrigger: 'conditional',
      condition: { field: 'token', operator: 'equals', value },
    },
  };
}

test('each call is listed by its id: what it sent, what it got, and what that offers', async () => {
  const id = await setup.seed();
  const testId = await begin(id);
  await finish();
  const found = await find(id);
  expect(found).toMatchObject({ id: testId, status: 'completed', errorMessage: null, failedItems: null });
  expect(found?.calls.first).toMatchObject({
    status: 'success',
    message: 'HTTP 200',
    statusCode: 200,
    duration: expect.any(Number),
    attempts: 1,
    request: { method: 'POST', url: `${setup.target.url}/first`, body: '{\n  "n": 1\n}' },
    response: { body: '{\n  "token": "abc"\n}', truncated: false },
    paths: [{ jsonPath: '.token', sample: expect.stringContaining('abc') }],
  });
  expect(found?.calls.second).toMatchObject({
    status: 'success',
    request: { url: `${setup.target.url}/second/abc` },
  });
});

test('a test whose items failed says how many, though it completed', async () => {
  setup.answers.handler = (request, response) => {
    const isFailing = request.url === '/second/2';
    return answerJson({ token: [1, 2, 3] }, isFailing ? 500 : 200)(request, response);
  };
  const loop = { id: 'l1', order: 1.5, throughCallId: 'second', items: 'token', itemName: 'one' };
  const each = { ...setup.secondCall, url: `${setup.target.url}/second/{{one}}` };
  const id = await setup.seed({
    apiCalls: [setup.firstCall, each],
    loopSteps: [{ ...loop, onError: 'continue' }],
  });
  await begin(id);
  await finish();
  const failedItems = '1 of 3 items failed';
  expect(await find(id)).toMatchObject({ status: 'completed', failedItems });
  const { organizationId } = setup.actor;
  const listed = await listTests(setup.context, { integrationId: id, organizationId });
  expect(listed).toMatchObject([{ status: 'completed', failedItems }]);
  expect(describeEnd(listed[0]!)).toBe('Test completed; 1 of 3 items failed');
});

test('a check says what it compared and what followed, and a call that it leaves out is skipped', async () => {
  const id = await setup.seed({ conditionalExecutionSteps: [checkFor('other')] });
  await begin(id);
  await finish();
  const found = await find(id);
  expect(found?.conditions.check).toEqual({
    isMet: false,
    message: 'token: abc; Second is skipped; the run ends',
  });
  expect(found?.calls.second).toMatchObject({
    status: 'skipped',
    request: null,
    duration: null,
    attempts: 0,
  });
});

test('a check that holds is shown as met', async () => {
  const id = await setup.seed({ conditionalExecutionSteps: [checkFor('abc')] });
  await begin(id);
  await finish();
  expect((await find(id))?.conditions.check).toEqual({
    isMet: true,
    message: 'token: abc; the run continues with Second',
  });
});

test('a call that ends the run is an error, and those behind it were not come to', async () => {
  setup.answers.handler = (_request, response) => response.writeHead(503).end();
  const id = await setup.seed();
  await begin(id);
  await finish();
  const found = await find(id);
  expect(found).toMatchObject({ status: 'error', errorMessage: expect.stringContaining('503') });
  expect(found?.calls.first).toMatchObject({ status: 'error', statusCode: 503 });
  expect(found?.calls).not.toHaveProperty('second');
});

test('one that waits for its turn has no traces yet', async () => {
  const id = await setup.seed();
  await begin(id);
  expect(await find(id)).toMatchObject({ status: 'queued', duration: null, calls: {}, conditions: {} });
});

test('the newest test is found unless another is asked for, and nothing of other organizations', async () => {
  const id = await setup.seed();
  expect(await find(id)).toBeUndefined();
  const first = await begin(id);
  await finish();
  setup.context.clock.advance(1000);
  const second = await begin(id);
  await finish();
  expect((await find(id))?.id).toBe(second);
  expect((await find(id, first))?.id).toBe(first);
  expect((await find(id, 'nothing'))?.id).toBe(second);
  const stranger = { integrationId: id, organizationId: 'another' };
  expect(await findChainTest(setup.context, stranger, first)).toBeUndefined();
});

test('a long body is cut, and its fields are those of the whole', async () => {
  setup.answers.handler = answerJson({ text: 'x'.repeat(5000), token: 'abc' });
  const id = await setup.seed();
  await begin(id);
  await finish();
  const first = (await find(id))?.calls.first;
  expect(first?.response).toMatchObject({ truncated: true, body: expect.stringMatching(/^.{4000}…$/s) });
  expect(first?.paths.map(({ jsonPath }) => jsonPath)).toEqual(['.text', '.token']);
});
