// The chain as a list of what stands on its line, for the outline.
import { nameCall } from '~/engine/definition/call-name';
import { listUnknown } from '~/engine/placeholders/reference-pattern';
import {
  type CurrentForm,
  listOf,
  listValuesInScope,
  listVariablesInScope,
  type OfferedValue,
} from '../../form/variable-scope';
import { isBodyBroken } from '../../form/json-body';
import { readChosenCall } from '../../form/otherwise-choice';
import { type BranchBadge, describeConditional, listBranchBadges } from '../outline/step-labels';

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
    };

/** Trigger excepted, from the first to the last. */
export function listNodes(form: CurrentForm, values: readonly OfferedValue[] = []): OutlineNode[] {
  const ofOrganization = listValuesInScope(form, values);
  const calls = listOf(form?.apiCalls);
  const names = calls.map((call, index) => ({ id: call?.id ?? '', label: nameCall(call?.name, index) }));
  const listConditions = (gap: number, steps: NonNullable<CurrentForm>['firstConditional']): OutlineNode[] =>
    listOf(steps).map((step) => {
      const findPlace = (callId: string | undefined) => {
        const place = names.findIndex((call) => call.id !== '' && call.id === callId);
        return place > gap ? place + 1 : undefined;
      };
      const text = describeConditional(step, names, gap);
      const id = step?.id ?? '';
      const target = findPlace(step?.nextApiCallId);
      return {
        kind: 'condition',
        id,
        gap,
        text,
        target,
        otherwise: findPlace(readChosenCall(step?.otherwise)),
      };
    });
  const nodes = listConditions(0, form?.firstConditional);
  for (const [index, call] of calls.entries()) {
    const scope = [...listVariablesInScope(form, index), ...ofOrganization];
    const texts = [call?.url, call?.body, ...listOf(call?.headers).map((row) => row?.value)];
    nodes.push(
      {
        kind: 'call',
        id: call?.id ?? '',
        index,
        label: nameCall(call?.name, index),
        method: call?.method ?? 'GET',
        marks: listBranchBadges(listOf(call?.handling)[0], undefined, names, index + 1),
        unknown: [...new Set(texts.flatMap((text) => listUnknown(text ?? '', scope)))],
        isBodyBroken: isBodyBroken(call),
      },
      ...listConditions(index + 1, call?.conditional),
    );
  }
  return nodes;
}

/** Whether a chain has jumps, which take room in front of its line. */
export function hasJumps(nodes: OutlineNode[]): boolean {
  return nodes.some((node) => node.kind === 'condition' && (node.target ?? node.otherwise) !== undefined);
}
