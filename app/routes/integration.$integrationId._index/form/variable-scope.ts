// Reads the form while the user types, without the engine's validation library in the browser.
import type { FieldMetadata } from '@conform-to/react';
import { nameValue, organizationVariable } from '~/engine/placeholders/reference-pattern';
import type { EditorForm } from './editor-form';
import { answerAddress, attemptName, failureFacts, runFacts } from '~/engine/run-facts';
import { memoryName } from '~/engine/schema/memory';

/** The form's values while the user types. */
export type CurrentForm = FieldMetadata<EditorForm>['value'];

type Listed<Item> = string | (Item | undefined)[] | undefined;

/** The parts of a form that name variables, as typed or as loaded. */
interface NamingForm {
  triggerConfig?:
    | {
        type?: string | undefined;
        manual?: { fields?: Listed<{ name?: string | undefined }> } | undefined;
        webhook?: { variables?: Listed<{ name?: string | undefined }> } | undefined;
        computed?: string | undefined;
      }
    | undefined;
  apiCalls?: Listed<NamingCall>;
}

interface NamingCall {
  id?: string | undefined;
  loop?: Listed<NamingLoop>;
  responseMapping?:
    | {
        saveAs?: string | undefined;
        saveFileAs?: string | undefined;
        extractFields?: Listed<{ saveAs?: string | undefined }>;
        computed?: string | undefined;
        remember?: string | undefined;
      }
    | undefined;
  repeat?: { kind?: string | undefined; saveAs?: string | undefined } | undefined;
  handling?: Listed<unknown>;
  wait?: { kind?: string | undefined; saveAs?: string | undefined } | undefined;
}

interface NamingLoop {
  throughCallId?: string | undefined;
  items?: string | undefined;
  itemName?: string | undefined;
  collect?: Listed<{ from?: string | undefined; saveAs?: string | undefined }>;
}

/** The longest names, in characters. */
export const nameLimits = { call: 30 };

/** Returns a list's items; the form holds an empty list as no list. */
export function listOf<Item>(value: string | Item[] | undefined): Item[] {
  return Array.isArray(value) ? value : [];
}

/** Checks whether the form is ready for the next step: it has a trigger and a call with URL and method. */
export function isChainReady(form: CurrentForm): boolean {
  const hasCall = listOf(form?.apiCalls).some((call) => call?.url && call.method);
  return Boolean(form?.triggerConfig?.type) && hasCall;
}

/** A loop of the form, and the indexes of its first and last call. */
interface PlacedLoop {
  loop: NamingLoop | undefined;
  first: number;
  /** The chosen last call, or the first one when the choice is unknown or comes earlier. */
  last: number;
}

/** Lists the loops of a form in the order of its chain. */
export function listLoops(form: NamingForm | undefined): PlacedLoop[] {
  const calls = listOf(form?.apiCalls);
  return calls.flatMap((call, first) =>
    listOf(call?.loop).map((loop) => {
      const last = calls.findIndex((each) => Boolean(each?.id) && each?.id === loop?.throughCallId);
      return { loop, first, last: Math.max(first, last) };
    }),
  );
}

/** The place at which variables are used. */
interface Scope {
  /** The number of calls before the place. */
  behind: number;
  /** The index of the first call of the enclosing loop; undefined outside loops. */
  loopAt: number | undefined;
  /** Whether the place is the end of an item, before any wait of the next call. */
  isItem?: boolean;
}

/** Lists the names that a call may use: of the trigger, of the calls before it, and of its loop. */
export function listVariablesInScope(form: NamingForm | undefined, callIndex: number): string[] {
  const around = listLoops(form).find(({ first, last }) => first <= callIndex && callIndex <= last);
  return [...listNames(form, { behind: callIndex, loopAt: around?.first }), attemptName];
}

/** Lists the names that a step before a call may use; those of a loop only between two of its calls. */
export function listVariablesBefore(form: NamingForm | undefined, callIndex: number): string[] {
  const around = listLoops(form).find(({ first, last }) => first < callIndex && callIndex <= last);
  return listNames(form, { behind: callIndex, loopAt: around?.first });
}

/** Lists the names that an item of the loop at `loopAt` has in the end. */
export function listVariablesOfItem(form: NamingForm | undefined, loopAt: number): string[] {
  const around = listLoops(form).find(({ first }) => first === loopAt);
  return listNames(form, { behind: (around?.last ?? loopAt) + 1, loopAt, isItem: true });
}

/** Lists names in scope. `trigger` is the payload, `request` its request. Only an item sees what its loop's calls save. */
function listNames(form: NamingForm | undefined, { behind, loopAt, isItem }: Scope): string[] {
  const names = listTriggerNames(form);
  const calls = listOf(form?.apiCalls);
  const loops = listLoops(form);
  for (const [index, call] of calls.slice(0, behind).entries()) {
    const around = loops.find(({ first, last }) => first <= index && index <= last);
    if (!around || around.first === loopAt) names.push(...listCallNames(call));
    if (around && around.last === index && around.first !== loopAt) names.push(...listCollected(around.loop));
  }
  if (!isItem) names.push(nameAnswer(calls[behind]));
  if (calls.some(({ wait } = {}, index) => index > behind && wait?.kind === 'answer'))
    names.push(answerAddress);
  const own = loops.find(({ first }) => first === loopAt);
  if (own) names.push(own.loop?.itemName, ...placeNames);
  const before = listOf(form?.apiCalls).slice(0, behind);
  const ofRun = before.some(mayGoOnFailed) ? [...runFacts, ...failureFacts] : runFacts;
  return [...new Set([...names, ...listRemembered(form), ...ofRun])].filter((name): name is string =>
    Boolean(name),
  );
}

/** Checks whether the run may continue after the call failed. */
function mayGoOnFailed(call: NamingCall | undefined): boolean {
  return listOf(call?.handling).length > 0 || call?.repeat?.kind === 'until';
}

/** Lists the names of remembered values, whichever call remembers them. */
function listRemembered(form: NamingForm | undefined): string[] {
  const lines = listOf(form?.apiCalls).map((call) => call?.responseMapping?.remember);
  const names = listLineNames(lines.join('\n')).map((name) => `${memoryName}.${name}`);
  return names.length > 0 ? [...names, memoryName] : names;
}

/** The names of an item's position and of the number of items. */
const placeNames = ['loop.index', 'loop.count'];

function listTriggerNames(form: NamingForm | undefined): (string | undefined)[] {
  const { type, manual, webhook, computed } = form?.triggerConfig ?? {};
  const names = ['trigger', ...listLineNames(computed)];
  if (type === 'manual') names.push(...listOf(manual?.fields).map((field) => field?.name ?? ''));
  if (type !== 'webhook') return names;
  return [...names, 'request', ...listOf(webhook?.variables).map((variable) => variable?.name)];
}

function listCallNames(call: NamingCall | undefined): (string | undefined)[] {
  const fields = listOf(call?.responseMapping?.extractFields).map((field) => field?.saveAs);
  const { saveAs, saveFileAs, computed } = call?.responseMapping ?? {};
  return [
    nameAnswer(call),
    saveAs,
    saveFileAs,
    ...fields,
    nameList(call?.repeat),
    ...listLineNames(computed),
  ];
}

/** Returns the variable for the answer that a call waits for. */
function nameAnswer({ wait }: NamingCall = {}) {
  return wait?.kind === 'answer' ? wait.saveAs : undefined;
}

/** Lists the names before the equals signs of lines. */
export function listLineNames(lines = ''): string[] {
  return lines.match(/^[ \t]*[A-Za-z_]\w*(?=[ \t]*=)/gm)?.map((name) => name.trim()) ?? [];
}

function listCollected(loop: NamingLoop | undefined): (string | undefined)[] {
  return listOf(loop?.collect).map((row) => row?.saveAs);
}

/** Returns the variable that holds the items of all pages. */
function nameList(repeat: { kind?: string | undefined; saveAs?: string | undefined } | undefined) {
  return repeat?.kind === 'pages' ? repeat.saveAs : undefined;
}

/** An organization's value, without its content. */
export interface OfferedValue {
  name: string;
  isSecret: boolean;
}

/**
 * Lists the organization's values that placeholders may name, as `org.name`. The list is empty when a variable of the
 * form is called `org`, since placeholders then mean that variable. Conditions (`areChecked`) cannot read secret values.
 */
export function listValuesInScope(
  form: NamingForm | undefined,
  values: readonly OfferedValue[],
  { areChecked = false } = {},
): string[] {
  if (values.length === 0 || listAllVariables(form).includes(organizationVariable)) return [];
  return values.filter(({ isSecret }) => !areChecked || !isSecret).map(({ name }) => nameValue(name));
}

/** Lists every variable's name, whatever its scope: of the trigger, of all calls and of all loops. */
export function listAllVariables(form: NamingForm | undefined): string[] {
  const names = listOf(form?.apiCalls).flatMap((call) =>
    listCallNames(call).concat(
      listOf(call?.loop).flatMap((loop) => listCollected(loop).concat(loop?.itemName)),
    ),
  );
  return [...new Set([...listTriggerNames(form), ...names])].filter((name): name is string => Boolean(name));
}

export function listCallIds(form: CurrentForm): (string | undefined)[] {
  return listOf(form?.apiCalls).map((call) => call?.id);
}

export function listCallVariables(form: CurrentForm, callIndex: number): string[] {
  const names = listCallNames(listOf(form?.apiCalls)[callIndex]);
  return names.filter((name): name is string => Boolean(name));
}

export type CurrentCall = NonNullable<Extract<NonNullable<CurrentForm>['apiCalls'], unknown[]>[number]>;

/** Describes the trigger in a few words. */
export function describeTrigger(form: CurrentForm): string {
  const { type, manual, webhook } = form?.triggerConfig ?? {};
  if (type === 'manual') return manual?.fields?.length ? 'Manual trigger with a form' : 'Manual trigger';
  if (type === 'cron') return 'Scheduled trigger';
  if (type === 'event') return 'Event trigger';
  if (type !== 'webhook') return 'No trigger configured';
  const count = listOf(webhook?.variables).length;
  return count > 0 ? `Webhook trigger with ${count} variable(s)` : 'Webhook trigger';
}
