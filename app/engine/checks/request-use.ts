// Checks whether a run reads the request that brought its delivery, and whether what it reads can exist.
import { listMappedNames } from '../definition/response-mapping';
import { toTemplate } from '../schema/memory';
import { listChainItems } from '../chain/chain';
import type { ComputedVariable } from '../schema/computed-variable';
import { listConditions } from '../definition/conditional-step';
import type { Definition, TriggerConfig } from '../integration';
import { listFieldReferences, listTemplateVariables } from '../placeholders/template-references';
import type { Reference } from '../placeholders/reference-pattern';
import { isLeftOut } from '../delivery/delivery-request';
import { listAnswerTexts, listCallTexts, listWebhooks } from './call-texts';

/** The variable that holds the request, unless the trigger has a variable of its own with this name. */
export const requestName = 'request';

const parts = new Set(['method', 'path', 'query', 'headers']);

/** Checks whether the trigger offers the request under this name. */
export function offersRequest(trigger: TriggerConfig): boolean {
  return trigger.type === 'webhook' && !trigger.webhook.variables.some(({ name }) => name === requestName);
}

/** Checks whether a run uses `request`, which is stored only then. A variable that a call saves by this name is another one. */
export function usesRequest(definition: Definition): boolean {
  if (!offersRequest(definition.triggerConfig)) return false;
  if (computesRequest(definition.runSettings?.computed)) return true;
  for (const { items, collect, onlyNew } of definition.loopSteps ?? []) {
    if (
      readsRequest(items) ||
      readsRequest(onlyNew?.key ?? '') ||
      collect.some(({ from }) => readsRequest(from))
    )
      return true;
  }
  for (const place of listChainItems(definition)) {
    if (place.kind === 'check') {
      if (listConditions(place.step).some(({ field }) => readsRequest(field))) return true;
      continue;
    }
    const { call, handling } = place;
    if (listCallTexts(call).some(namesRequest)) return true;
    if (computesRequest(call.responseMapping.computed ?? [])) return true;
    if (listMappedNames(call.responseMapping).includes(requestName)) return false;
    if (call.remember?.some(({ value }) => namesRequest({ text: toTemplate(value) }))) return true;
    if (listWebhooks(handling).some(namesRequest)) return true;
  }
  return answersWithRequest(definition);
}

/** Checks whether a placeholder names the request. Few texts have its name, and bodies may be long. */
function namesRequest({ text }: { text: string }): boolean {
  return text.includes(requestName) && listTemplateVariables(text).includes(requestName);
}

function computesRequest(computed: readonly ComputedVariable[] = []): boolean {
  return computed.some(({ template: text }) => namesRequest({ text }));
}

/** Checks whether an answer made from the run's result uses the request; other answers are made with the request at hand. */
function answersWithRequest({ triggerConfig }: Definition): boolean {
  const respond = triggerConfig.type === 'webhook' ? triggerConfig.webhook.respond : undefined;
  if (respond?.mode !== 'result') return false;
  return listAnswerTexts(respond).some(namesRequest);
}

/** Checks whether the field of a condition reads the request. */
export function readsRequest(field: string): boolean {
  return listFieldReferences(field).some(({ name }) => name === requestName);
}

/** Explains why a reference into the request finds nothing in any delivery; undefined when it may find something. */
export function findRequestProblem({ name, path }: Reference): string | undefined {
  if (name !== requestName || path === '') return undefined;
  const [, part = '', plain, quoted] =
    /^\.?(?:\[')?([^.[\]']+)(?:'\])?(?:\.([^.[]+)|\['([^']*)'\])?/.exec(path) ?? [];
  if (!parts.has(part)) return 'a request has only method, path, query and headers';
  const inside = plain ?? quoted;
  if (inside === undefined) return undefined;
  if (isLeftOut(inside)) return 'what proves who sends is not kept';
  const isWrong = part === 'headers' && inside !== inside.toLowerCase();
  return isWrong ? 'header names are lower case there' : undefined;
}
