// Warns about what may be saved and deployed in a definition, but will probably not work when it runs.
import type { ComputedVariable } from '../schema/computed-variable';
import { type ChainCall, type ChainCheck, type ChainItem, listChainItems } from '../chain/chain';
import { loopName, type LoopStep } from '../definition/loop-step';
import { listMappedNames } from '../definition/response-mapping';
import { placeLoops } from '../chain/placed-loops';
import type { Definition, WebhookTrigger } from '../integration';
import { listConditions } from '../definition/conditional-step';
import { showPlaceholder } from '../placeholders/placeholder';
import {
  findValueReference,
  isInScope,
  nameValue,
  organizationVariable,
  parseReference,
} from '../placeholders/reference-pattern';
import {
  listFieldReferences,
  listUnknownNames,
  readPlaceholders,
  readUnknown,
} from '../placeholders/template-references';
import { hasPayloadInQuery } from '../senders/admission';
import { memoryName, toTemplate } from '../schema/memory';
import type { IsOpened } from './doubtful-address';
import { listDoubtfulAddresses } from './doubtful-addresses';
import { listBodyWarnings } from './body-warnings';
import { listConditionWarnings } from './condition-warnings';
import { listFailureWarnings } from './failure-warnings';
import { listFieldWarnings } from './field-warnings';
import { listMemoryWarnings } from './memory-warnings';
import { runName } from '../run-facts';
import { provesQuery, toProof } from '../senders/verify';
import { listSingleBraces, listUnclosed } from './unclosed-braces';
import { listSuccessWarnings } from './success-warnings';
import { type CallText, listAnswerTexts, listCallTexts, listLateTexts, listWebhooks } from './call-texts';
import { listAddressWarnings, listLateAnswers } from './wait-check';
import { findRequestProblem, offersRequest, requestName } from './request-use';
import { hidesValues } from '../values/value-references';
import { describeMissingValue, type KnownValue, listNameable, listValueWarnings } from './value-warnings';

/** The walk along the chain: what is known at its present place, and the warnings so far. */
interface Walk {
  trigger: Definition['triggerConfig'];
  /** The names that placeholders may use. */
  inScope: string[];
  /** Whether `org` stands for the organization's values, and not for a variable of the integration. */
  takesValues: boolean;
  /** Whether `request` is the request of the delivery, and not a variable of the integration. */
  hasRequest: boolean;
  warnings: string[];
}

/** A loop, the place behind it, and how many names were in scope before it. */
interface EnteredLoop {
  loop: LoopStep;
  end: number;
  before: number;
}

/**
 * Lists warnings in the order of the chain, as sentences that name the call. Those of filters are not among them. `values`: those
 * of the organization.
 */
export function listWarnings(
  definition: Definition,
  values: readonly KnownValue[] = [],
  isOpened: IsOpened = () => false,
): string[] {
  const walk = beginWalk(definition, values);
  const { trigger, inScope, warnings } = walk;
  const places = listChainItems(definition);
  const loops = placeLoops(definition, places);
  let entered: EnteredLoop | undefined;
  for (const [index, place] of places.entries()) {
    if (entered?.end === index) entered = leaveLoop(entered, walk);
    const begun = loops?.get(index);
    if (begun) entered = enterLoop(begun, walk);
    if (place.kind === 'check') warnOfCheck(place, places[index + 1], walk);
    else warnOfCall(place, walk);
  }
  if (entered) leaveLoop(entered, walk);
  warnings.push(...listDoubtfulAddresses(places, isOpened));
  if (trigger.type === 'webhook' && trigger.webhook.respond?.mode === 'result') {
    warnOfAnswer(trigger, inScope, warnings);
    warnings.push(...listLateAnswers(definition, trigger));
  }
  return [
    ...new Set([
      ...warnings,
      ...listAddressWarnings(definition),
      ...listValueWarnings(definition, values),
      ...listMemoryWarnings(definition),
      ...listFailureWarnings(definition),
      ...listFieldWarnings(definition),
      ...listBodyWarnings(places),
      ...listSuccessWarnings(places),
      ...listConditionWarnings(definition, places),
    ]),
  ];
}

/** Begins with what is known before the first call, and warns about the trigger and the computed variables of each run. */
function beginWalk(definition: Definition, values: readonly KnownValue[]): Walk {
  const { triggerConfig: trigger } = definition;
  const inScope = ['trigger', ...listNameable(definition, values).map(({ name }) => nameValue(name))];
  const takesValues = !hidesValues(definition);
  const walk: Walk = { trigger, inScope, takesValues, hasRequest: offersRequest(trigger), warnings: [] };
  if (walk.hasRequest) inScope.push(requestName);
  if (trigger.type === 'manual') inScope.push(...(trigger.manual?.fields ?? []).map(({ name }) => name));
  if (trigger.type === 'webhook') {
    inScope.push(...trigger.webhook.variables.map(({ name }) => name));
    walk.warnings.push(...listUnproven(trigger));
    const { respond } = trigger.webhook;
    if (respond?.mode === 'result') warnOfAnswerTexts(listLateTexts(respond), inScope, walk.warnings);
    else warnOfAnswer(trigger, inScope, walk.warnings);
    const known = inScope.filter((name) => !name.includes('.'));
    for (const { field } of trigger.webhook.onlyRunIf ?? []) {
      warnOfField(field, 'Only run if', { ...walk, inScope: known });
    }
  }
  inScope.push(runName, memoryName);
  warnOfComputed(definition.runSettings?.computed, inScope, (text) => walk.warnings.push(text));
  return walk;
}

/** The call behind the check waits before the check is made, so its answer is known there. */
function warnOfCheck({ step }: ChainCheck, behind: ChainItem | undefined, walk: Walk): void {
  if (behind?.kind === 'call') addAnswer(behind, walk);
  for (const { field } of listConditions(step)) warnOfField(field, 'Condition', walk);
}

function addAnswer({ call: { wait } }: Pick<ChainCall, 'call'>, { inScope }: Walk): void {
  if (wait?.kind === 'answer' && wait.saveAs) inScope.push(wait.saveAs);
}

/** Warns about the texts of a call, and adds what it saves to scope. */
function warnOfCall({ call, handling, name }: ChainCall, walk: Walk): void {
  const { inScope, warnings } = walk;
  const add = (text: string) => warnings.push(`${name}: ${text}`);
  addAnswer({ call }, walk);
  for (const text of listCallTexts(call)) {
    warnOfText(text, walk, add);
    for (const warning of listUnclosed(text)) add(warning);
  }
  for (const warning of listSingleBraces(call.url, inScope)) add(warning);
  if (listMappedNames(call.responseMapping).includes(requestName)) walk.hasRequest = false;
  inScope.push(...listMappedNames({ ...call.responseMapping, computed: undefined }));
  if (call.repeat?.kind === 'pages') inScope.push(call.repeat.saveAs);
  warnOfComputed(call.responseMapping.computed, inScope, add);
  for (const { value } of call.remember ?? []) warnOfUnremembered(toTemplate(value), inScope, add);
  for (const text of listWebhooks(handling)) warnOfText(text, walk, add);
}

function warnOfText(text: CallText, walk: Walk, add: (text: string) => void): void {
  const { hasRequest } = walk;
  warnOfUnknown(text, walk, add);
  if (hasRequest) warnOfRequest(text, add);
}

/** Enters a loop: inside, its item and the loop itself are known. */
function enterLoop({ loop, end }: { loop: LoopStep; end: number }, walk: Walk): EnteredLoop {
  const { inScope } = walk;
  warnOfLoop(loop, [loop.items], walk);
  const before = inScope.length;
  inScope.push(loop.itemName, loopName);
  return { loop, end, before };
}

/** Leaves a loop. Names saved inside are known only inside; behind the loop, its lists are known. */
function leaveLoop({ loop, before }: EnteredLoop, walk: Walk): undefined {
  const { inScope } = walk;
  const sources = [...loop.collect.map(({ from }) => from), ...(loop.onlyNew ? [loop.onlyNew.key] : [])];
  warnOfLoop(loop, sources, walk);
  inScope.length = before;
  inScope.push(...loop.collect.map(({ saveAs }) => saveAs));
}

function warnOfLoop({ itemName }: LoopStep, sources: string[], { inScope, warnings }: Walk): void {
  for (const source of sources) {
    if (listUnknownNames(`{{${source}}}`, inScope).length === 0) continue;
    warnings.push(`For each ${itemName}: ${showPlaceholder(source)} is not known there.`);
  }
}

/** Warns about the methods whose deliveries the sender's signature cannot prove. */
function listUnproven({ webhook: { methods = [], verify } }: WebhookTrigger): string[] {
  if (provesQuery(toProof(verify))) return [];
  return methods
    .filter(hasPayloadInQuery)
    .map(
      (method) =>
        `Deliveries by ${method} are refused: this sender’s signature does not cover the query, which is their payload.`,
    );
}

function warnOfUnknown(
  { place, text, isSecret }: CallText,
  { inScope, takesValues }: Walk,
  add: (text: string) => void,
): void {
  for (const { inside, references = [], problem } of readUnknown(text, inScope)) {
    if (problem !== undefined) continue;
    const unknown = references.find((reference) => !isInScope(reference, inScope));
    const value = takesValues && unknown ? findValueReference(unknown) : undefined;
    if (unknown && value) {
      add(
        `${showPlaceholder(unknown.source)} in ${place} would not be sent: ${describeMissingValue(value.name)}`,
      );
      continue;
    }
    // A text that is no name may be a part of the secret.
    const isShown = !isSecret || parseReference(inside.trim()) !== undefined;
    const shown = isShown ? showPlaceholder(inside) : 'a placeholder';
    add(`${shown} in ${place} is not known there, so it would not be sent.`);
  }
}

/** Warns about unknown names, whose values would not be remembered; values of the organization are for calls. */
function warnOfUnremembered(text: string, inScope: string[], add: (text: string) => void): void {
  const known = inScope.filter((name) => !name.includes('.'));
  for (const inside of listUnknownNames(text, known)) {
    add(`${showPlaceholder(inside)} in what it remembers is not known there, so it would not be remembered.`);
  }
}

/** Warns about names that an answer cannot get from the payload or the run; values of the organization are for calls. */
function warnOfAnswer({ webhook: { respond } }: WebhookTrigger, inScope: string[], warnings: string[]): void {
  if (!respond || respond.mode === 'accepted') return;
  warnOfAnswerTexts(listAnswerTexts(respond), inScope, warnings);
}

function warnOfAnswerTexts(texts: CallText[], inScope: string[], warnings: string[]): void {
  const known = inScope.filter((name) => !name.includes('.'));
  for (const { place, text } of texts) {
    for (const inside of listUnknownNames(text, known)) {
      warnings.push(`${showPlaceholder(inside)} in ${place} is not known there, so it would not be given.`);
    }
  }
}

/** Warns about unknown names in computed variables, and adds these to scope; values of the organization are for calls. */
function warnOfComputed(
  computed: readonly ComputedVariable[] = [],
  inScope: string[],
  add: (text: string) => void,
): void {
  for (const { saveAs, template } of computed) {
    const known = inScope.filter((name) => !name.includes('.'));
    for (const inside of listUnknownNames(template, known)) {
      add(`${showPlaceholder(inside)} in the computed variable ${saveAs} is not known there.`);
    }
    inScope.push(saveAs);
  }
}

/** Warns about fields that are missing in every run; values of the organization have warnings of their own. */
function warnOfField(field: string, place: string, { trigger, inScope, hasRequest, warnings }: Walk): void {
  const unknown = listFieldReferences(field).filter(
    (reference) => reference.name !== organizationVariable && !isInScope(reference, inScope),
  );
  for (const { name } of unknown) {
    const advice = trigger.type === 'webhook' ? ` To read the payload, write trigger.${name}.` : '';
    warnings.push(`${place}: ${name} is not known there, so it counts as missing.${advice}`);
  }
  if (hasRequest) warnOfCondition(field, (text) => warnings.push(text));
}

/** Warns about parts of a request that are never present. */
function warnOfRequest({ place, text }: CallText, add: (text: string) => void): void {
  if (!text.includes(requestName)) return;
  for (const { inside, references = [] } of readPlaceholders(text)) {
    for (const reference of references) {
      const problem = findRequestProblem(reference);
      if (problem) add(`${showPlaceholder(inside)} in ${place} is never there: ${problem}.`);
    }
  }
}

function warnOfCondition(field: string, add: (text: string) => void): void {
  for (const reference of listFieldReferences(field)) {
    const problem = findRequestProblem(reference);
    if (problem) add(`The field ${field} of a condition is never there: ${problem}.`);
  }
}
