import type { Context } from 'hono';
import { z } from 'zod';
import type { AppContext } from '~/context';
import { findDefinedIntegration } from '~/db/integrations/integrations';
import { describeDeliveries, describeStatistics } from '~/services/monitoring/operational-status';
import { trySavedItems } from '~/services/test-runs/items/try-items';
import { runTest } from '~/services/test-runs/whole-chain';
import { listTestRuns } from '~/services/test-runs/log';
import { type ApiEnv, problemResponse, maxBodyBytes } from '../http/problem-response';
import { actorOf, findEndedRights, guardIntegration } from '../http/authorize';
import { describeIssues } from '../http/bodies/json-body';
import { cutPage, pageHeaders, PageQuery } from '../http/pagination';
import { bodyOf, createApi, defineRoute, pathOf } from '../openapi/route';
import { DeliveryResponse, StatisticsResponse } from '../shapes/execution';
import { CallTestResponse } from '../shapes/integration';
import { IntegrationTestResponse, ItemsTestInput, TestLogResponse } from '../shapes/test';
import { readTriggerData } from '../http/bodies/trigger-data';

/** The longest wait for a test; the caller then gets the log so far. Many clients and proxies give up after a minute. */
const maxWaitSeconds = 50;

const waitText = `Write a number of seconds from 0 to ${maxWaitSeconds}`;

const WaitQuery = z.object({
  wait: z.coerce
    .number(waitText)
    .min(0, waitText)
    .max(maxWaitSeconds, waitText)
    .default(maxWaitSeconds)
    .describe('Seconds to wait for its end.'),
});

/** Tests of an integration, and its statistics: `/api/integrations/{id}/test`, `…/test-logs`, `…/statistics`. */
export function createTestsApi(context: AppContext) {
  const api = createApi();
  const ours = { tag: 'Integrations', ...guardIntegration(context, 'member') } as const;
  const running = { ...ours, ...guardIntegration(context, 'runner') } as const;
  const params = pathOf('id');

  const testRoute = defineRoute({
    ...running,
    method: 'post',
    path: '/{id}/test',
    id: 'testIntegration',
    summary: 'Test an integration and wait for the result',
    text: 'Without `triggerData`, it uses the last payload, the captured sample or an example, whichever exists. The data must fit the form of the trigger, if it has one. 409 when there is nothing to run.',
    body: { maxBytes: maxBodyBytes, mayHoldHalfPairs: true },
    request: {
      params,
      query: WaitQuery,
      body: bodyOf('RunInput', { required: false, example: { triggerData: { id: 7 } } }),
    },
    responses: {
      200: { description: 'It has ended.', schema: IntegrationTestResponse },
      202: {
        description:
          'It has not ended; this is its log so far. `waits` says why it does not begin or go on, where something holds it. A test that cannot begin within the wait is answered at once.',
        schema: IntegrationTestResponse,
      },
    },
    problems: ['conflict', 'too-many-requests'],
  });
  api.openapi(testRoute, async (c) => {
    const body = await readTriggerData(c);
    if (body.kind !== 'payload') return problemResponse(c, body);
    const asked = { integrationId: c.req.valid('param').id, triggerData: body.value, request: body.request };
    const waiting = { maxMs: c.req.valid('query').wait * 1000, signal: c.req.raw.signal };
    const outcome = await runTest(context, actorOf(c), asked, waiting);
    if (outcome.kind !== 'tested') return problemResponse(c, outcome);
    const ended = await findEndedRights(context, c, asked.integrationId);
    if (ended) return problemResponse(c, ended);
    return c.json(outcome.test, outcome.test.success === null ? 202 : 200);
  });

  const itemsRoute = defineRoute({
    ...running,
    method: 'post',
    path: '/{id}/test-items',
    id: 'testItems',
    summary: 'Send the calls of a for each for the first two items now',
    text: 'Uses the saved chain, and the list of the last execution or of a captured sample; without one, it first sends the `GET` of the chain that saves the list. 422 when there is no list. No execution is stored. The audit log says who sent it to which host.',
    request: { params, body: bodyOf('ItemsTestInput', { example: { callId: 'ship' } }) },
    responses: { 200: { description: 'The responses.', schema: CallTestResponse } },
    problems: ['too-many-requests'],
  });
  api.openapi(itemsRoute, async (c) => {
    const input = ItemsTestInput.safeParse(c.get('sentJson'));
    if (!input.success) return problemResponse(c, describeIssues(input.error.issues));
    const { id } = c.req.valid('param');
    const outcome = await trySavedItems(context, actorOf(c), id, input.data.callId);
    if (outcome.kind !== 'tested') return problemResponse(c, outcome);
    const ended = await findEndedRights(context, c, id);
    return ended ? problemResponse(c, ended) : c.json(outcome.test);
  });

  const logsRoute = defineRoute({
    ...ours,
    method: 'get',
    path: '/{id}/test-logs',
    id: 'listTestLogs',
    summary: 'List the logs of the last tests',
    text: 'Newest first, of ten tests at most.',
    request: { params, query: PageQuery },
    responses: { 200: { description: 'The logs.', schema: TestLogResponse.array(), headers: pageHeaders } },
  });
  api.openapi(logsRoute, async (c) => {
    const { organizationId } = actorOf(c);
    const logs = (await listTestRuns(context, { organizationId, integrationId: c.req.valid('param').id }))
      .flatMap((run) => run.logs)
      .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
    return c.json(cutPage(c, c.req.valid('query'), logs, ({ id }) => id));
  });

  const statisticsRoute = defineRoute({
    ...ours,
    method: 'get',
    path: '/{id}/statistics',
    id: 'readStatistics',
    summary: 'Read the statistics',
    request: { params },
    responses: { 200: { description: 'The figures.', schema: StatisticsResponse } },
  });
  api.openapi(statisticsRoute, async (c) => {
    const integration = await findOwn(c);
    if (!integration) return problemResponse(c, { kind: 'not-found' });
    return c.json(await describeStatistics(context, integration));
  });

  const deliveriesRoute = defineRoute({
    ...ours,
    method: 'get',
    path: '/{id}/deliveries',
    id: 'listDeliveries',
    summary: 'List the last deliveries, rejected ones included',
    text: 'Newest first, ten at most.',
    request: { params },
    responses: { 200: { description: 'The deliveries.', schema: DeliveryResponse.array() } },
  });
  api.openapi(deliveriesRoute, async (c) => {
    const integration = await findOwn(c);
    if (!integration) return problemResponse(c, { kind: 'not-found' });
    return c.json(await describeDeliveries(context, integration));
  });

  function findOwn(c: Context<ApiEnv>) {
    const { organizationId } = actorOf(c);
    return findDefinedIntegration(context.db, { id: c.req.param('id') ?? '', organizationId });
  }

  return api;
}
