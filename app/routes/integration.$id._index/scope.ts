// What can be said of the form while somebody types in it, without the engine's validation library in the browser.
import type { FieldMetadata } from '@conform-to/react';
import type { EditorForm } from './editor-schema';

type TypedForm = FieldMetadata<EditorForm>['value'];

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
