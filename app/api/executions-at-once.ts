import type { z } from 'zod';
import type { AppContext } from '~/context';
import { describeProblem } from '~/problem';
import { type Controlled, controlEach, isProblem } from '~/services/runs/control-many';
import { replayFailures } from '~/services/runs/replay-failures';
import { readTriggeredWithin, TriggeredWithin } from './execution-filter';
import { actorOf, guardIntegration } from './http/authorize';
import { createApi, defineRoute, jsonBody, optionalJsonBody, pathOf } from './openapi/route';
import {
  CancelManyBody,
  ControlledExecutions,
  describeReplayedFailures,
  ReplayedFailuresResponse,
  ReplayManyBody,
} from './shapes/execution';
import { registerRequest } from './shapes/registry';

const ReplayFailedBody = registerRequest('ReplayFailed', TriggeredWithin);

const example = { executionIds: ['01a2b3c4-0000-7000-8000-000000000000'] };
const text = 'Each on its own, the oldest first. One that fails does not stop the others, and says why.';

/** Calls that act on many executions of `/api/integrations/{id}` at once. */
export function createExecutionsAtOnceApi(context: AppContext) {
  const api = createApi();
  const ours = { tag: 'Executions', ...guardIntegration(context, 'runner') } as const;
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

  const replayFailedRoute = defineRoute({
    ...ours,
    method: 'post',
    path: '/{id}/executions/replay-failed',
    id: 'replayFailedExecutions',
    summary: 'Replay all failed executions',
    text: 'From the failed call: the newest 500 at most, the oldest of them first. Those that cannot be replayed are passed over, up to 1,000 of them. Executions that have been replayed are left out, so a request whose response was lost can be sent again.',
    request: {
      params,
      body: optionalJsonBody(ReplayFailedBody, { from: '2026-01-05T12:00:00Z', to: '2026-01-05T14:00:00Z' }),
    },
    responses: { 200: { description: 'The result.', schema: ReplayedFailuresResponse } },
  });
  api.openapi(replayFailedRoute, async (c) => {
    const replayed = await replayFailures(context, actorOf(c), {
      integrationId: c.req.valid('param').id,
      from: 0,
      to: context.now(),
      ...readTriggeredWithin(c.req.valid('json')),
    });
    return c.json(describeReplayedFailures(replayed));
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
