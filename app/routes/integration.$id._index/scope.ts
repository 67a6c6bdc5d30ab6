// What can be said of the form while somebody types in it, without the engine's validation library in the browser.
import type { FieldMetadata } from '@conform-to/react';
import { placeholderPattern } from '~/engine/reference-pattern';
import type { EditorForm } from './editor-schema';

/** The form as it stands while it is typed in. */
export type TypedForm = FieldMetadata<EditorForm>['value'];

/** The longest names, in characters. */
export const limitsOfNames = { call: 30 };

function listOf<Item>(value: string | Item[] | undefined): Item[] {
  return Array.isArray(value) ? value : [];
}

/** Whether the next step makes sense: a trigger, and at least one call with URL and method. */
export function isChainReady(form: TypedForm): boolean {
  const hasCall = listOf(form?.apiCalls).some((call) => call?.url && call.method);
  return Boolean(form?.triggerConfig?.type) && hasCall;
}

/** The names a call may use: of the trigger, and of the calls before it. `trigger` is the whole payload. */
export function listVariablesInScope(form: TypedForm, callIndex: number): string[] {
  const names: (string | undefined)[] = ['trigger'];
  if (form?.triggerConfig?.type === 'webhook') {
    for (const variable of listOf(form.triggerConfig.webhook?.variables)) names.push(variable?.name);
  }
  for (const call of listOf(form?.apiCalls).slice(0, callIndex)) {
    names.push(call?.responseMapping?.saveAs);
    for (const field of listOf(call?.responseMapping?.extractFields)) names.push(field?.saveAs);
  }
  return [...new Set(names)].filter((name): name is string => Boolean(name));
}

/** Every variable's name, of the trigger and of all calls. */
export function listAllVariables(form: TypedForm): string[] {
  return listVariablesInScope(form, listOf(form?.apiCalls).length);
}

/** The variables that a call's mapping makes. */
export function listCallVariables(form: TypedForm, callIndex: number): string[] {
  const call = listOf(form?.apiCalls)[callIndex];
  const fields = listOf(call?.responseMapping?.extractFields);
  return [call?.responseMapping?.saveAs, ...fields.map((field) => field?.saveAs)].filter(
    (name): name is string => Boolean(name),
  );
}

/** Where calls behind `callIndex` use one of `names`: the call's name and the variable, each pair once. */
export function listLaterUses(
  form: TypedForm,
  callIndex: number,
  names: string[],
): { callName: string; variable: string }[] {
  return listOf(form?.apiCalls).flatMap((call, index) => {
    if (!call || index <= callIndex) return [];
    const headers = listOf(call.headers).map((row) => row?.value);
    const used = listPlaceholders([call.url, call.body, call.authConfig?.token, ...headers].join('\n'));
    const callName = call.name || `API Call ${index + 1}`;
    return names.filter((name) => used.includes(name)).map((variable) => ({ callName, variable }));
  });
}

/** The names of the variables that a text's placeholders name. */
export function listPlaceholders(text: string): string[] {
  return [...new Set([...text.matchAll(placeholderPattern)].map(([, , name = '']) => name))];
}

/** What stands between double braces and is not the name of a variable in scope, as written. */
export function listUnknownPlaceholders(text: string, inScope: string[]): string[] {
  const written = [...text.matchAll(/\{\{([^{}]*)\}\}/g)].map(([whole, inner = '']) => ({ whole, inner }));
  const unknown = written.filter(({ whole }) => {
    const [name] = listPlaceholders(whole);
    return name === undefined || !inScope.includes(name);
  });
  return [...new Set(unknown.map(({ whole }) => whole))];
}

/** The trigger in a few words. */
export function describeTrigger(form: TypedForm): string {
  const type = form?.triggerConfig?.type;
  if (type === 'manual') return 'Manual trigger';
  if (type === 'cron') return 'Scheduled trigger';
  if (type === 'event') return 'Event trigger';
  if (type !== 'webhook') return 'No trigger configured';
  const count = listOf(form?.triggerConfig?.webhook?.variables).length;
  return count > 0 ? `Webhook trigger with ${count} variable(s)` : 'Webhook trigger';
}
