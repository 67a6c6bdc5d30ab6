// Finds the values of the organization that an integration names. Its texts are read once.
import { makesVariable } from '../named-variables';
import { type ApiCall, listCredentialTexts } from '../definition/api-call';
import { type ConditionalStep, listConditions } from '../definition/conditional-step';
import { listWaitTexts } from '../definition/call-wait';
import type { StatusCodeAction } from '../definition/response-step';
import type { Definition } from '../integration';
import { findValueReference, organizationVariable, type Reference } from '../placeholders/reference-pattern';
import { listFieldReferences, readPlaceholders } from '../placeholders/template-references';

/** The names in each part of a definition, which are the same in each run. */
const known = new WeakMap<object, string[]>();

function remember<Item extends object>(item: Item, list: (item: Item) => string[]): string[] {
  let names = known.get(item);
  if (!names) {
    names = list(item);
    known.set(item, names);
  }
  return names;
}

/** Lists the values that a call names, each once. */
export function listCallValues(call: ApiCall): string[] {
  return remember(call, ({ url, headers, authConfig, body, wait }) =>
    listTextValues([
      url,
      ...Object.values(headers),
      ...listCredentialTexts(authConfig),
      body,
      ...listWaitTexts(wait),
    ]),
  );
}

/** Lists the values that the webhook URL of a rule names. */
export function listRuleValues(rule: StatusCodeAction): string[] {
  return remember(rule, ({ webhookURL }) => listTextValues([webhookURL ?? '']));
}

/** Lists the values that the conditions of a step read. */
export function listCheckValues(step: ConditionalStep): string[] {
  return remember(step, () => {
    return listNames(listConditions(step).flatMap(({ field }) => listFieldReferences(field)));
  });
}

/** Lists all values that a definition names; none when a variable of its own is called `org`. */
export function listDefinitionValues(definition: Definition): string[] {
  const { apiCalls, conditionalExecutionSteps, responseHandlingSteps } = definition;
  const rules = responseHandlingSteps.flatMap((step) => step.responseHandling.statusCodeActions);
  const names = [
    ...apiCalls.flatMap(listCallValues),
    ...conditionalExecutionSteps.flatMap(listCheckValues),
    ...rules.flatMap(listRuleValues),
  ];
  return names.length === 0 || hidesValues(definition) ? [] : [...new Set(names)];
}

/** Checks whether a variable of a definition is itself called `org`: it wins wherever it stands in the chain. */
export function hidesValues(definition: Definition): boolean {
  return makesVariable(definition, organizationVariable);
}

/** Lists the values that templates name, each once. */
export function listTextValues(texts: readonly string[]): string[] {
  // Few texts name any, and bodies may be long.
  const likely = texts.filter((text) => text.includes(organizationVariable));
  return listNames(likely.flatMap(readPlaceholders).flatMap(({ references }) => references ?? []));
}

function listNames(references: Reference[]): string[] {
  return [...new Set(references.flatMap((reference) => findValueReference(reference)?.name ?? []))];
}
