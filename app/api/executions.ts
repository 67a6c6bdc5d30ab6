import { type Context, Hono } from 'hono';
import { authenticateApi } from '~/auth/guards';
import type { AppContext } from '~/context';
import { listExecutionLogs } from '~/db/execution-logs';
import { findOwnerForUser } from '~/db/integrations';
import { stringifyJson } from '~/engine/json';
import type { Problem } from '~/problem';
import { type ApiEnv, answerProblem } from './answer';
import { streamChanges } from './change-stream';
import { linkToNextPage, readPage } from './page';

/** The executions of `/api/integrations/{id}`: their logs, and a stream that tells when to read them again. */
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
    // Not c.json: numbers that JavaScript would change keep their digits.
    return c.body(stringifyJson(logs), 200, { 'Content-Type': 'application/json' });
  });

  api.get('/:id/execution-logs/stream', async (c) => {
    const scope = await findScope(context, c);
    if (scope.kind !== 'scope') return answerProblem(c, scope);
    return streamChanges(c.req.raw.signal, (onChange) =>
      context.followers.follow(scope.integrationId, onChange),
    );
  });

  return api;
}

type Scope = { kind: 'scope'; organizationId: string; integrationId: string };

async function findScope(context: AppContext, c: Context<ApiEnv>): Promise<Scope | Problem> {
  const caller = await authenticateApi(context, c.req.raw);
  if (caller.kind !== 'caller') return caller;
  const integrationId = c.req.param('id') ?? '';
  const organizationId = findOwnerForUser(context.db, integrationId, caller.user.id);
  return organizationId ? { kind: 'scope', organizationId, integrationId } : { kind: 'not-found' };
}
