import type { Context } from 'hono';
import { z } from 'zod';
import { nameCredential } from '~/auth/guards';
import type { AppContext } from '~/context';
import { listFilteredExecutions } from '~/db/executions/logs/search-executions';
import { cancelExecution, runManually } from '~/services/runs/control';
import { cancelAutomaticReplay } from '~/services/runs/automatic-replays';
import { replayExecution } from '~/services/runs/replay-execution';
import type { Queued } from '~/services/runs/run-once';
import { continueExecution } from '~/services/runs/continue-wait';
import { findExplainedLog, listExplainedLogs } from '~/services/executions/wait-reason';
import { toExecutionSummary } from '~/services/executions/execution-log';
import { type ApiEnv, problemResponse, maxBodyBytes } from './http/problem-response';
import { actorOf, authorizeIntegration, guardIntegration } from './http/authorize';
import { streamChanges } from './http/responses/change-stream';
import { respondExactJson } from './http/responses/exact-json';
import { createStreamPlaces } from './http/responses/stream-places';
import { linkToNextPage, pageHeaders, PageQuery, takePage } from './http/pagination';
import { bodyOf, createApi, defineRoute, jsonBody, pathOf } from './openapi/route';
import {
  CancelledExecution,
  CancelledReplay,
  ContinuedExecution,
  ExecutionLogResponse,
  ExecutionSummaryResponse,
  ItemsQuery,
  QueuedExecution,
  ReplayBody,
} from './shapes/execution';
import { ExecutionQuery, readExecutionFilter } from './execution-filter';
import { readTriggerData } from './http/bodies/trigger-data';

/**
 * The executions of `/api/integrations/{id}`: their logs, a stream that tells when to read the logs again, and the calls that
 * control executions. An execution of another organization answers like a missing one.
 */
export function createExecutionsApi(context: AppContext) {
  const api = createApi();
  const ours = { tag: 'Executions', ...guardIntegration(context, 'member') } as const;
  const running = { ...ours, ...guardIntegration(context, 'runner') } as const;
  const params = pathOf('id');
  const one = pathOf('id', 'executionId');

  const logsRoute = defineRoute({
    ...ours,
    method: 'get',
    path: '/{id}/execution-logs',
    id: 'listExecutionLogs',
    summary: 'List executions with their whole logs',
    text: 'Newest first. A page may hold fewer than asked for: at least one, and then no more than 8 MiB of requests and responses.',
    request: { params, query: PageQuery },
    responses: {
      200: { description: 'The logs.', schema: ExecutionLogResponse.array(), headers: pageHeaders },
    },
  });
  api.openapi(logsRoute, async (c) => {
    const { limit, cursor: before } = c.req.valid('query');
    const { logs, nextBefore } = await listExplainedLogs(context, { ...ownerOf(c), before, limit });
    if (nextBefore) linkToNextPage(c, nextBefore);
    return respondExactJson(c, logs);
  });

  const searchRoute = defineRoute({
    ...ours,
    method: 'get',
    path: '/{id}/executions',
    id: 'listExecutions',
    summary: 'List executions',
    text: 'Newest first, without their logs. All filters given must match.',
    request: { params, query: ExecutionQuery },
    responses: {
      200: { description: 'The executions.', schema: ExecutionSummaryResponse.array(), headers: pageHeaders },
    },
  });
  api.openapi(searchRoute, async (c) => {
    const query = c.req.valid('query');
    const page = { limit: query.limit, cursor: query.cursor };
    const filter = readExecutionFilter(query);
    const asked = { ...ownerOf(c), filter, before: page.cursor, limit: page.limit + 1 };
    const { executions } = await listFilteredExecutions(context.db, asked);
    return c.json(takePage(c, page, executions, ({ id }) => id).map(toExecutionSummary));
  });

  const readRoute = defineRoute({
    ...ours,
    method: 'get',
    path: '/{id}/executions/{executionId}',
    id: 'readExecution',
    summary: 'Read an execution with its log',
    text: 'With 20 items of each for each and their calls: the first ones, or those that the parameters name.',
    request: { params: one, query: ItemsQuery },
    responses: { 200: { description: 'The execution.', schema: ExecutionLogResponse } },
  });
  api.openapi(readRoute, async (c) => {
    const { executionId } = c.req.valid('param');
    const { loop, item, failed } = c.req.valid('query');
    const items = loop === undefined ? undefined : { loop, item, failedOnly: failed === 'true' };
    const log = await findExplainedLog(context, ownerOf(c), executionId, items);
    if (!log) return problemResponse(c, { kind: 'not-found' });
    c.header('Content-Disposition', `attachment; filename="execution-${executionId}.json"`);
    return respondExactJson(c, log);
  });

  const streamRoute = defineRoute({
    ...ours,
    method: 'get',
    path: '/{id}/execution-logs/stream',
    id: 'followExecutions',
    summary: 'Follow changes',
    text: 'Server-sent events: `change` after each burst of changes. The stream ends within seconds of the session, the token or the membership; a session or token has 20 at most, a person 200.',
    isFresh: true,
    request: { params },
    responses: { 200: { description: 'The stream.', schema: z.string(), mediaType: 'text/event-stream' } },
    problems: ['too-many-requests'],
  });
  const places = createStreamPlaces();
  api.openapi(streamRoute, async (c) => {
    const { id } = c.req.valid('param');
    const credential = await nameCredential(context, c.req.raw);
    const place = places.take({ credential, userId: actorOf(c).userId });
    if ('refused' in place) {
      const { refused: message } = place;
      return problemResponse(c, { kind: 'too-many-requests', retryAfterSeconds: 5, message });
    }
    return streamChanges(c.req.raw, {
      follow: (onChange) => context.changeEvents.subscribe(id, onChange),
      isAllowed: async () => (await authorizeIntegration(context, c, id, { isUse: false })).kind === 'actor',
      onEnd: place.giveBack,
    });
  });

  const runRoute = defineRoute({
    ...running,
    method: 'post',
    path: '/{id}/run',
    id: 'runIntegration',
    summary: 'Run an integration now',
    text: 'Whatever its trigger, also as a draft. When its trigger has a form, the trigger data holds the values of its fields: 422 names each field that is missing or wrong. 409 when there is nothing to run.',
    body: { maxBytes: maxBodyBytes, mayHoldHalfPairs: true },
    request: { params, body: bodyOf('RunInput', { required: false, example: { triggerData: { id: 7 } } }) },
    responses: { 202: { description: 'It will run.', schema: QueuedExecution } },
    problems: ['conflict'],
  });
  api.openapi(runRoute, async (c) => {
    const body = await readTriggerData(c);
    if (body.kind !== 'payload') return problemResponse(c, body);
    const { integrationId } = ownerOf(c);
    return respondQueued(
      c,
      await runManually(context, actorOf(c), {
        integrationId,
        triggerData: body.value,
        request: body.request,
      }),
    );
  });

  const cancelRoute = defineRoute({
    ...running,
    method: 'post',
    path: '/{id}/executions/{executionId}/cancel',
    id: 'cancelExecution',
    summary: 'Cancel an execution',
    text: 'It sends nothing more, and a call in flight is aborted. 409 when it has ended.',
    request: { params: one },
    responses: { 200: { description: 'Cancelled.', schema: CancelledExecution } },
    problems: ['conflict'],
  });
  api.openapi(cancelRoute, async (c) => {
    const { executionId } = c.req.valid('param');
    const { integrationId } = ownerOf(c);
    const outcome = await cancelExecution(context, actorOf(c), { integrationId, executionId });
    if (outcome.kind !== 'cancelled') return problemResponse(c, outcome);
    return c.json({ executionId, status: 'cancelled' });
  });

  const continueRoute = defineRoute({
    ...running,
    method: 'post',
    path: '/{id}/executions/{executionId}/continue',
    id: 'continueExecution',
    summary: 'End the wait of an execution',
    text: 'The execution goes on with the call that it waits before. 409 when it does not wait before a call.',
    request: { params: one },
    responses: { 202: { description: 'It will go on.', schema: ContinuedExecution } },
    problems: ['conflict'],
  });
  api.openapi(continueRoute, async (c) => {
    const { executionId } = c.req.valid('param');
    const { integrationId } = ownerOf(c);
    const outcome = await continueExecution(context, actorOf(c), { integrationId, executionId });
    if (outcome.kind !== 'continued') return problemResponse(c, outcome);
    return c.json({ executionId, status: 'running' }, 202);
  });

  const replayRoute = defineRoute({
    ...running,
    method: 'post',
    path: '/{id}/executions/{executionId}/replay',
    id: 'replayExecution',
    summary: 'Run an ended execution again',
    text: 'With its trigger data, as a new execution of the current version, instead of an automatic replay that is to come. 409 when it has not ended, or when there is no call to continue from.',
    request: { params: one, body: jsonBody(ReplayBody, { from: 'failed' }) },
    responses: { 202: { description: 'It will run.', schema: QueuedExecution } },
    problems: ['conflict'],
  });
  api.openapi(replayRoute, async (c) => {
    const { executionId } = c.req.valid('param');
    const target = { integrationId: ownerOf(c).integrationId, executionId, ...c.req.valid('json') };
    return respondQueued(c, await replayExecution(context, actorOf(c), target));
  });

  const cancelReplayRoute = defineRoute({
    ...running,
    method: 'post',
    path: '/{id}/executions/{executionId}/cancel-replay',
    id: 'cancelReplay',
    summary: 'Cancel the automatic replay of an execution',
    text: 'The failed execution stays as it is. 409 when no automatic replay of it is to come.',
    request: { params: one },
    responses: { 200: { description: 'Cancelled.', schema: CancelledReplay } },
    problems: ['conflict'],
  });
  api.openapi(cancelReplayRoute, async (c) => {
    const { executionId } = c.req.valid('param');
    const { integrationId } = ownerOf(c);
    const outcome = await cancelAutomaticReplay(context, actorOf(c), { integrationId, executionId });
    if (outcome.kind !== 'cancelled') return problemResponse(c, outcome);
    return c.json({ executionId, replay: 'cancelled' });
  });

  return api;
}

function respondQueued(c: Context<ApiEnv>, outcome: Queued): Response {
  if (outcome.kind !== 'queued') return problemResponse(c, outcome);
  return c.json({ executionId: outcome.executionId, status: 'queued' }, 202);
}

/** Returns the integration in the path, and the organization that the guard found to own it. */
function ownerOf(c: Context<ApiEnv>): { organizationId: string; integrationId: string } {
  return { organizationId: actorOf(c).organizationId, integrationId: c.req.param('id') ?? '' };
}
