// Warns where a definition reads the last failed call although no call can have failed.
import { type ChainCall, type ChainItem, listChainItems } from '../chain/chain';
import { listConditions } from '../definition/conditional-step';
import { placeLoops } from '../chain/placed-loops';
import type { StatusCodeAction } from '../definition/response-step';
import type { Definition } from '../integration';
import { makesVariable } from '../named-variables';
import { listReferences } from '../placeholders/expression-pattern';
import { showPlaceholder } from '../placeholders/placeholder';
import type { Reference } from '../placeholders/reference-pattern';
import { listExpressions, listFieldReferences } from '../placeholders/template-references';
import { failureName, runName } from '../run-facts';
import { isSuccess } from '../schema/status-code';
import {
  type CallText,
  listAnswerTexts,
  listComputedTexts,
  listMadeTexts,
  listCallTexts,
  listWebhooks,
} from './call-texts';

const noFailure = 'no call before it can fail and the run go on';

/** Lists warnings as sentences that name the call, each once. */
export function listFailureWarnings(definition: Definition): string[] {
  if (makesVariable(definition, runName)) return [];
  const places = listChainItems(definition);
  const loops = placeLoops(definition, places);
  const warnings = listComputedTexts(definition.runSettings?.computed).flatMap(warnOf);
  /** Whether a call may have failed; a failure inside a loop is not known behind the loop. */
  let [canBe, canBeOutside, loopEnd] = [false, false, -1];
  for (const [index, place] of places.entries()) {
    if (index === loopEnd) canBe = canBeOutside;
    const begun = loops?.get(index);
    if (begun) [canBeOutside, loopEnd] = [canBe, begun.end];
    if (!canBe) warnings.push(...warnOfPlace(place));
    if (place.kind === 'check') continue;
    canBe ||= mayGoOnFailed(place);
    if (!canBe) warnings.push(...listWebhooks(place.handling).flatMap(warnOf).map(nameIn(place)));
  }
  if (loopEnd === places.length) canBe = canBeOutside;
  const { triggerConfig: trigger } = definition;
  const respond = trigger.type === 'webhook' ? trigger.webhook.respond : undefined;
  if (respond && !canBe) warnings.push(...listAnswerTexts(respond).flatMap(warnOf));
  return [...new Set(warnings)];
}

const nameIn = (place: ChainCall) => (warning: string) => `${place.name}: ${warning}`;

function warnOfPlace(place: ChainItem): string[] {
  if (place.kind === 'check') {
    return listConditions(place.step).flatMap(({ field }) =>
      listFieldReferences(field).some(isFailure)
        ? [`The field ${field} of a condition is never there: ${noFailure}.`]
        : [],
    );
  }
  const texts = [...listCallTexts(place.call), ...listMadeTexts(place.call)];
  return texts.flatMap(warnOf).map(nameIn(place));
}

function warnOf({ place, text }: CallText): string[] {
  if (!text.includes(failureName)) return [];
  return listExpressions(text).flatMap((expression) =>
    listReferences(expression).some(isFailure)
      ? [`${showPlaceholder(expression.source)} in ${place} has no value there: ${noFailure}.`]
      : [],
  );
}

function isFailure({ name, path }: Reference): boolean {
  return name === runName && /^(?:\.failure\b|\['failure'\])/.test(path);
}

/** Checks whether a run may continue after a failure of the call. */
function mayGoOnFailed({ call, handling }: ChainCall): boolean {
  if (call.repeat?.kind === 'until' && call.repeat.onGiveUp === 'continue') return true;
  if (!handling) return false;
  const { defaultAction, statusCodeActions } = handling.responseHandling;
  return defaultAction === 'continue' || statusCodeActions.some(leadsOnFailed);
}

function leadsOnFailed({ action, statusCodes, when, goToApiCallId }: StatusCodeAction): boolean {
  if (action === 'stop_notify' || action === 'end') return false;
  // A call that a rule with conditions retried has failed, whatever its status.
  if (action === 'retry')
    return goToApiCallId !== undefined && (when !== undefined || namesFailure(statusCodes));
  return namesFailure(statusCodes);
}

function namesFailure(statusCodes: StatusCodeAction['statusCodes']): boolean {
  if (statusCodes.length === 0) return true;
  return statusCodes.some((code) => {
    const bounds = String(code).replaceAll('xx', '00').split('-').map(Number);
    return bounds.some((bound) => !isSuccess(bound));
  });
}
