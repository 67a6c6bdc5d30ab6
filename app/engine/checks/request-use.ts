// Whether a run reads anything of the request that brought its delivery, and whether it can be there.
import { listMappedNames } from '../definition/response-mapping';
import { toTemplate } from '../schema/memory';
import { listChainItems } from '../chain/chain';
import type { ComputedVariable } from '../schema/computed-variable';
import { listConditions } from '../definition/conditional-step';
import type { Definition, TriggerConfig } from '../integration';
import { listFieldReferences, listTemplateVariables } from '../placeholders/template-references';
import type { Reference } from '../placeholders/reference-pattern';
import { isLeftOut } from '../delivery/delivery-request';
import { listAnswerTexts, listTexts, listWebhooks } from './call-texts';

/** The variable that holds it, unless the trigger names one of its own so. */
export const requestName = 'request';

const parts = new Set(['method', 'path', 'query', 'headers']);

/** Whether the trigger offers the request under its name. */
export function offersRequest(trigger: TriggerConfig): boolean {
  return trigger.type === 'webhook' && !trigger.webhook.variables.some(({ name }) => name === requestName);
}

/** Whether a run uses what `request` offers: it is kept only then. What a call saves by this name is another one. */
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
    const names = ({ text }: { text: string }) => listTemplateVariables(text).includes(requestName);
    if (listTexts(call).some(names)) return true;
    if (computesRequest(call.responseMapping.computed ?? [])) return true;
    if (listMappedNames(call.responseMapping).includes(requestName)) return false;
    if (call.remember?.some(({ value }) => listTemplateVariables(toTemplate(value)).includes(requestName)))
      return true;
    if (listWebhooks(handling).some(names)) return true;
  }
  return answersWithRequest(definition);
}

function computesRequest(computed: readonly ComputedVariable[] = []): boolean {
  return computed.some(({ template }) => listTemplateVariables(template).includes(requestName));
}

/** Only what a run answers: the door itself has the request at hand. */
function answersWithRequest({ triggerConfig }: Definition): boolean {
  const respond = triggerConfig.type === 'webhook' ? triggerConfig.webhook.respond : undefined;
  if (respond?.mode !== 'result') return false;
  return listAnswerTexts(respond).some(({ text }) => listTemplateVariables(text).includes(requestName));
}

/** Whether the field of a condition begins with the request. */
export function readsRequest(field: string): boolean {
  return listFieldReferences(field).some(({ name }) => name === requestName);
}

/** Why a reference into the request finds nothing, whatever is delivered; undefined when it may. */
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
