// What was deleted from the form, and how it comes back. With script, this is loaded at the first deletion.
import { nameCall } from '~/engine/definition/call-name';
import { isFields } from '../../form/read-form';
import { listOf, type CurrentForm } from '../../form/variable-scope';
import { type ChangedSteps, listChanged, readList, restoreSteps, withoutKnownSteps } from './changed-steps';
import { deletedTitles } from './deleted-titles';

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

interface Restored {
  change: Restoration;
  /** Sentences about the steps that stay as they are, because they were changed or deleted after the deletion. */
  left: string[];
  /** What is to be given to the next undo: the changes to steps whose call is deleted, too. */
  owed: ChangedSteps[];
}

/** The title above the sentences about what does not come back. */
export const leftTitle = 'Some steps stay as they are';

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

/**
 * Returns the change that brings a deleted item back, into the form as it is now; undefined when its call is gone, too. `owed`
 * is what earlier undos could not take back, because it is in this item.
 */
export function restoreDeleted(
  form: CurrentForm,
  deletion: Deletion,
  owed: ChangedSteps[] = [],
): Restored | undefined {
  const { list, index, fields, changed } = deletion;
  const calls = listOf(form?.apiCalls);
  const at = deletion.call?.id
    ? calls.findIndex((each) => each?.id === deletion.call?.id)
    : (deletion.call?.index ?? 0);
  const owner = deletion.call ? calls[at] : form;
  if (!owner) return undefined;
  const parent = list.replace(/\[\d+\][^[]*$/, '');
  // The step that the list is in may be gone: a condition of a deleted conditional step.
  if (parent !== list && readList(owner, parent).length === 0) return undefined;
  const items = readList(owner, list);
  const place = Math.min(index, items.length);
  if (changed.length + owed.length === 0 || list !== 'apiCalls') {
    const name = deletion.call ? `apiCalls[${at}].${list}` : list;
    return {
      change: { type: 'insert', payload: { name, index: place, defaultValue: fields } },
      left: [],
      owed,
    };
  }
  const restored = restoreSteps(form, changed);
  const call = withoutKnownSteps(fields, restored.form);
  const apiCalls = listOf<object | undefined>(restored.form?.apiCalls).toSpliced(place, 0, call);
  const paid = restoreSteps({ ...restored.form, apiCalls } as CurrentForm, owed);
  return {
    change: { type: 'update', payload: { value: { ...paid.form } } },
    left: restored.left,
    owed: [...restored.owed, ...paid.owed],
  };
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
