// Going on where an execution failed: which steps stand, and whether they still mean the same.
import type { AppContext } from '~/context';
import type { ExecutionForRun } from '~/db/executions/queue/queued-executions';
import type { Queries } from '~/db/core/queries';
import { copySteps, listAttempts, listSteps, type Step } from '~/db/executions/steps';
import type { ResponseRuling } from '~/engine/events/event';
import type { Definition } from '~/engine/integration';
import { findGap, sortByOrder } from '~/engine/definition/order';
import type { Problem } from '~/problem';
import { findDefinition } from '../integrations/definition-cache';
import { openSaved, sealSaved } from './event-recording';

/** The step to begin at; a conflict when no call failed, or the chain before that call is no longer the same. */
export async function findReplayPoint(
  context: AppContext,
  tx: Queries,
  execution: ExecutionForRun,
  version: number,
): Promise<number | Problem> {
  const steps = await listSteps(tx, [execution.id]);
  const failed = steps.findLast(({ kind }) => kind === 'call');
  if (!failed || !endedRun(failed)) {
    return { kind: 'conflict', message: 'No call of this execution failed. Replay it from the start.' };
  }
  const { integration_id: integrationId } = execution;
  const before = await findDefinition(context, integrationId, execution.integration_version);
  const now = await findDefinition(context, integrationId, version);
  if (before.kind !== 'found' || now.kind !== 'found' || !isSameUpTo(failed.call_id, before, now)) {
    const message =
      'The chain before the failed call has changed since. Replay the execution from the start.';
    return { kind: 'conflict', message };
  }
  // Pages of a call that has changed since are read anew.
  const first = steps.find(({ kind, call_id: callId }) => kind === 'call' && callId === failed.call_id);
  const isSame = describeCall(before.definition, failed) === describeCall(now.definition, failed);
  return isSame ? failed.step : (first ?? failed).step;
}

function describeCall({ apiCalls }: Definition, { call_id: callId }: Step): string | undefined {
  return JSON.stringify(apiCalls.find(({ id }) => id === callId));
}

function endedRun({ status, detail }: Step): boolean {
  const ruling = detail === null ? null : (JSON.parse(detail) as ResponseRuling);
  return (
    ruling?.action === 'stop_notify' || (status === 'error' && (ruling === null || ruling.action === 'retry'))
  );
}

interface Found {
  definition: Definition;
}

function isSameUpTo(callId: string, before: Found, now: Found): boolean {
  const head = describeHead(before.definition, callId);
  return head !== undefined && head === describeHead(now.definition, callId);
}

/** Everything that decides what happens before a call, as text; undefined when there is no such call. */
function describeHead(definition: Definition, callId: string): string | undefined {
  const {
    triggerConfig,
    apiCalls,
    conditionalExecutionSteps,
    responseHandlingSteps,
    loopSteps = [],
  } = definition;
  const chain = sortByOrder(apiCalls);
  const index = chain.findIndex(({ id }) => id === callId);
  if (index === -1) return undefined;
  const calls = chain.slice(0, index);
  const ids = new Set(calls.map(({ id }) => id));
  return JSON.stringify([
    triggerConfig.type === 'webhook' ? triggerConfig.webhook.variables : [],
    calls,
    conditionalExecutionSteps.filter((step) => findGap(chain, step) <= index),
    responseHandlingSteps.filter(({ nextApiCallId }) => ids.has(nextApiCallId)),
    loopSteps.filter((loop) => findGap(chain, loop) <= index),
  ]);
}

/** Gives an execution the steps of another one before a step, as if it had done them itself. */
export async function copyHistory(
  context: AppContext,
  tx: Queries,
  { from, to, before }: { from: string; to: string; before: number },
): Promise<void> {
  const steps = (await listSteps(tx, [from])).filter(({ step }) => step < before);
  const attempts = (await listAttempts(tx, [from])).filter(({ step }) => step < before);
  await copySteps(tx, { to, attempts, steps: steps.map((step) => reseal(context, step, to)) });
}

/** Sealed variables belong to one execution. */
function reseal(context: AppContext, step: Step, executionId: string): Step {
  if (step.saved === null) return step;
  const saved = openSaved(context, step.execution_id, step.step, step.saved);
  return { ...step, saved: sealSaved(context, executionId, step.step, saved) };
}
