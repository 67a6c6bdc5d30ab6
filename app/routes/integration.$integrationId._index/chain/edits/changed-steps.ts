// The steps around a deleted call that its deletion changed: what they were, and how they come back, in any order of the undos.
import { nameCall } from '~/engine/definition/call-name';
import { isFields } from '../../form/read-form';
import { listOf, type CurrentCall, type CurrentForm } from '../../form/variable-scope';
import { isSame, revert } from './revert';

/** The steps that belong to a call, or are before the first one. */
const stepLists = ['conditional', 'handling', 'loop'] as const;
type StepList = (typeof stepLists)[number];

/** Stands for the beginning of the chain, where a condition belongs to no call. */
const beginning = '#beginning';

/** A list of steps that the deletion of a call changed. */
export interface ChangedSteps {
  /** The id of the call that has the list, or `beginning`. */
  callId: string;
  callName: string;
  list: StepList;
  before: object[];
  after: object[];
}

/** Lists the steps that a deletion changed, by the form before and after it. */
export function listChanged(before: CurrentForm, after: CurrentForm): ChangedSteps[] {
  const former = new Map(listOf(before?.apiCalls).map((call) => [call?.id ?? '', call]));
  return [
    {
      callId: beginning,
      callName: '',
      list: 'conditional' as const,
      before: readList(before, 'firstConditional'),
      after: readList(after, 'firstConditional'),
    },
    ...listOf(after?.apiCalls).flatMap((call, index) => {
      const callId = call?.id ?? '';
      const known: CurrentCall | undefined = former.get(callId);
      const callName = nameCall(call?.name, index);
      return stepLists.map((list) => ({
        callId,
        callName,
        list,
        before: readList(known, list),
        after: readList(call, list),
      }));
    }),
  ].filter((steps) => !isSame(steps.before, steps.after));
}

interface RestoredSteps {
  form: CurrentForm;
  /** Sentences about the steps that stay as they are. */
  left: string[];
  /** The changes to steps of a call that was deleted since: they are taken back once that call is. */
  owed: ChangedSteps[];
}

/** Takes back what the deletion changed in steps, except what the user has changed since. */
export function restoreSteps(form: CurrentForm, changed: ChangedSteps[]): RestoredSteps {
  const left: string[] = [];
  const restore = (callId: string, steps: object | undefined, callName: string) => {
    const restored: Record<string, object[]> = {};
    for (const { list, before, after } of changed.filter((each) => each.callId === callId)) {
      const name = callId === beginning ? 'firstConditional' : list;
      const { value, isWhole } = revert(readList(steps, name), before, after);
      restored[name] = value as object[];
      if (!isWhole) left.push(`${describeSteps(callId, list, callName)} ${changedSince}`);
    }
    return { ...steps, ...restored };
  };
  const first = restore(beginning, form, '');
  const apiCalls = listOf(form?.apiCalls).map((call, index) =>
    restore(call?.id ?? '', call, nameCall(call?.name, index)),
  );
  const ids = new Set([beginning, ...apiCalls.map((call) => (isFields(call) ? call.id : undefined))]);
  const owed = changed.filter(({ callId }) => !ids.has(callId));
  for (const { callId, list, callName } of owed)
    left.push(`${describeSteps(callId, list, callName)} comes back as it was once that call does.`);
  return { form: { ...first, apiCalls } as CurrentForm, left, owed };
}

const changedSince = 'was changed after the deletion, so it stays as it is now.';

function describeSteps(callId: string, list: StepList, callName: string): string {
  const titles = {
    conditional:
      callId === beginning ? 'The condition at the beginning' : `The condition after '${callName}'`,
    handling: `The response handling of '${callName}'`,
    loop: `The for each of '${callName}'`,
  };
  return titles[list];
}

/** Leaves out the steps of a call that the form has elsewhere by now: the user changed them since the deletion moved them. */
export function withoutKnownSteps(call: object, form: CurrentForm): object {
  const homes: unknown[] = [{ conditional: form?.firstConditional }, ...listOf(form?.apiCalls)];
  const known = new Set(homes.flatMap((home) => stepLists.flatMap((list) => readList(home, list).map(idOf))));
  const kept = stepLists.map((list) => [
    list,
    readList(call, list).filter((step) => !idOf(step) || !known.has(idOf(step))),
  ]);
  return { ...call, ...Object.fromEntries(kept) };
}

function idOf(step: unknown): unknown {
  return isFields(step) ? step.id : undefined;
}

/** Returns the list with a name such as `conditional[0].conditions`; an empty one when there is none. */
export function readList(owner: unknown, name: string): object[] {
  const parts = name.split(/[.[\]]+/).filter(Boolean);
  const value = parts.reduce<unknown>(
    (found, part) => new Map(Object.entries(Object(found) as object)).get(part),
    owner,
  );
  return Array.isArray(value) ? value : [];
}
