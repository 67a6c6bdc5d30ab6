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
import { type BranchBadge, describeConditional, listBranchBadges } from '../outline/step-labels';

export type OutlineNode =
  | {
      kind: 'call';
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
      /** How many calls stand before it. */
      gap: number;
      text: string;
      /** The place, from 1, of the call that it may jump to. */
      target: number | undefined;
    };

/** Trigger excepted, from the first to the last. */
export function listNodes(form: CurrentForm, values: readonly OfferedValue[] = []): OutlineNode[] {
  const ofOrganization = listValuesInScope(form, values);
  const calls = listOf(form?.apiCalls);
  const names = calls.map((call, index) => ({ id: call?.id ?? '', label: nameCall(call?.name, index) }));
  const listConditions = (gap: number, steps: NonNullable<CurrentForm>['firstConditional']): OutlineNode[] =>
    listOf(steps).map((step) => {
      const target = names.findIndex(({ id }) => id !== '' && id === step?.nextApiCallId);
      const text = describeConditional(step, names, gap);
      return { kind: 'condition', gap, text, target: target > gap ? target + 1 : undefined };
    });
  const nodes = listConditions(0, form?.firstConditional);
  for (const [index, call] of calls.entries()) {
    const scope = [...listVariablesInScope(form, index), ...ofOrganization];
    const texts = [call?.url, call?.body, ...listOf(call?.headers).map((row) => row?.value)];
    nodes.push(
      {
        kind: 'call',
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
