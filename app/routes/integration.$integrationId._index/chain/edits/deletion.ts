// What was deleted from the form, and how it comes back. With script, this is loaded at the first deletion.
import { isSameJson } from '~/engine/json/same-json';
import { nameCall } from '~/engine/definition/call-name';
import { isFields } from '../../form/read-form';
import { listOf, type CurrentCall, type CurrentForm } from '../../form/variable-scope';
import { deletedTitles } from './step-messages';

/** The steps that belong to a call, or are before the first one. */
const stepLists = ['conditional', 'handling', 'loop'] as const;
type StepList = (typeof stepLists)[number];

/** Stands for the beginning of the chain, where a condition belongs to no call. */
const beginning = '#beginning';

/** A list of steps that the deletion of a call changed. */
interface ChangedSteps {
  /** The id of the call that has the list, or `beginning`. */
  callId: string;
  list: StepList;
  before: object[];
  after: object[];
}

/** An item that was deleted from a list of the form. It holds the fields as a form sends them: stored secrets are masked. */
interface Deletion {
  /** The call that the list belongs to: its index then, and its id unless it has none; null for a list outside the calls. */
  call: { id: string; index: number } | null;
  /** The name of the list: in the call, or in the form. */
  list: string;
  index: number;
  fields: object;
  changed: ChangedSteps[];
}

/** The change of the form that brings an item back, as an intent of Conform. */
type Restoration =
  | { type: 'insert'; payload: { name: string; index: number; defaultValue: object } }
  | { type: 'update'; payload: { value: object } };

/** Says why a deleted item does not come back. */
export const goneTitle = {
  title: 'This cannot be brought back',
  description: 'What it belonged to was deleted, too. Bring that back first.',
};

/** Matches a list of a call: its call's index, and its name there. */
const ofCall = /^apiCalls\[(\d+)\]\.(.+)$/;

/**
 * Describes the deletion of the item at `index` of the list `name`; undefined when nothing was typed in it. `after`: the form
 * without it, when more than the item changed.
 */
export function describeDeletion(
  before: CurrentForm,
  { name, index }: { name: string; index: number },
  after?: CurrentForm,
): { title: string; deletion: Deletion } | undefined {
  const [, at, ownList] = ofCall.exec(name) ?? [];
  const callIndex = Number(at);
  const owner = listOf(before?.apiCalls)[callIndex];
  const call = at === undefined ? null : { id: owner?.id ?? '', index: callIndex };
  const list = ownList ?? name;
  const item = readList(call ? owner : before, list)[index];
  if (!isFields(item) || isBlank(item)) return undefined;
  const changed = after ? listChanged(before, after) : [];
  return {
    title: describeTitle(list, item, index),
    deletion: { call, list, index, fields: item, changed },
  };
}

/** Returns the change that brings a deleted item back, into the form as it is now; undefined when its call is gone, too. */
export function restoreDeleted(form: CurrentForm, deletion: Deletion): Restoration | undefined {
  const { call, list, index, fields, changed } = deletion;
  const calls = listOf(form?.apiCalls);
  const at = call?.id ? calls.findIndex((each) => each?.id === call.id) : (call?.index ?? 0);
  const owner = call ? calls[at] : form;
  if (!owner) return undefined;
  const parent = list.replace(/\[\d+\][^[]*$/, '');
  // The step that the list is in may be gone: a condition of a deleted conditional step.
  if (parent !== list && readList(owner, parent).length === 0) return undefined;
  const items = readList(owner, list);
  const place = Math.min(index, items.length);
  if (changed.length === 0) {
    const name = call ? `apiCalls[${at}].${list}` : list;
    return { type: 'insert', payload: { name, index: place, defaultValue: fields } };
  }
  const restored = restoreSteps(form, changed);
  const apiCalls = listOf<object | undefined>(restored?.apiCalls).toSpliced(
    place,
    0,
    withoutKnownSteps(fields, restored),
  );
  return { type: 'update', payload: { value: { ...restored, apiCalls } } };
}

/** Puts back the steps that the deletion changed, unless the user has changed them since. */
function restoreSteps(form: CurrentForm, changed: ChangedSteps[]): CurrentForm {
  const restore = (callId: string, steps: object | undefined, name: (list: StepList) => string) => {
    const own = changed.filter((each) => each.callId === callId);
    const same = own.filter(({ list, after }) => isSameJson(readList(steps, name(list)), after));
    return { ...steps, ...Object.fromEntries(same.map(({ list, before }) => [name(list), before])) };
  };
  const first = restore(beginning, form, () => 'firstConditional');
  const apiCalls = listOf(form?.apiCalls).map((call) => restore(call?.id ?? '', call, (list) => list));
  return { ...first, apiCalls } as CurrentForm;
}

/** Leaves out the steps of a call that the form has elsewhere by now: the user changed them since the deletion moved them. */
function withoutKnownSteps(call: object, form: CurrentForm): object {
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

function compare(callId: string, list: StepList, before: object[], after: object[]): ChangedSteps[] {
  return isSameJson(before, after) ? [] : [{ callId, list, before, after }];
}

function listChanged(before: CurrentForm, after: CurrentForm): ChangedSteps[] {
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

/** Returns the list with a name such as `conditional[0].conditions`; an empty one when there is none. */
function readList(owner: unknown, name: string): object[] {
  const parts = name.split(/[.[\]]+/).filter(Boolean);
  const value = parts.reduce<unknown>(
    (found, part) => new Map(Object.entries(Object(found) as object)).get(part),
    owner,
  );
  return Array.isArray(value) ? value : [];
}

/** What the items of a list are called. */
const nouns: Record<string, string> = {
  headers: 'header',
  variables: 'variable',
  extractFields: 'field',
  collect: 'list',
  conditions: 'condition',
  statusCodeActions: 'rule',
};

function describeTitle(list: string, item: Record<string, unknown>, index: number): string {
  const kind = list === 'firstConditional' ? 'conditional' : list;
  if (Object.hasOwn(deletedTitles, kind)) return deletedTitles[kind as keyof typeof deletedTitles];
  if (list === 'apiCalls') return `Deleted ${nameCall(String(item.name ?? ''), index)}`;
  const noun = nouns[list.slice(list.lastIndexOf('.') + 1)] ?? 'row';
  const name = item.name ?? item.saveAs;
  return `Deleted ${noun} ${typeof name === 'string' && name.trim() ? name : index + 1}`;
}

/** Checks whether nothing was typed in a row of texts. */
function isBlank(item: Record<string, unknown>): boolean {
  return ['name', 'value', 'saveAs', 'jsonPath'].some((key) => key in item)
    ? Object.values(item).every((value) => typeof value !== 'string' || value.trim() === '')
    : Object.keys(item).length === 0;
}
