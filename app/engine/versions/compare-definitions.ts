// The differences between two versions of an integration. Calls are identified by their ids, so a call that only moved is not a
// new one. For secrets, a difference says only that they changed.
import { mapSecrets } from '../checks/secret-places';
import { nameCall } from '../definition/call-name';
import { countCallsBefore, sortByOrder } from '../definition/order';
import type { ApiCall } from '../definition/api-call';
import type { Definition, TriggerConfig } from '../integration';
import { compareValues, type Difference } from './compare-values';
import { defaultRunSettings } from '../definition/run-settings';
import { type CallNames, spellConditional, spellHandling, spellLoop } from './step-texts';

const words = {
  onlyMine: 'Removed',
  onlyTheirs: 'Added',
  // The caller shortens the texts, or shows only the lines that differ.
  show: (former: string, next: string): [string, string] => [former, next],
};

/**
 * Lists all differences, with the former version as `mine` and the next one as `theirs`. Both definitions have their secrets in
 * the clear, so that a secret that is replaced by one with the same ending has changed, too.
 */
export function compareDefinitions(former: Definition, next: Definition): Difference[] {
  const [before, after] = markSecrets(former, next);
  const kept = listKeptFields(before, after);
  return compareValues(listValues(before, kept), listValues(after, kept), words);
}

/** Replaces secrets by marks: the same mark in both definitions if the secret stayed, else different ones. */
function markSecrets(former: Definition, next: Definition): [Definition, Definition] {
  const known = new Map<string, string>();
  const before = mapSecrets(former, ({ value, place, isShown }) => {
    if (!value || isShown) return value;
    known.set(place, value);
    return '••••';
  });
  const after = mapSecrets(next, ({ value, place, isShown }) => {
    if (!value || isShown) return value;
    return known.get(place) === value ? '••••' : '••••, another one';
  });
  return [before, after];
}

/** Lists the names of the fields that the forms of both definitions have. */
function listKeptFields(former: Definition, next: Definition): Set<string> {
  const [before, after] = [former, next].map(({ triggerConfig }) => listFieldNames(triggerConfig));
  return new Set(before?.filter((name) => after?.includes(name)));
}

function listFieldNames(trigger: TriggerConfig): string[] {
  return trigger.type === 'manual' ? (trigger.manual?.fields.map(({ name }) => name) ?? []) : [];
}

/** Lists the parts of a definition by the names of their labels. `keptFields`: those of a form whose order is compared. */
function listValues(definition: Definition, keptFields: ReadonlySet<string>): object {
  const { triggerConfig } = definition;
  const calls = sortByOrder(definition.apiCalls);
  const names: CallNames = new Map(calls.map(({ id, name }, index) => [id, nameCall(name, index)]));
  const { loopSteps = [] } = definition;
  const spellChecks = (gap: number) =>
    definition.conditionalExecutionSteps
      .filter((step) => countCallsBefore(calls, step) === gap)
      .map((step) => spellConditional(step, names))
      .join('\n');
  return {
    triggerConfig: listTrigger(triggerConfig, keptFields),
    firstConditional: { conditional: spellChecks(0) },
    apiCalls: calls.map((call, index) =>
      Object.assign(listCall(call), {
        loop: loopSteps
          .filter((loop) => countCallsBefore(calls, loop) === index)
          .map((loop) => spellLoop(loop, names))
          .join('\n'),
        conditional: spellChecks(index + 1),
        handling: definition.responseHandlingSteps
          .filter(({ nextApiCallId }) => nextApiCallId === call.id)
          .map((step) => spellHandling(step, names))
          .join('\n'),
      }),
    ),
    runSettings: definition.runSettings ?? defaultRunSettings,
    dataMapping: definition.dataMapping,
  };
}

function listTrigger(trigger: TriggerConfig, keptFields: ReadonlySet<string>): object {
  if (trigger.type === 'webhook') {
    const { webhook } = trigger;
    return { type: 'webhook', webhook: { ...webhook, headers: listRows(webhook.headers, []) } };
  }
  if (trigger.type !== 'manual' || !trigger.manual) return trigger;
  const order = listFieldNames(trigger).filter((name) => keptFields.has(name));
  return { ...trigger, manual: { ...trigger.manual, orderOfTheFormFields: order.join(', ') } };
}

/** Lists a call without its order, which is compared for all calls together, and with secrecy as a part of its headers. */
function listCall({ order: _order, secretHeaders, id, name, method, url, headers, ...call }: ApiCall) {
  return { id, name, method, url, headers: listRows(headers, secretHeaders), ...call };
}

function listRows(headers: Record<string, string>, secretHeaders: string[]) {
  const secret = new Set(secretHeaders.map((name) => name.toLowerCase()));
  return Object.entries(headers).map(([name, value]) => ({
    name,
    value,
    secret: secret.has(name.toLowerCase()) ? 'secret' : '',
  }));
}
