import type { z } from 'zod';
import type { AppContext } from '~/context';
import { describeProblem } from '~/problem';
import { type Controlled, controlEach, isProblem } from '~/services/runs/control-many';
import { actorOf, guardIntegration } from './http/authorize';
import { createApi, defineRoute, jsonBody, pathOf } from './openapi/route';
import { CancelManyBody, ControlledExecutions, ReplayManyBody } from './shapes/execution';

const example = { executionIds: ['01a2b3c4-0000-7000-8000-000000000000'] };
const text = 'Each on its own, the oldest first. One that fails does not stop the others, and says why.';

/** Calls that act on many executions of `/api/integrations/{id}` at once. */
export function createExecutionsAtOnceApi(context: AppContext) {
  const api = createApi();
  const ours = { tag: 'Executions', access: 'member', guard: guardIntegration(context) } as const;
  const params = pathOf('id');
  const responses = { 200: { description: 'The result of each.', schema: ControlledExecutions } };

  const cancelRoute = defineRoute({
    ...ours,
    method: 'post',
    path: '/{id}/executions/cancel',
    id: 'cancelExecutions',
    summary: 'Cancel many executions',
    text,
    request: { params, body: jsonBody(CancelManyBody, example) },
    responses,
  });
  api.openapi(cancelRoute, async (c) => {
    const { executionIds } = c.req.valid('json');
    const target = { integrationId: c.req.valid('param').id, executionIds };
    const done = await controlEach(context, actorOf(c), { ...target, control: { kind: 'cancel' } });
    return c.json(done.map(describe));
  });

  const replayRoute = defineRoute({
    ...ours,
    method: 'post',
    path: '/{id}/executions/replay',
    id: 'replayExecutions',
    summary: 'Run many ended executions again',
    text: `${text} An execution that was replayed before is left out unless \`again\` is true, so a request whose response was lost can be sent again.`,
    request: { params, body: jsonBody(ReplayManyBody, { ...example, from: 'start' }) },
    responses,
  });
  api.openapi(replayRoute, async (c) => {
    const { executionIds, from, again } = c.req.valid('json');
    const target = { integrationId: c.req.valid('param').id, executionIds };
    const done = await controlEach(context, actorOf(c), {
      ...target,
      control: { kind: 'replay', from, again },
    });
    return c.json(done.map(describe));
  });

  return api;
}

function describe({ executionId, outcome }: Controlled): z.infer<typeof ControlledExecutions>[number] {
  if (isProblem(outcome)) {
    const { message } = describeProblem(outcome).body;
    return { executionId, status: null, newExecutionId: null, message };
  }
  const newExecutionId = outcome.kind === 'cancelled' ? null : outcome.executionId;
  return { executionId, status: outcome.kind, newExecutionId, message: null };
}
