// Makes the next call run for each item of a list in a response. Loaded with the fields of a response, and when a for each is
// added to the last call.
import { nameCall } from '~/engine/definition/call-name';
import type { FoundPath } from '~/engine/paths/path-discovery';
import { normalizePath } from '~/engine/paths/path-spelling';
import { toSnakeCase } from './normalize-input';
import { nameNewCall, newCall } from './new-call';
import { newLoop } from './new-step';
import { proposeName } from './propose-name';
import { findHeld } from './response-fields';
import {
  type CurrentCall,
  type CurrentForm,
  listAllVariables,
  listCallIds,
  listLoops,
  listOf,
} from './variable-scope';

/** Checks whether a path was found to hold a list with items. */
export function isList({ children }: Pick<FoundPath, 'children'>): boolean {
  return children[0]?.name === '[0]';
}

/** A list of a response: its path, which is empty when the response itself is the list, and its name. */
interface ResponseList extends Pick<FoundPath, 'jsonPath' | 'name'> {
  /** The variable that holds the list, when its path does not tell. */
  savedAs?: string | undefined;
}

/**
 * Finds the list that the call after `callIndex` can work through: the items of all pages, else the list of the last response
 * that is saved, else the one nearest to the root of that response. Lists in the items of a list do not count.
 *
 * @param paths the fields of the call's last response
 */
function findList(form: CurrentForm, callIndex: number, paths: FoundPath[]): ResponseList | undefined {
  const call = listOf(form?.apiCalls)[callIndex];
  const { kind, saveAs } = call?.repeat ?? {};
  if (kind === 'pages' && saveAs) return { jsonPath: '', name: saveAs, savedAs: saveAs };
  if (isList({ children: paths })) return { jsonPath: '', name: '' };
  const lists: FoundPath[] = [];
  for (
    let level = paths;
    level.length > 0;
    level = level.flatMap((path) => (isList(path) ? [] : path.children))
  )
    lists.push(...level.filter(isList));
  return lists.find(({ jsonPath }) => findHeld(call, jsonPath)?.isWhole) ?? lists[0];
}

/** The choices of a new call that are empty. An update of the form shows a choice without a value as no choice at all. */
const emptyChoices = { bodyType: '', authConfig: { type: 'none', connectionId: '' } };

/** Checks whether the call after `callIndex` can begin a loop: neither of the two may be part of one. */
export function canLoopAfter(form: CurrentForm, callIndex: number): boolean {
  return listLoops(form).every(({ first, last }) => last < callIndex || callIndex + 1 < first);
}

/** Returns the name of one item of a list: `orders` → `order`, `categories` → `category`, anything else → `item`. */
export function nameItem(list: string): string {
  const word = toSnakeCase(list);
  if (/^[a-z_]\w*ies$/.test(word)) return word.replace(/ies$/, 'y');
  if (/^[a-z_]\w*(?:[sxz]|[cs]h)es$/.test(word)) return word.replace(/es$/, '');
  return /^[a-z_]\w*[^s]s$/.test(word) ? word.slice(0, -1) : 'item';
}

/**
 * Makes the call after `callIndex` run for each item of a list; adds a call when there is none. The list is saved as a
 * variable, unless a variable holds it already.
 *
 * @returns the form's new values, the placeholder of the list, and the index and name of the call in the loop
 */
export function loopOver(
  form: CurrentForm,
  callIndex: number,
  list: ResponseList,
): { value: object; items: string; callIndex: number; callName: string } {
  const calls = listOf(form?.apiCalls);
  const call = calls[callIndex];
  const taken = new Set(listAllVariables(form).map((name) => name.toLowerCase()));
  const callName = toSnakeCase(nameCall(call?.name, callIndex));
  const ofPages = isOfPages(call, list.jsonPath);
  const held =
    list.savedAs ?? (ofPages ? call?.repeat?.saveAs || undefined : findHeld(call, list.jsonPath)?.name);
  const saveAs =
    held ?? proposeName(list, taken, callName.startsWith('api_call') ? 'items' : `${callName}_items`);
  taken.add(saveAs.toLowerCase());
  const itemName = proposeName({ jsonPath: `.${nameItem(ofPages ? saveAs : list.name)}` }, taken, 'item');
  const next = calls[callIndex + 1] ?? { ...newCall(nameNewCall(listCallIds(form))), ...emptyChoices };
  const looped = { ...next, loop: [{ ...newLoop(next.id ?? ''), items: `{{${saveAs}}}`, itemName }] };
  return {
    value: {
      ...form,
      apiCalls: [
        ...calls.slice(0, callIndex),
        held === undefined ? saveList(call, list.jsonPath, saveAs) : call,
        looped,
        ...calls.slice(callIndex + 2),
      ],
    },
    items: `{{${saveAs}}}`,
    callIndex: callIndex + 1,
    callName: nameCall('name' in next ? next.name : '', callIndex + 1),
  };
}

/** Saves the list at a path of a call's response as a variable. */
function saveList(call: CurrentCall | undefined, jsonPath: string, saveAs: string) {
  if (isOfPages(call, jsonPath)) return { ...call, repeat: { ...call?.repeat, saveAs } };
  const mapping = call?.responseMapping;
  if (jsonPath === '') return { ...call, responseMapping: { ...mapping, saveAs } };
  const extractFields = [...listOf(mapping?.extractFields), { jsonPath, saveAs }];
  return { ...call, responseMapping: { ...mapping, extractFields } };
}

/** Checks whether a path is that of the items in each page that a call reads. A mapping would save those of one page alone. */
function isOfPages(call: CurrentCall | undefined, jsonPath: string): boolean {
  const { kind, items } = call?.repeat ?? {};
  return kind === 'pages' && Boolean(items) && normalizePath(items ?? '').replace(/^\.$/, '') === jsonPath;
}

/**
 * Adds a call after the last one, at `lastIndex`, that runs for each item of a list that the last call saves or could save.
 *
 * @param paths the fields of each call's last response, by the call's id
 * @returns the form's new values; undefined when no list is known
 */
export function addLoopedCall(
  form: CurrentForm,
  lastIndex: number,
  paths: Record<string, FoundPath[]>,
): object | undefined {
  const { id = '' } = listOf(form?.apiCalls)[lastIndex] ?? {};
  const list = findList(form, lastIndex, paths[id] ?? []);
  return list && loopOver(form, lastIndex, list).value;
}

/**
 * Proposes what a call reads from each page of a list: the path of the list in its last response, and the variable that holds
 * the items of all pages.
 *
 * @param paths the fields of the call's last response
 * @returns undefined when that response has no list
 */
export function proposePages(
  form: CurrentForm,
  callIndex: number,
  paths: FoundPath[],
): { items: string; saveAs: string } | undefined {
  const list = findList(form, callIndex, paths);
  if (!list) return undefined;
  const { jsonPath } = list;
  const taken = new Set(listAllVariables(form).map((name) => name.toLowerCase()));
  // A mapping that saves the list saves that of one page alone.
  const held = findHeld(listOf(form?.apiCalls)[callIndex], jsonPath);
  const named = held?.isWhole ? { jsonPath: `.all_${held.name}` } : list;
  return { items: `$${jsonPath}`, saveAs: proposeName(named, taken, 'items') };
}
