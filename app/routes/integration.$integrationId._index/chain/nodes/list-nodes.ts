// The chain as a list of what stands on its line, for the outline.
import { nameCall } from '~/engine/definition/call-name';
import { listUnknown } from '~/engine/placeholders/template-references';
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
import {
  type BranchBadge,
  describeConditional,
  describeLoop,
  listBranchBadges,
} from '../outline/step-labels';

export type OutlineNode =
  | {
      kind: 'call';
      /** Empty, or known to the form alone, as long as it is not stored; as the id of a condition. */
      id: string;
      index: number;
      label: string;
      method: string;
      /** What its responses may lead to: retries, posts, the end of the run. */
      marks: BranchBadge[];
      /** Placeholders that nothing gives a value. */
      unknown: string[];
      /** It is sent as JSON and is none. */
      isBodyBroken: boolean;
      /** The places, from 1, of the calls that its rules may lead to. */
      jumps: number[];
      isInLoop: boolean;
    }
  | {
      kind: 'condition';
      id: string;
      /** How many calls stand before it. */
      gap: number;
      text: string;
      /** The place, from 1, of the call that it may jump to. */
      target: number | undefined;
      /** The same where it does not hold. */
      otherwise: number | undefined;
      isInLoop: boolean;
    }
  | {
      kind: 'loop';
      id: string;
      /** The place of its first call, and of its last. */
      index: number;
      last: number;
      text: string;
      /** The list that nothing gives a value. */
      unknown: string[];
    };

/** Trigger excepted, from the first to the last. */
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
        last: loops.find(({ first }) => first === index)?.last ?? index,
        text: `For each ${describeLoop(loop, names, index)}`,
        unknown: listUnknown(loop?.items ?? '', listVariablesBefore(form, index)),
      })),
      {
        kind: 'call',
        id: call?.id ?? '',
        index,
        label: nameCall(call?.name, index),
        method: call?.method ?? 'GET',
        marks: listBranchBadges(handling, undefined, names, index + 1),
        unknown: [...new Set(texts.flatMap((text) => listUnknown(text ?? '', scope)))],
        isBodyBroken: isBodyBroken(call),
        jumps: [...new Set(targets.flatMap((callId) => findPlace(index + 1, callId) ?? []))],
        isInLoop: loops.some(({ first, last }) => first <= index && index <= last),
      },
      ...listConditions(index + 1, call?.conditional),
    );
  }
  return nodes;
}

/** Whether a chain has jumps, which take room in front of its line. */
export function hasJumps(nodes: OutlineNode[]): boolean {
  return nodes.some((node) => {
    if (node.kind === 'call') return node.jumps.length > 0;
    return node.kind === 'condition' && (node.target ?? node.otherwise) !== undefined;
  });
}
