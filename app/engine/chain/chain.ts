// The chain in the order of a run: its calls, each with its response handling, and the checks between them.
import { type ConditionalStep, isChecked } from '../definition/conditional-step';
import type { ApiCall } from '../definition/api-call';
import { type Jump, listLoopProblems, type LoopStep } from '../definition/loop-step';
import { countCallsBefore, sortByOrder } from '../definition/order';
import type { ResponseHandlingStep } from '../definition/response-step';
import { nameCall } from '../definition/call-name';

export interface ChainCall {
  kind: 'call';
  call: ApiCall;
  /** The name that people see. */
  name: string;
  handling: ResponseHandlingStep | undefined;
}

export interface ChainCheck {
  kind: 'check';
  step: ConditionalStep;
}

export type ChainItem = ChainCall | ChainCheck;

interface Steps {
  conditionalExecutionSteps: ConditionalStep[];
  responseHandlingSteps: ResponseHandlingStep[];
}

/** Lists the calls and checks that a run may reach, in order. Steps without checks are left out. */
export function listChainItems({
  apiCalls,
  conditionalExecutionSteps,
  responseHandlingSteps,
}: Steps & { apiCalls: ApiCall[] }): ChainItem[] {
  const calls = sortByOrder(apiCalls);
  const checks = conditionalExecutionSteps.filter(isChecked);
  const places: ChainItem[] = [];
  for (let gap = 0; gap <= calls.length; gap += 1) {
    for (const step of checks)
      if (countCallsBefore(calls, step) === gap) places.push({ kind: 'check', step });
    const call = calls[gap];
    if (!call) break;
    const handling = responseHandlingSteps.find(({ nextApiCallId }) => nextApiCallId === call.id);
    places.push({ kind: 'call', call, name: nameCall(call.name, gap), handling });
  }
  return places;
}

interface StepProblem {
  /** The field, as a path from the definition. */
  path: (string | number)[];
  message: string;
}

/** Lists the problems of a definition's steps with its calls. */
export function listStepProblems(
  definition: Steps & { apiCalls: Pick<ApiCall, 'id' | 'order'>[]; loopSteps?: LoopStep[] | undefined },
): StepProblem[] {
  const problems = [...listConditionalProblems(definition), ...listHandlingProblems(definition)];
  return definition.loopSteps?.length
    ? [...problems, ...listLoopProblems(definition, listJumps(definition))]
    : problems;
}

/** Lists the jumps of checks and rules. */
function* listJumps({
  apiCalls,
  conditionalExecutionSteps,
  responseHandlingSteps,
}: Steps & { apiCalls: Pick<ApiCall, 'id' | 'order'>[] }): Generator<Jump> {
  const calls = sortByOrder(apiCalls);
  for (const [index, step] of conditionalExecutionSteps.entries()) {
    for (const field of ['nextApiCallId', 'otherwiseApiCallId'] as const) {
      const targetId = step[field];
      if (targetId === undefined) continue;
      yield {
        path: ['conditionalExecutionSteps', index, field],
        from: countCallsBefore(calls, step) - 0.5,
        targetId,
      };
    }
  }
  for (const [index, { nextApiCallId, responseHandling }] of responseHandlingSteps.entries()) {
    const base = ['responseHandlingSteps', index, 'responseHandling', 'statusCodeActions'];
    const from = calls.findIndex(({ id }) => id === nextApiCallId);
    for (const [rule, { goToApiCallId: targetId }] of responseHandling.statusCodeActions.entries()) {
      if (targetId !== undefined) yield { path: [...base, rule, 'goToApiCallId'], from, targetId };
    }
  }
}

function* listConditionalProblems({
  apiCalls,
  conditionalExecutionSteps,
}: Steps & { apiCalls: Pick<ApiCall, 'id' | 'order'>[] }): Generator<StepProblem> {
  const calls = sortByOrder(apiCalls);
  const ids = new Set<string>();
  const gaps = new Set<number>();
  for (const [index, step] of conditionalExecutionSteps.entries()) {
    const at = (field: string, message: string): StepProblem => ({
      path: ['conditionalExecutionSteps', index, field],
      message,
    });
    const gap = countCallsBefore(calls, step);
    if (ids.has(step.id)) yield at('id', 'This id is taken');
    if (gaps.has(gap)) yield at('order', 'There is already a conditional execution at this place');
    ids.add(step.id);
    gaps.add(gap);
    for (const field of ['nextApiCallId', 'otherwiseApiCallId'] as const) {
      if (step[field] === undefined) continue;
      const target = calls.findIndex(({ id }) => id === step[field]);
      if (target === -1) yield at(field, 'The API call to continue with does not exist');
      else if (target < gap) yield at(field, 'Conditional execution can only continue with a later API call');
    }
  }
}

function* listHandlingProblems({
  apiCalls,
  responseHandlingSteps,
}: Steps & { apiCalls: Pick<ApiCall, 'id' | 'order'>[] }): Generator<StepProblem> {
  const calls = sortByOrder(apiCalls);
  const known = new Set(apiCalls.map(({ id }) => id));
  const ids = new Set<string>();
  const handled = new Set<string>();
  for (const [index, { id, nextApiCallId, responseHandling }] of responseHandlingSteps.entries()) {
    const at = (field: string, message: string): StepProblem => ({
      path: ['responseHandlingSteps', index, field],
      message,
    });
    const place = calls.findIndex((call) => call.id === nextApiCallId);
    for (const [rule, { goToApiCallId }] of responseHandling.statusCodeActions.entries()) {
      const target = calls.findIndex((call) => call.id === goToApiCallId);
      if (goToApiCallId === undefined || (place !== -1 && target > place)) continue;
      const message =
        target === -1
          ? 'The API call to continue with does not exist'
          : 'A rule can only continue with a later API call';
      const path = ['responseHandlingSteps', index, 'responseHandling', 'statusCodeActions', rule];
      yield { path: [...path, 'goToApiCallId'], message };
    }
    if (ids.has(id)) yield at('id', 'This id is taken');
    if (!known.has(nextApiCallId))
      yield at('nextApiCallId', 'The API call of this response handling does not exist');
    if (handled.has(nextApiCallId))
      yield at('nextApiCallId', 'This API call already has a response handling');
    ids.add(id);
    handled.add(nextApiCallId);
  }
}
