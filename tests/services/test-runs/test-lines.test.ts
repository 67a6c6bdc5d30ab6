import { beforeEach, expect, test } from 'vitest';
import { listTestRuns } from '~/services/test-runs/log';
import { findOpenedLog } from '~/services/test-runs/opened-log';
import { listTests } from '~/services/test-runs/test-lines';
import { runManually } from '~/services/runs/control';
import { runExecution } from '~/services/runs/run-execution';
import { createRunSetup, never, type RunSetup } from '../runs/run-setup';

let setup: RunSetup;
let organizationId: string;

beforeEach(async () => {
  setup = await createRunSetup();
  ({ organizationId } = setup.actor);
});

async function runTest(integrationId: string): Promise<string> {
  const asked = { integrationId, triggerData: { n: 1 }, isTest: true };
  const outcome = await runManually(setup.context, setup.actor, asked);
  if (outcome.kind !== 'queued') throw new Error(outcome.kind);
  await runExecution(setup.context, await setup.claim(), never);
  return outcome.executionId;
}

const ownerOf = (integrationId: string) => ({ integrationId, organizationId });

/** Two calls, of which one has a condition before it, an odd address, and one variable that is not there. */
function seedChain() {
  const mapping = { extractFields: [{ jsonPath: '.nothing', saveAs: 'nothing' }] };
  return setup.seed({
    apiCalls: [
      { ...setup.firstCall, url: `${setup.target.url}/first?a=%22,%22headers%22:&b=","headers":` },
      { ...setup.secondCall, responseMapping: mapping },
    ],
    conditionalExecutionSteps: [
      {
        id: 'check',
        order: 1.5,
        conditionalExecution: { condition: { field: 'token', operator: 'exists' } },
      },
    ],
  });
}

test('a line tells the same as the whole log', async () => {
  const id = await seedChain();
  const executionId = await runTest(id);
  const [whole] = await listTestRuns(setup.context, ownerOf(id));
  const [listed] = await listTests(setup.context, ownerOf(id));
  expect(listed).toMatchObject({ id: executionId, status: 'completed', startedAt: whole?.startedAt });
  expect(listed?.lines).toHaveLength(3);
  expect(listed?.lines).toEqual(
    whole?.logs.map(({ id: lineId, kind, status, apiCallName, message, createdAt, details }) => ({
      id: lineId,
      executionId,
      kind,
      status,
      apiCallName,
      message,
      createdAt,
      request: details.request && { method: details.request.method, url: details.request.url },
      statusCode: details.response?.status ?? null,
      duration: details.duration,
      attempts: details.responseHandlingExecution?.retryAttempts.length ?? 0,
      condition: details.conditionalExecution,
      hasDetails: details.request !== null,
    })),
  );
});

test('lines hold no bodies, however large the log is; one of them is read by its id', async () => {
  const token = 'x'.repeat(200_000);
  setup.answers.handler = (_request, response) => response.end(JSON.stringify({ token }));
  const id = await setup.seed({ apiCalls: [setup.firstCall] });
  for (let n = 0; n < 6; n += 1) await runTest(id);
  const tests = await listTests(setup.context, ownerOf(id));
  expect(tests).toHaveLength(6);
  expect(JSON.stringify(tests).length).toBeLessThan(10_000);
  const log = await findOpenedLog(setup.context, ownerOf(id), tests[0]?.lines[0]?.id ?? '');
  expect(log?.details.request?.body).toBe('{\n  "n": 1\n}');
  expect(log?.details.response?.body).toMatch(/^\{"token":"x{3000,}…$/);
});

test('a call that was tried again has all its attempts in its log', async () => {
  setup.answers.handler = (_request, response) => response.writeHead(503).end('busy');
  const id = await setup.seed({
    apiCalls: [setup.firstCall],
    responseHandlingSteps: [
      {
        id: 'handling',
        order: 1.2,
        nextApiCallId: setup.firstCall.id,
        responseHandling: {
          defaultAction: 'stop_notify',
          statusCodeActions: [
            { statusCodes: ['5xx'], action: 'retry', retryConfig: { maxRetries: 1, retryDelay: 100 } },
          ],
        },
      },
    ],
  });
  await runTest(id);
  setup.context.clock.advance(1_000);
  await runExecution(setup.context, await setup.claim(), never);
  const [listed] = await listTests(setup.context, ownerOf(id));
  expect(listed?.lines).toMatchObject([{ kind: 'RETRY', status: 'error', statusCode: 503 }]);
  const log = await findOpenedLog(setup.context, ownerOf(id), listed?.lines[0]?.id ?? '');
  const attempts = log?.details.responseHandlingExecution?.retryAttempts;
  expect(attempts?.map(({ response }) => response)).toEqual([
    { status: 503, body: 'busy' },
    { status: 503, body: 'busy' },
  ]);
});

test('nobody reads lines or logs of another organization, nor what is no line', async () => {
  const id = await seedChain();
  await runTest(id);
  const [line] = (await listTests(setup.context, ownerOf(id)))[0]?.lines ?? [];
  const stranger = { integrationId: id, organizationId: 'another' };
  expect(await listTests(setup.context, stranger)).toEqual([]);
  expect(await findOpenedLog(setup.context, stranger, line?.id ?? '')).toBeUndefined();
  for (const wrong of ['', 'constructor', `${line?.id}-0`, line?.executionId ?? '']) {
    expect(await findOpenedLog(setup.context, ownerOf(id), wrong), wrong).toBeUndefined();
  }
});
