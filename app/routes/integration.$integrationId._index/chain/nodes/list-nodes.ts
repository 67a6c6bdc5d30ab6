// Lists the nodes of the chain for the outline.
import { nameCall } from '~/engine/definition/call-name';
import { listUnknown } from '~/engine/placeholders/template-references';
import { listUnreadFilters } from '~/engine/placeholders/unread-filters';
import {
  type CurrentForm,
  listLoops,
  listOf,
  listValuesInScope,
  listVariablesBefore,
  listVariablesInScope,
  type OfferedValue,
} from '../../form/variable-scope';
import { isBodyBroken } from '../../form/json-body';
import { readChosenCall, readRuleTarget } from '../../form/otherwise-choice';
import { describeWait } from '../../form/waits/describe-wait';
import {
  type BranchBadge,
  describeConditional,
  describeLoop,
  listBranchBadges,
} from '../outline/step-labels';

export type OutlineNode =
  | {
      kind: 'call';
      index: number;
      /** The call's id; empty, or known only to the form, while it is not stored. A condition's id is like it. */
      callId: string;
      label: string;
      method: string;
      /** Badges of where its responses may lead: retries, posts, the end of the run. */
      marks: BranchBadge[];
      /** The wait before the call in a few words; empty when the run does not wait. */
      wait: string;
      /** Placeholders that name no variable in scope, or cannot be read, as with a misspelt filter, also inside an argument. */
      unknown: string[];
      /** Whether the body is sent as JSON but is not valid JSON. */
      isBodyBroken: boolean;
      /** The positions, from 1, of the calls that its rules may jump to. */
      jumps: number[];
      isInLoop: boolean;
    }
  | {
      kind: 'condition';
      id: string;
      /** The number of calls before the condition. */
      gap: number;
      /** The index and the id of the call before it, or of the first call. */
      index: number;
      callId: string;
      text: string;
      /** The position, from 1, of the call that it may jump to. */
      target: number | undefined;
      /** The same position for when the condition does not hold. */
      otherwise: number | undefined;
      isInLoop: boolean;
    }
  | {
      kind: 'loop';
      id: string;
      /** The index and the id of its first call, and the index of its last. */
      index: number;
      callId: string;
      last: number;
      text: string;
      /** The placeholder of the list, if no variable in scope has that name. */
      unknown: string[];
    };

/** Lists all nodes but the trigger, from first to last. */
export function listNodes(form: CurrentForm, values: readonly OfferedValue[] = []): OutlineNode[] {
  const ofOrganization = listValuesInScope(form, values);
  const calls = listOf(form?.apiCalls);
  const names = calls.map((call, index) => ({ id: call?.id ?? '', label: nameCall(call?.name, index) }));
  const loops = listLoops(form);
  const findPlace = (gap: number, callId: string | undefined) => {
    const place = names.findIndex((call) => call.id !== '' && call.id === callId);
    return place > gap ? place + 1 : undefined;
  };
  const listConditions = (gap: number, steps: NonNullable<CurrentForm>['firstConditional']): OutlineNode[] =>
    listOf(steps).map((step) => ({
      kind: 'condition',
      id: step?.id ?? '',
      gap,
      index: Math.max(gap - 1, 0),
      callId: names[Math.max(gap - 1, 0)]?.id ?? '',
      text: describeConditional(step, names, gap),
      target: findPlace(gap, step?.nextApiCallId),
      otherwise: findPlace(gap, readChosenCall(step?.otherwise)),
      isInLoop: loops.some(({ first, last }) => first < gap && gap <= last),
    }));
  const nodes = listConditions(0, form?.firstConditional);
  for (const [index, call] of calls.entries()) {
    const scope = [...listVariablesInScope(form, index), ...ofOrganization];
    const texts = [call?.url, call?.body, ...listOf(call?.headers).map((row) => row?.value)];
    const [handling] = listOf(call?.handling);
    const targets = listOf(handling?.statusCodeActions).map(readRuleTarget);
    nodes.push(
      ...listOf(call?.loop).map((loop): OutlineNode => ({
        kind: 'loop',
        id: loop?.id ?? '',
        index,
        callId: call?.id ?? '',
        last: loops.find(({ first }) => first === index)?.last ?? index,
        text: `For each ${describeLoop(loop, names, index)}`,
        unknown: listUnfilled([loop?.items], listVariablesBefore(form, index)),
      })),
      {
        kind: 'call',
        index,
        callId: call?.id ?? '',
        label: nameCall(call?.name, index),
        method: call?.method ?? 'GET',
        marks: listBranchBadges(handling, undefined, names, index + 1),
        wait: call?.wait?.kind ? describeWait(call.wait) : '',
        unknown: listUnfilled(texts, scope),
        isBodyBroken: isBodyBroken(call),
        jumps: [...new Set(targets.flatMap((callId) => findPlace(index + 1, callId) ?? []))],
        isInLoop: loops.some(({ first, last }) => first <= index && index <= last),
      },
      ...listConditions(index + 1, call?.conditional),
    );
  }
  return nodes;
}

/** Lists the placeholders of texts that cannot be filled in, each once. */
function listUnfilled(texts: (string | undefined)[], scope: readonly string[]): string[] {
  const unfilled = texts.flatMap((text = '') => [
    ...listUnknown(text, scope),
    ...listUnreadFilters(text).map(({ inside }) => inside),
  ]);
  return [...new Set(unfilled)];
}

/** Checks whether a chain has jumps, whose curves need space left of the line. */
export function hasJumps(nodes: OutlineNode[]): boolean {
  return nodes.some((node) => {
    if (node.kind === 'call') return node.jumps.length > 0;
    return node.kind === 'condition' && (node.target ?? node.otherwise) !== undefined;
  });
}
