// Lists the fields of the payload and of earlier calls' responses that a placeholder may use. Loaded when a list of variables
// is opened.
import { nameCall } from '~/engine/definition/call-name';
import type { FoundPath } from '~/engine/paths/path-discovery';
import { normalizePath } from '~/engine/paths/path-spelling';
import { parseReference } from '~/engine/placeholders/reference-pattern';
import { toSnakeCase } from './normalize-input';
import { proposeName } from './propose-name';
import { type CurrentCall, type CurrentForm, listAllVariables, listLoops, listOf } from './variable-scope';

/** A field of the response of an earlier call. */
export interface ResponseField {
  /** The text between the braces of its placeholder. Unless `isSaved`, the name of a variable that does not exist yet. */
  name: string;
  /** Whether a variable holds the field already, alone or as part of a larger value. */
  isSaved: boolean;
  callIndex: number;
  callName: string;
  jsonPath: string;
  /** The beginning of its value in the last response, or what kind of value it is. */
  sample: string;
}

/** A place in the chain where variables are used. */
export interface Place {
  /** The number of calls before the place. */
  behind: number;
  /** Whether the place comes before the call at `behind`, and so outside a loop that begins with that call. */
  isBetween: boolean;
}

/** How many fields are offered; more would only be scrolled past. */
const maxFields = 200;

/** Finds the place of a form's field by its name; undefined for the trigger and for the end of a loop's item. */
export function findPlace(fieldName: string): Place | undefined {
  const [, call, part = ''] = /^apiCalls\[(\d+)\]\.(.+)$/.exec(fieldName) ?? [];
  if (call === undefined) return undefined;
  if (part.startsWith('conditional')) return { behind: Number(call) + 1, isBetween: true };
  if (!part.startsWith('loop')) return { behind: Number(call), isBetween: false };
  return part.endsWith('.items') ? { behind: Number(call), isBetween: true } : undefined;
}

/** Checks whether a place may use what the call at an index saves. The call's loop, if any, must also enclose the place. */
function canUse(form: CurrentForm, callIndex: number, { behind, isBetween }: Place): boolean {
  if (callIndex >= behind) return false;
  const around = listLoops(form).find(({ first, last }) => first <= callIndex && callIndex <= last);
  return !around || (behind <= around.last && (around.first < behind || !isBetween));
}

/**
 * Lists the fields of the responses before a place that no variable in scope is named after yet, those of the nearest call
 * first. Their names are free, valid and different from each other.
 *
 * @param paths the fields of each call's last response, by the call's id
 */
export function listResponseFields(
  form: CurrentForm,
  place: Place,
  paths: Record<string, FoundPath[]>,
): ResponseField[] {
  const taken = new Set(listAllVariables(form).map((name) => name.toLowerCase()));
  const calls = listOf(form?.apiCalls)
    .map((call, callIndex) => ({ call, callIndex, callName: nameCall(call?.name, callIndex) }))
    .filter(({ callIndex }) => canUse(form, callIndex, place))
    .toReversed();
  const fields: ResponseField[] = [];
  for (const { call, callIndex, callName } of calls) {
    for (const found of flatten(paths[call?.id ?? ''] ?? [])) {
      if (fields.length === maxFields) return fields;
      const { jsonPath, sample } = found;
      const held = findHeld(call, jsonPath);
      if (held?.isWhole) continue;
      const fallback = toSnakeCase(`${callName}_${found.name}`);
      const name = held?.name ?? proposeName(found, taken, fallback);
      taken.add(name);
      fields.push({ name, isSaved: held !== undefined, callIndex, callName, jsonPath, sample });
    }
  }
  return fields;
}

/** Lists the fields of the last payload, with the beginnings of their values. Each `name` is the text between the braces. */
export function listTriggerFields(paths: FoundPath[]): { name: string; sample: string }[] {
  return flatten(paths)
    .map(({ jsonPath, sample }) => ({ name: `trigger${jsonPath.replace(/^\.(?=\[)/, '')}`, sample }))
    .filter(({ name }) => parseReference(name))
    .slice(0, maxFields);
}

/** Returns the beginning of the value that a variable had in the last response; empty when it is unknown or no single value. */
export function findSample(form: CurrentForm, name: string, paths: Record<string, FoundPath[]>): string {
  for (const call of listOf(form?.apiCalls)) {
    const row = listOf(call?.responseMapping?.extractFields).find((each) => each?.saveAs === name);
    const jsonPath = normalizePath(row?.jsonPath ?? '');
    const found = row && flatten(paths[call?.id ?? ''] ?? []).find((path) => path.jsonPath === jsonPath);
    if (found) return found.children.length > 0 ? '' : found.sample;
  }
  return '';
}

function flatten(paths: FoundPath[]): FoundPath[] {
  // An item of a list that is an object is only the way to its fields.
  return paths.flatMap((path) => [
    ...(path.children.length > 0 && path.name.startsWith('[') ? [] : [path]),
    ...flatten(path.children),
  ]);
}

/** Finds the variable of a call that holds the value at a path, or the smallest value around it. */
export function findHeld(
  call: CurrentCall | undefined,
  jsonPath: string,
): { name: string; isWhole: boolean } | undefined {
  const { saveAs, extractFields } = call?.responseMapping ?? {};
  const rows = listOf(extractFields)
    .filter((row) => row?.jsonPath?.trim())
    .map((row) => ({
      name: row?.saveAs ?? '',
      held: normalizePath(row?.jsonPath ?? '').replace(/^\.$/, ''),
    }));
  const holders = [{ name: saveAs ?? '', held: '' }, ...rows]
    .filter(({ name, held }) => name !== '' && isWithin(jsonPath, held))
    .toSorted((a, b) => b.held.length - a.held.length);
  for (const { name, held } of holders) {
    const rest = jsonPath.slice(held.length).replace(/^\.(?=\[)/, '');
    // A name with other signs, such as quotes, cannot stand in a placeholder.
    if (parseReference(name + rest)) return { name: name + rest, isWhole: rest === '' };
  }
  return undefined;
}

function isWithin(jsonPath: string, held: string): boolean {
  return jsonPath.startsWith(held) && /^(?:$|[.[])/.test(jsonPath.slice(held.length));
}
