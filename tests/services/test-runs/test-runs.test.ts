import { beforeEach, expect, test } from 'vitest';
import { findDefinedIntegration, findIntegration } from '~/db/integrations/integrations';
import { findTriggerCount } from '~/db/integrations/monthly-triggers';
import { listExecutionDays } from '~/db/executions/daily-counts';
import { listTestExecutionIds } from '~/db/executions/logs/test-executions';
import type { TriggerConfig } from '~/engine/integration';
import { stringifyJson } from '~/engine/json/json';
import { cancelExecution } from '~/services/runs/control';
import { describeOperations } from '~/services/monitoring/operational-status';
import { runManually } from '~/services/runs/control';
import { runExecution } from '~/services/runs/run-execution';
import { chooseTestData, findTestData } from '~/services/test-runs/input-data';
import { listTestRuns } from '~/services/test-runs/log';
import { explain } from '../../support/explain';
import { webhookTrigger } from '../../support/seed';
import { createRunSetup, never, type RunSetup } from '../runs/run-setup';

let setup: RunSetup;
let organizationId: string;

beforeEach(async () => {
  setup = await createRunSetup();
  ({ organizationId } = setup.actor);
});

async function runTest(integrationId: string, triggerData: unknown = { n: 1 }): Promise<string> {
  const outcome = await runManually(setup.context, setup.actor, { integrationId, triggerData, isTest: true });
  if (outcome.kind !== 'queued') throw new Error(outcome.kind);
  await runExecution(setup.context, await setup.claim(), never);
  return outcome.executionId;
}

async function runReal(integrationId: string, payload: string): Promise<void> {
  await setup.accept(integrationId, payload);
  await runExecution(setup.context, await setup.claim(), never);
}

const list = (integrationId: string) => listTestRuns(setup.context, { integrationId, organizationId });

test('a test is distinguished from what a trigger began, and counts as the last test', async () => {
  const id = await setup.seed();
  await runReal(id, '{"n":1}');
  const executionId = await runTest(id);
  expect(await list(id)).toMatchObject([{ id: executionId, status: 'completed', errorMessage: null }]);
  const { db } = setup.context;
  const now = setup.context.now();
  const integration = await findIntegration(db, { id, organizationId });
  expect(integration).toMatchObject({ lastTestAt: now, totalExecutions: 2 });
  // Nothing triggered the test.
  expect(await findTriggerCount(db, id, now)).toBe(1);
  const days = await listExecutionDays(db, { organizationId, until: now, count: 1 });
  expect(days).toMatchObject([{ completed: 2, tests: 1 }]);
});

test('calls are listed in the order of time, with request and response', async () => {
  const id = await setup.seed({ apiCalls: [setup.firstCall, setup.secondCall] });
  await runTest(id);
  const [run] = await list(id);
  expect(run?.logs.map(({ kind, status, apiCallName }) => [kind, status, apiCallName])).toEqual([
    ['API CALL', 'success', 'First'],
    ['API CALL', 'success', 'Second'],
  ]);
  const details = run?.logs[0]?.details;
  expect(details?.request).toMatchObject({
    method: 'POST',
    url: `${setup.target.url}/first`,
    body: '{"n": 1}',
  });
  expect(details?.response).toMatchObject({ status: 200, body: '{"token":"abc"}' });
});

test('a failed extraction is a warning, and a call that ends the execution an error', async () => {
  const missing = { extractFields: [{ jsonPath: '.nothing', saveAs: 'nothing' }] };
  const first = { ...setup.firstCall, responseMapping: missing };
  const id = await setup.seed({
    apiCalls: [first, { ...setup.secondCall, url: `${setup.target.url}/{{nobody}}` }],
  });
  const executionId = await runTest(id);
  const [run] = await list(id);
  expect(run).toMatchObject({ id: executionId, status: 'error' });
  expect(run?.logs.map(({ status }) => status)).toEqual(['warning', 'error']);
  expect(run?.logs[0]?.message).toBe('HTTP 200, not mapped: nothing');
  expect(run?.logs[1]?.details).toMatchObject({ request: null, error: expect.stringContaining('nobody') });
});

test('a call that was sent without a variable of the payload is a warning', async () => {
  const variables = [{ name: 'phone', jsonPath: '$.phone' }];
  const id = await setup.seed({
    triggerConfig: webhookTrigger({ variables }),
    apiCalls: [{ ...setup.firstCall, body: '{"phone":"{{phone}}"}' }],
  });
  await runTest(id, { email: 'a@b.example' });
  await runTest(id, { phone: '' });
  expect((await list(id)).map(({ logs: [log] }) => [log?.status, log?.message])).toEqual([
    ['success', 'HTTP 200'],
    ['warning', 'HTTP 200, sent without a value: phone'],
  ]);
});

test('a condition shows what it compared, and the call that it skips says why', async () => {
  const check = {
    id: 'check',
    order: 1.5,
    conditionalExecution: {
      enabled: true,
      executionTrigger: 'conditional',
      condition: { field: 'token', operator: 'equals', value: 'other' },
    },
  };
  const id = await setup.seed({ conditionalExecutionSteps: [check] });
  await runTest(id);
  const logs = (await list(id))[0]?.logs ?? [];
  expect(logs.map(({ kind, status }) => [kind, status])).toEqual([
    ['API CALL', 'success'],
    ['CONDITIONAL EXECUTION', 'conditional'],
    ['CONDITIONAL EXECUTION', 'skipped'],
  ]);
  expect(logs[1]?.details.conditionalExecution).toEqual({
    fieldName: 'token',
    conditionType: 'equals',
    expectedValue: 'other',
    actualValue: 'abc',
    conditionMet: false,
    nextApiCallAction: 'skip',
  });
  expect(logs[1]?.message).toBe('Condition not met: Second is skipped; the run ends');
  expect(logs[2]?.message).toMatch(/^Conditional execution:/);
  expect(logs.map(({ createdAt }) => createdAt)).toEqual(logs.map(({ createdAt }) => createdAt).toSorted());
});

test('a condition that ends the run says so, and of several whether another decided', async () => {
  const rows = [
    { field: 'token', operator: 'equals', value: 'other' },
    { field: 'token', operator: 'exists' },
  ];
  const check = (match: string) => ({
    id: 'check',
    order: 1.5,
    match,
    otherwise: 'end',
    conditionalExecution: { conditions: rows },
  });
  const told = async (match: string) => {
    const id = await setup.seed({ conditionalExecutionSteps: [check(match)] });
    await runTest(id);
    const [run] = await list(id);
    expect(run?.status).toBe('completed');
    return run?.logs.slice(1).map(({ message }) => message);
  };
  expect(await told('all')).toEqual([
    'Condition not met: the run ends here',
    'Condition met, but another is not: the run ends here',
    'Conditional execution: token equals "other" is not met: the value is "abc". The run ended.',
  ]);
  expect(await told('any')).toEqual([
    'Condition not met, but another is: the run continues with Second',
    'Condition met: the run continues with Second',
    'HTTP 200',
  ]);
});

test('heavy logs leave out older tests, never the newest', async () => {
  setup.answers.handler = (_request, response) =>
    response.end(JSON.stringify({ token: 'x'.repeat(200_000) }));
  const id = await setup.seed({ apiCalls: [setup.firstCall] });
  for (let n = 0; n < 7; n += 1) await runTest(id);
  const newest = await runTest(id);
  const runs = await list(id);
  expect(runs[0]?.id).toBe(newest);
  expect(runs.length).toBeGreaterThan(1);
  expect(runs.length).toBeLessThan(8);
  const owner = { integrationId: id, organizationId };
  expect(await listTestExecutionIds(setup.context.db, owner, { limit: 10, maxBytes: 1 })).toEqual([newest]);
});

test('tests are found by their index, and those of another organization not at all', async () => {
  const id = await setup.seed();
  await runTest(id);
  expect(await listTestRuns(setup.context, { integrationId: id, organizationId: 'another' })).toEqual([]);
  const plans = await explain(setup.context.db, (queries) =>
    listTestExecutionIds(queries, { integrationId: id, organizationId }, { limit: 10, maxBytes: 1 }),
  );
  expect(plans[0]).toContain('USING INDEX executions_tests');
  expect(plans.join()).not.toContain('TEMP B-TREE');
});

test('test data is the last real payload, not that of a test, and an example of what a webhook asks for', async () => {
  const id = await setup.seed();
  const { context } = setup;
  const find = (trigger: TriggerConfig = { type: 'manual' }) =>
    findTestData(context, { id, organizationId, version: 1 }, trigger);
  expect(await find()).toEqual({});
  expect(chooseTestData(await find())).toBeUndefined();
  const webhook = webhookTrigger({ variables: [{ name: 'n', jsonPath: '.n' }] }) as TriggerConfig;
  expect(chooseTestData(await find(webhook))).toEqual({ n: 'sample n' });
  await runReal(id, '{"n":1.10}');
  await runTest(id, { n: 2 });
  expect(await find(webhook)).toMatchObject({
    last: '{\n  "n": 1.10\n}',
    example: '{\n  "n": "sample n"\n}',
  });
  expect(stringifyJson(chooseTestData(await find(webhook)))).toBe('{"n":1.10}');
  await runReal(id, JSON.stringify({ n: 1, long: 'x'.repeat(70_000) }));
  expect(await find()).toEqual({});
});

test('the figures are of what ended, and deliveries stand beside what was rejected', async () => {
  const id = await setup.seed();
  const { context } = setup;
  const read = async () => {
    const integration = await findDefinedIntegration(context.db, { id, organizationId });
    if (!integration) throw new Error('The integration is gone');
    return describeOperations(context, integration);
  };
  expect((await read()).statistics).toEqual({
    totalExecutions: 0,
    successRate: null,
    averageDuration: null,
    lastExecutionAt: null,
  });
  for (let n = 0; n < 2; n += 1) await runReal(id, '{"n":1}');
  context.clock.advance(1000);
  setup.answers.handler = (_request, response) => response.writeHead(500).end();
  await runReal(id, '{"n":1}');
  context.clock.advance(1000);
  context.rejections.record(id, { at: context.now(), status: 401, reason: 'Wrong' });
  await setup.accept(id, '{"n":2}');
  const { statistics, recent, deliveries } = await read();
  expect(statistics.totalExecutions).toBe(3);
  expect(statistics.successRate?.toFixed(1)).toBe('66.7');
  const executionId = recent[0]?.id ?? '';
  await cancelExecution(context, setup.actor, { integrationId: id, executionId });
  expect((await read()).statistics).toMatchObject({ totalExecutions: 4, successRate: 50 });
  expect(recent.map(({ status }) => status)).toEqual(['queued', 'error', 'completed', 'completed']);
  expect(deliveries.map(({ outcome }) => outcome.kind)).toContain('refused');
  expect(deliveries.find(({ outcome }) => outcome.kind === 'refused')).toMatchObject({
    count: 1,
    reason: 'Wrong',
  });
  expect(deliveries).toHaveLength(5);
});
