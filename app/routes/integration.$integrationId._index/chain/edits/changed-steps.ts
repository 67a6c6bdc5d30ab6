// The steps around a deleted call that its deletion changed: what they were, and how they come back.
import { nameCall } from '~/engine/definition/call-name';
import { isSameJson } from '~/engine/json/same-json';
import { isFields } from '../../form/read-form';
import { listOf, type CurrentCall, type CurrentForm } from '../../form/variable-scope';

/** The steps that belong to a call, or are before the first one. */
const stepLists = ['conditional', 'handling', 'loop'] as const;
type StepList = (typeof stepLists)[number];

/** Stands for the beginning of the chain, where a condition belongs to no call. */
const beginning = '#beginning';

/** A list of steps that the deletion of a call changed. */
export interface ChangedSteps {
  /** The id of the call that has the list, or `beginning`. */
  callId: string;
  list: StepList;
  before: object[];
  after: object[];
}

/** Lists the steps that a deletion changed, by the form before and after it. */
export function listChanged(before: CurrentForm, after: CurrentForm): ChangedSteps[] {
  const former = new Map(listOf(before?.apiCalls).map((call) => [call?.id ?? '', call]));
  return [
    ...compare(
      beginning,
      'conditional',
      readList(before, 'firstConditional'),
      readList(after, 'firstConditional'),
    ),
    ...listOf(after?.apiCalls).flatMap((call) => {
      const callId = call?.id ?? '';
      const known: CurrentCall | undefined = former.get(callId);
      return stepLists.flatMap((list) => compare(callId, list, readList(known, list), readList(call, list)));
    }),
  ];
}

function compare(callId: string, list: StepList, before: object[], after: object[]): ChangedSteps[] {
  return isSameList(before, after) ? [] : [{ callId, list, before, after }];
}

interface RestoredSteps {
  form: CurrentForm;
  /** Sentences about the steps that stay as they are. */
  left: string[];
}

/** Puts back the steps that the deletion changed, unless the user has changed them since. */
export function restoreSteps(form: CurrentForm, changed: ChangedSteps[]): RestoredSteps {
  const left: string[] = [];
  const restore = (callId: string, steps: object | undefined, callName: string) => {
    const restored: Record<string, object[]> = {};
    for (const { list, before, after } of changed.filter((each) => each.callId === callId)) {
      const name = callId === beginning ? 'firstConditional' : list;
      const now = readList(steps, name);
      if (isSameList(now, after)) restored[name] = before;
      else if (!isSameList(now, before)) left.push(describeLeft(callId, list, callName));
    }
    return { ...steps, ...restored };
  };
  const first = restore(beginning, form, '');
  const apiCalls = listOf(form?.apiCalls).map((call, index) =>
    restore(call?.id ?? '', call, nameCall(call?.name, index)),
  );
  return { form: { ...first, apiCalls } as CurrentForm, left };
}

function describeLeft(callId: string, list: StepList, callName: string): string {
  const titles = {
    conditional:
      callId === beginning ? 'The condition at the beginning' : `The condition after '${callName}'`,
    handling: `The response handling of '${callName}'`,
    loop: `The for each of '${callName}'`,
  };
  return `${titles[list]} was changed after the deletion, so it stays as it is now.`;
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

/**
 * Checks whether two lists of steps have the same values. The page sends the fields of a step in another order, and without
 * the empty ones, as long as the script that shows them is not there.
 */
function isSameList(one: object[], other: object[]): boolean {
  return isSameJson(one.map(spell), other.map(spell));
}

/** Sorts fields by name and leaves out the empty ones. */
function spell(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(spell);
  if (value === '') return undefined;
  if (!isFields(value)) return value;
  const fields = Object.entries(value).map(([name, field]) => [name, spell(field)] as const);
  return Object.fromEntries(fields.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
