// Repairs the steps around a call that is deleted or moved: they stay valid, or lack a choice that a save asks for, and each
// change is described in words. A conditional step belongs to the call before it and moves with that call; a loop keeps its
// calls together. The editor uses this in the browser, so it does not use the validation library.
import type { ConditionalStep } from '../definition/conditional-step';
import type { ApiCall } from '../definition/api-call';
import { repairLoops } from './loop-repair';
import type { LoopStep } from '../definition/loop-step';
import { countCallsBefore, renumber, sortByOrder } from '../definition/order';
import type { ResponseHandlingStep, StatusCodeAction } from '../definition/response-step';
import { nameCall } from '../definition/call-name';

/** The parts of calls and steps that an edit looks at; their other fields are kept. */
interface Chain {
  apiCalls: Pick<ApiCall, 'id' | 'name' | 'order'>[];
  conditionalExecutionSteps: Pick<ConditionalStep, 'order' | 'nextApiCallId' | 'otherwiseApiCallId'>[];
  responseHandlingSteps: (Pick<ResponseHandlingStep, 'nextApiCallId'> & {
    responseHandling: { statusCodeActions: Pick<StatusCodeAction, 'goToApiCallId'>[] };
  })[];
  loopSteps?: Pick<LoopStep, 'order' | 'throughCallId'>[] | undefined;
}

/** An edit. `to` is the index of the call afterwards, from 0. */
export type ChainEdit = { kind: 'delete'; callId: string } | { kind: 'move'; callId: string; to: number };

interface RepairedChain<Edited extends Chain> {
  definition: Edited;
  /** The changes that the user has to know, one sentence each. */
  broken: string[];
}

/** Returns the definition after an edit, its orders counted from 1. An edit without effect returns it unchanged. */
export function editChain<Edited extends Chain>(definition: Edited, edit: ChainEdit): RepairedChain<Edited> {
  const before = sortByOrder(definition.apiCalls);
  const after = arrangeCalls(before, edit);
  if (!after) return { definition, broken: [] };
  const nameOf = createNames(before);
  const broken: string[] = [];
  const conditionalExecutionSteps: Chain['conditionalExecutionSteps'] = [];
  const taken = new Set<number>();
  for (const step of sortByOrder(definition.conditionalExecutionSteps)) {
    const owner = before[countCallsBefore(before, step) - 1];
    const title = owner ? `The condition after '${nameOf(owner.id)}'` : 'The condition at the beginning';
    const gap = findNewGap(before, after, owner);
    if (taken.has(gap)) {
      broken.push(`${title} was removed: there is already one in its place.`);
      continue;
    }
    taken.add(gap);
    const { nextApiCallId, otherwiseApiCallId, ...rest } = step;
    const placed = { ...rest, order: gap + 0.5, nextApiCallId, otherwiseApiCallId };
    const jump = findLoss(after, gap, nextApiCallId);
    if (jump) {
      broken.push(
        `${title} jumped to '${nameOf(jump.callId)}', ${jump.why}: it now continues with the next call.`,
      );
      placed.nextApiCallId = undefined;
    }
    const otherwise = findLoss(after, gap, otherwiseApiCallId);
    if (otherwise) {
      const name = nameOf(otherwise.callId);
      // No other call is chosen, because the run would then do something that nobody asked for.
      broken.push(`${title} goes to '${name}' when it is not met, ${otherwise.why}: choose another call.`);
      placed.otherwiseApiCallId = undefined;
    }
    if (gap === after.length && after.length > 0 && owner?.id !== before.at(-1)?.id) {
      broken.push(`${title} now comes after the last call, where nothing depends on it.`);
    }
    conditionalExecutionSteps.push(placed);
  }
  const ids = new Set(after.map(({ id }) => id));
  const responseHandlingSteps = definition.responseHandlingSteps
    .filter((step) => ids.has(step.nextApiCallId))
    .map((step) => repairRules(step, after, nameOf, broken));
  if (responseHandlingSteps.length < definition.responseHandlingSteps.length) {
    broken.push(`The response handling of '${nameOf(edit.callId)}' was removed with it.`);
  }
  const loops = { before, after, edited: edit.callId };
  const loopSteps = definition.loopSteps && repairLoops(definition.loopSteps, loops, nameOf, broken);
  const edited = { apiCalls: renumber(after), conditionalExecutionSteps, responseHandlingSteps, loopSteps };
  return { definition: { ...definition, ...edited }, broken };
}

/** Repairs rules: a rule that can no longer lead to its call has no target until the user chooses another. */
function repairRules<Step extends Chain['responseHandlingSteps'][number]>(
  step: Step,
  after: readonly { id: string }[],
  nameOf: (callId: string) => string,
  broken: string[],
): Step {
  const gap = after.findIndex(({ id }) => id === step.nextApiCallId) + 1;
  const { statusCodeActions } = step.responseHandling;
  const losses = statusCodeActions.map(({ goToApiCallId }) => findLoss(after, gap, goToApiCallId));
  if (losses.every((loss) => loss === undefined)) return step;
  for (const [index, loss] of losses.entries()) {
    if (!loss) continue;
    const title = `Rule ${index + 1} of '${nameOf(step.nextApiCallId)}'`;
    broken.push(`${title} continues with '${nameOf(loss.callId)}', ${loss.why}: choose another call.`);
  }
  const repaired = statusCodeActions.map((rule, index) =>
    losses[index] ? Object.assign({}, rule, { goToApiCallId: undefined }) : rule,
  );
  return { ...step, responseHandling: { ...step.responseHandling, statusCodeActions: repaired } };
}

/** Returns the calls after an edit; undefined when there is nothing to do. */
function arrangeCalls<Call extends { id: string }>(calls: Call[], edit: ChainEdit): Call[] | undefined {
  const index = calls.findIndex(({ id }) => id === edit.callId);
  const call = calls[index];
  if (!call) return undefined;
  const others = calls.toSpliced(index, 1);
  if (edit.kind === 'delete') return others;
  const isPlace = edit.to >= 0 && edit.to < calls.length && edit.to !== index;
  return isPlace ? others.toSpliced(edit.to, 0, call) : undefined;
}

/** Returns why a step after `gap` calls can no longer lead to a call; undefined when it can, or has no target. */
function findLoss(
  calls: readonly { id: string }[],
  gap: number,
  callId: string | undefined,
): { callId: string; why: string } | undefined {
  const target = calls.findIndex(({ id }) => id === callId);
  if (callId === undefined || target >= gap) return undefined;
  return { callId, why: target === -1 ? 'which was deleted' : 'which now comes before it' };
}

/** Returns the number of calls before a step now: it follows its owner, or keeps the place of a deleted owner. */
function findNewGap<Call extends { id: string }>(
  before: Call[],
  after: Call[],
  owner: Call | undefined,
): number {
  if (!owner) return 0;
  const index = after.findIndex(({ id }) => id === owner.id);
  return index === -1 ? before.indexOf(owner) : index + 1;
}

function createNames(calls: Chain['apiCalls']): (callId: string) => string {
  const names = new Map(calls.map(({ id, name }, index) => [id, nameCall(name, index)]));
  return (callId) => names.get(callId) ?? callId;
}
