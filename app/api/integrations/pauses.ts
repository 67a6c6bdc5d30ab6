import type { AppContext } from '~/context';
import { discardWaiting, resumeIntegration } from '~/services/integrations/pauses';
import { actorOf, guardIntegration } from '../http/authorize';
import { problemResponse } from '../http/problem-response';
import { createApi, defineRoute, pathOf } from '../openapi/route';

/** `/api/integrations/{id}/resume` and `/discard`: the calls for an integration that was paused after errors in a row. */
export function createPausesApi(context: AppContext) {
  const api = createApi();
  const ours = { tag: 'Integrations', ...guardIntegration(context, 'runner') } as const;
  const params = pathOf('id');

  const resumeRoute = defineRoute({
    ...ours,
    method: 'post',
    path: '/{id}/resume',
    id: 'resumeIntegration',
    summary: 'Resume a paused integration',
    text: 'Everything that waited starts, and errors are counted from zero. Does nothing when it is not paused.',
    request: { params },
    responses: { 204: { description: 'It was resumed.' } },
  });
  api.openapi(resumeRoute, async (c) => {
    const outcome = await resumeIntegration(context, actorOf(c), c.req.valid('param').id);
    return outcome.kind === 'resumed' ? c.body(null, 204) : problemResponse(c, outcome);
  });

  const discardRoute = defineRoute({
    ...ours,
    method: 'post',
    path: '/{id}/discard',
    id: 'discardWaitingExecutions',
    summary: 'Discard the waiting executions of a paused integration',
    text: 'It stays paused. The cancelled executions stay in its log and can be replayed.',
    request: { params },
    responses: { 204: { description: 'Nothing waits.' } },
    problems: ['invalid'],
  });
  api.openapi(discardRoute, async (c) => {
    const outcome = await discardWaiting(context, actorOf(c), c.req.valid('param').id);
    return outcome.kind === 'discarded' ? c.body(null, 204) : problemResponse(c, outcome);
  });

  return api;
}
