import { type Context, Hono } from 'hono';
import { z } from 'zod';
import type { AppContext } from '~/context';
import { findExecutionLog, listExecutionLogs } from '~/db/execution-logs';
import { isNestedDeeperThan, parseJson, stringifyJson } from '~/engine/json';
import type { Problem } from '~/problem';
import { cancelExecution, type Queued, replayExecution, runManually } from '~/services/run-control';
import type { Actor } from '~/services/integrations';
import { runTest } from '~/services/test-integration';
import { listTestRuns } from '~/services/test-logs';
import { type ApiEnv, answerProblem, largestBody, readJson } from './answer';
import { authorizeIntegration } from './authorize';
import { streamChanges } from './change-stream';
import { linkToNextPage, readPage } from './page';

const ReplayBody = z.object({
  from: z.enum(['start', 'failed'], { error: "Use 'start' or 'failed'" }),
});

/** After so long whoever waits for a test is answered how far it is: many clients and proxies give up after a minute. */
const longestTestMs = 50_000;

/** Deeper payloads are made to exhaust whoever walks them, not to say something. */
const maxDepth = 64;

/**
 * The executions of `/api/integrations/{id}`: their logs, a stream that tells when to read them again, and what can be
 * done about them. What belongs to another organization answers like what does not exist.
 */
export function createExecutionsApi(context: AppContext) {
  const api = new Hono<ApiEnv>();

  api.get('/:id/execution-logs', async (c) => {
    const scope = await findScope(context, c);
    if (scope.kind !== 'scope') return answerProblem(c, scope);
    const page = readPage(c);
    const { logs, nextBefore } = listExecutionLogs(context.db, {
      ...scope,
      before: page.cursor,
      limit: page.limit,
    });
    if (nextBefore) linkToNextPage(c, nextBefore);
    return answerDigits(c, logs);
  });

  api.get('/:id/executions/:executionId', async (c) => {
    const scope = await findScope(context, c);
    if (scope.kind !== 'scope') return answerProblem(c, scope);
    const log = findExecutionLog(context.db, scope, c.req.param('executionId'));
    return log ? answerDigits(c, log) : answerProblem(c, { kind: 'not-found' });
  });

  api.get('/:id/execution-logs/stream', async (c) => {
    const scope = await findScope(context, c);
    if (scope.kind !== 'scope') return answerProblem(c, scope);
    return streamChanges(c.req.raw, (onChange) => context.followers.follow(scope.integrationId, onChange));
  });

  api.get('/:id/test-logs', async (c) => {
    const scope = await findScope(context, c);
    if (scope.kind !== 'scope') return answerProblem(c, scope);
    const { limit, cursor } = readPage(c);
    const logs = listTestRuns(context, scope)
      .flatMap((run) => run.logs)
      .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
    const first = cursor === undefined ? 0 : logs.findIndex(({ id }) => id === cursor) + 1;
    const page = logs.slice(first, first + limit);
    const last = page.at(-1);
    if (last && first + limit < logs.length) linkToNextPage(c, last.id);
    return c.json(page);
  });

  api.post('/:id/test', async (c) => {
    const scope = await findScope(context, c);
    if (scope.kind !== 'scope') return answerProblem(c, scope);
    const body = await readTriggerData(c);
    if (body.kind !== 'payload') return answerProblem(c, body);
    const { integrationId } = scope;
    const asked = { integrationId, triggerData: body.value };
    const waiting = { maxMs: longestTestMs, signal: c.req.raw.signal };
    const outcome = await runTest(context, scope.actor, asked, waiting);
    if (outcome.kind !== 'tested') return answerProblem(c, outcome);
    return c.json(outcome.test, outcome.test.success === null ? 202 : 200);
  });

  api.post('/:id/run', async (c) => {
    const scope = await findScope(context, c);
    if (scope.kind !== 'scope') return answerProblem(c, scope);
    const body = await readTriggerData(c);
    if (body.kind !== 'payload') return answerProblem(c, body);
    const { integrationId } = scope;
    return answerQueued(c, runManually(context, scope.actor, { integrationId, triggerData: body.value }));
  });

  api.post('/:id/executions/:executionId/cancel', async (c) => {
    const scope = await findScope(context, c);
    if (scope.kind !== 'scope') return answerProblem(c, scope);
    const { integrationId } = scope;
    const executionId = c.req.param('executionId');
    const outcome = cancelExecution(context, scope.actor, { integrationId, executionId });
    if (outcome.kind !== 'cancelled') return answerProblem(c, outcome);
    return c.json({ executionId, status: 'cancelled' });
  });

  api.post('/:id/executions/:executionId/replay', async (c) => {
    const scope = await findScope(context, c);
    if (scope.kind !== 'scope') return answerProblem(c, scope);
    const body = await readJson(c, ReplayBody);
    if (body.kind !== 'value') return answerProblem(c, body);
    const { integrationId } = scope;
    const target = { integrationId, executionId: c.req.param('executionId'), ...body.value };
    return answerQueued(c, replayExecution(context, scope.actor, target));
  });

  return api;
}

function answerQueued(c: Context<ApiEnv>, outcome: Queued): Response {
  if (outcome.kind !== 'queued') return answerProblem(c, outcome);
  return c.json({ executionId: outcome.executionId, status: 'queued' }, 202);
}

/** Not as c.json does it: numbers that JavaScript would change keep their digits. */
function answerDigits(c: Context<ApiEnv>, value: unknown): Response {
  return c.body(stringifyJson(value), 200, { 'Content-Type': 'application/json' });
}

/** `{triggerData?}`, or no body at all; undefined when it says nothing of it. Not only as readJson reads it: the payload's numbers keep their digits. */
async function readTriggerData(c: Context<ApiEnv>): Promise<{ kind: 'payload'; value: unknown } | Problem> {
  if (c.req.header('Content-Type') === undefined) return { kind: 'payload', value: undefined };
  const copy = c.req.raw.clone();
  const body = await readJson(c, z.looseObject({}), largestBody);
  if (body.kind !== 'value') return body;
  const text = await copy.text();
  if (isNestedDeeperThan(text, maxDepth)) {
    return { kind: 'invalid', message: `The payload is nested deeper than ${maxDepth} levels.` };
  }
  const { triggerData } = parseJson(text) as { triggerData?: unknown };
  return { kind: 'payload', value: triggerData };
}

type Scope = { kind: 'scope'; organizationId: string; integrationId: string; actor: Actor };

async function findScope(context: AppContext, c: Context<ApiEnv>): Promise<Scope | Problem> {
  const integrationId = c.req.param('id') ?? '';
  const actor = await authorizeIntegration(context, c, integrationId);
  if (actor.kind !== 'actor') return actor;
  return { kind: 'scope', organizationId: actor.organizationId, integrationId, actor };
}
