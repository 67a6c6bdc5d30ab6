// What is known of the form while a user types in it, without the engine's validation library in the browser.
import type { FieldMetadata } from '@conform-to/react';
import { listTemplateVariables, nameValue, organizationName } from '~/engine/placeholders/reference-pattern';
import type { EditorForm } from './editor-form';
import { nameCall } from '~/engine/definition/call-name';

/** The form as it stands while it is typed in. */
export type CurrentForm = FieldMetadata<EditorForm>['value'];

type Listed<Item> = string | (Item | undefined)[] | undefined;

/** What of a form names variables, as it is typed or as it is loaded. */
interface NamingForm {
  triggerConfig?:
    | {
        type?: string | undefined;
        webhook?: { variables?: Listed<{ name?: string | undefined }> } | undefined;
      }
    | undefined;
  apiCalls?: Listed<{
    responseMapping?:
      { saveAs?: string | undefined; extractFields?: Listed<{ saveAs?: string | undefined }> } | undefined;
    repeat?: { kind?: string | undefined; saveAs?: string | undefined } | undefined;
  }>;
}

/** The longest names, in characters. */
export const nameLimits = { call: 30 };

/** A list's items as the form holds them; an empty list is no list there. */
export function listOf<Item>(value: string | Item[] | undefined): Item[] {
  return Array.isArray(value) ? value : [];
}

/** Whether the next step makes sense: a trigger, and at least one call with URL and method. */
export function isChainReady(form: CurrentForm): boolean {
  const hasCall = listOf(form?.apiCalls).some((call) => call?.url && call.method);
  return Boolean(form?.triggerConfig?.type) && hasCall;
}

/** The names a call may use: of the trigger, and of the calls before it. `trigger` is the whole payload, `request` what brought it. */
export function listVariablesInScope(form: NamingForm | undefined, callIndex: number): string[] {
  const names: (string | undefined)[] = ['trigger'];
  if (form?.triggerConfig?.type === 'webhook') {
    names.push('request');
    for (const variable of listOf(form.triggerConfig.webhook?.variables)) names.push(variable?.name);
  }
  for (const call of listOf(form?.apiCalls).slice(0, callIndex)) {
    names.push(call?.responseMapping?.saveAs);
    for (const field of listOf(call?.responseMapping?.extractFields)) names.push(field?.saveAs);
    names.push(nameList(call?.repeat));
  }
  return [...new Set(names)].filter((name): name is string => Boolean(name));
}

/** The variable that a list of pages becomes. */
function nameList(repeat: { kind?: string | undefined; saveAs?: string | undefined } | undefined) {
  return repeat?.kind === 'pages' ? repeat.saveAs : undefined;
}

/** A value of the organization, as far as the editor knows it. */
export interface OfferedValue {
  name: string;
  isSecret: boolean;
}

/**
 * The organization's values that placeholders may name, as `org.name`; none where a variable of the form is itself called
 * `org`, which is meant then. Conditions read no secret ones.
 */
export function listValuesInScope(
  form: NamingForm | undefined,
  values: readonly OfferedValue[],
  { areChecked = false } = {},
): string[] {
  if (values.length === 0 || listAllVariables(form).includes(organizationName)) return [];
  return values.filter(({ isSecret }) => !areChecked || !isSecret).map(({ name }) => nameValue(name));
}

/** Every variable's name, of the trigger and of all calls. */
export function listAllVariables(form: NamingForm | undefined): string[] {
  return listVariablesInScope(form, listOf(form?.apiCalls).length);
}

export function listCallIds(form: CurrentForm): (string | undefined)[] {
  return listOf(form?.apiCalls).map((call) => call?.id);
}

/** The variables that a call's mapping makes. */
export function listCallVariables(form: CurrentForm, callIndex: number): string[] {
  const call = listOf(form?.apiCalls)[callIndex];
  const fields = listOf(call?.responseMapping?.extractFields);
  const names = [call?.responseMapping?.saveAs, ...fields.map((field) => field?.saveAs)];
  return [...names, nameList(call?.repeat)].filter((name): name is string => Boolean(name));
}

/** Where calls and checks behind `callIndex` use one of `names`: the place and the variable, each pair once. */
export function listLaterUses(
  form: CurrentForm,
  callIndex: number,
  names: string[],
): { callName: string; variable: string }[] {
  const users = listOf(form?.apiCalls).flatMap((call, index) => {
    const callName = nameCall(call?.name, index);
    const inCall = index > callIndex ? [{ callName, used: listUsedInCall(call) }] : [];
    if (index < callIndex) return inCall;
    return inCall.concat({ callName: `the condition after ${callName}`, used: listUsedInCheck(call) });
  });
  return users.flatMap(({ callName, used }) =>
    names.filter((name) => used.has(name)).map((variable) => ({ callName, variable })),
  );
}

export type CurrentCall = NonNullable<Extract<NonNullable<CurrentForm>['apiCalls'], unknown[]>[number]>;

function listUsedInCall(call: CurrentCall | undefined): Set<string | undefined> {
  const headers = listOf(call?.headers).map((row) => row?.value);
  const credentials = Object.values(call?.authConfig ?? {});
  return new Set(listTemplateVariables([call?.url, call?.body, ...credentials, ...headers].join('\n')));
}

function listUsedInCheck(call: CurrentCall | undefined): Set<string | undefined> {
  const rows = listOf(call?.conditional).flatMap((step) => listOf(step?.conditions));
  return new Set(rows.map((row) => findVariable(row?.field ?? '')));
}

/** The variable that a field to check begins with; the braces may be there. */
export function findVariable(field: string): string | undefined {
  return /^\s*(?:\{\{)?\s*([A-Za-z_]\w*)/.exec(field)?.[1];
}

/** The trigger in a few words. */
export function describeTrigger(form: CurrentForm): string {
  const type = form?.triggerConfig?.type;
  if (type === 'manual') return 'Manual trigger';
  if (type === 'cron') return 'Scheduled trigger';
  if (type === 'event') return 'Event trigger';
  if (type !== 'webhook') return 'No trigger configured';
  const count = listOf(form?.triggerConfig?.webhook?.variables).length;
  return count > 0 ? `Webhook trigger with ${count} variable(s)` : 'Webhook trigger';
}
