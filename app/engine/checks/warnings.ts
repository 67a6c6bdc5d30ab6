// Warns about what may be saved and deployed in a definition, but will probably not work when it runs.
import type { ComputedVariable } from '../schema/computed-variable';
import { listChainItems } from '../chain/chain';
import { loopName, type LoopStep } from '../definition/loop-step';
import { listMappedNames } from '../definition/response-mapping';
import { placeLoops } from '../chain/placed-loops';
import type { Definition, WebhookTrigger } from '../integration';
import { listConditions } from '../definition/conditional-step';
import { isLocalAddress } from '../http/local-address';
import { showPlaceholder } from '../placeholders/placeholder';
import {
  isInScope,
  nameValue,
  organizationVariable,
  parseReference,
} from '../placeholders/reference-pattern';
import {
  listFieldReferences,
  listUnknown,
  readPlaceholders,
  readUnknown,
} from '../placeholders/template-references';
import { fillUrl } from '../placeholders/url-template';
import { hasPayloadInQuery } from '../senders/admission';
import { memoryName, toTemplate } from '../schema/memory';
import { listFailureWarnings } from './failure-warnings';
import { listFieldWarnings } from './field-warnings';
import { listMemoryWarnings } from './memory-warnings';
import { runName } from '../run-facts';
import { provesQuery, toProof } from '../senders/verify';
import { type CallText, listAnswerTexts, listCallTexts, listWebhooks } from './call-texts';
import { listAddressWarnings, listLateAnswers } from './wait-check';
import { findRequestProblem, offersRequest, requestName } from './request-use';
import { type KnownValue, listNameable, listValueWarnings } from './value-warnings';

/** Lists warnings in the order of the chain, as sentences that name the call. `values`: those of the organization. */
export function listWarnings(definition: Definition, values: readonly KnownValue[] = []): string[] {
  const warnings: string[] = [];
  const { triggerConfig: trigger } = definition;
  const inScope = ['trigger', ...listNameable(definition, values).map(({ name }) => nameValue(name))];
  let hasRequest = offersRequest(trigger);
  if (hasRequest) inScope.push(requestName);
  if (trigger.type === 'webhook') {
    inScope.push(...trigger.webhook.variables.map(({ name }) => name));
    warnings.push(...listUnproven(trigger));
    if (trigger.webhook.respond?.mode !== 'result') warnOfAnswer(trigger, inScope, warnings);
    for (const { field } of trigger.webhook.onlyRunIf ?? []) {
      const known = inScope.filter((name) => !name.includes('.'));
      warnOfUnknownField(field, 'Only run if', known, trigger.type, warnings);
      if (hasRequest) warnOfCondition(field, (text) => warnings.push(text));
    }
  }
  inScope.push(runName, memoryName);
  warnOfComputed(definition.runSettings?.computed, inScope, (text) => warnings.push(text));
  const places = listChainItems(definition);
  const loops = placeLoops(definition, places);
  /** The calls with local addresses, by the address's place in the call: one sentence names all of them. */
  const local = new Map<string, string[]>();
  /** The loop that contains the place, and how many names were in scope before the loop. */
  let inside: { loop: LoopStep; end: number; before: number } | undefined;
  for (const [index, place] of places.entries()) {
    if (inside?.end === index) inside = leaveLoop(inside, inScope, warnings);
    const begun = loops?.get(index);
    if (begun) {
      const { items, itemName } = begun.loop;
      warnOfLoop(begun.loop, [items], inScope, warnings);
      inside = { ...begun, before: inScope.length };
      inScope.push(itemName, loopName);
    }
    if (place.kind === 'check') {
      for (const { field } of listConditions(place.step)) {
        warnOfUnknownField(field, 'Condition', inScope, trigger.type, warnings);
        if (hasRequest) warnOfCondition(field, (text) => warnings.push(text));
      }
      continue;
    }
    const { call, handling, name } = place;
    const add = (text: string) => warnings.push(`${name}: ${text}`);
    const { computed } = call.responseMapping;
    const texts = listCallTexts(call);
    if (call.wait?.kind === 'answer' && call.wait.saveAs) inScope.push(call.wait.saveAs);
    for (const text of texts) {
      warnOfUnknown(text, inScope, add);
      if (hasRequest) warnOfRequest(text, add);
    }
    if (listMappedNames(call.responseMapping).includes(requestName)) hasRequest = false;
    inScope.push(...listMappedNames({ ...call.responseMapping, computed: undefined }));
    if (call.repeat?.kind === 'pages') inScope.push(call.repeat.saveAs);
    warnOfComputed(computed, inScope, add);
    for (const { value } of call.remember ?? []) {
      warnOfUnremembered(toTemplate(value), inScope, add);
    }
    const webhooks = listWebhooks(handling);
    for (const text of webhooks) {
      warnOfUnknown(text, inScope, add);
      if (hasRequest) warnOfRequest(text, add);
    }
    for (const address of [...texts.slice(0, 1), ...webhooks]) {
      if (!isLocalAddress(fillUrl(address.text))) continue;
      const names = local.get(address.place);
      if (names) names.push(name);
      else local.set(address.place, [name]);
    }
  }
  if (inside) leaveLoop(inside, inScope, warnings);
  for (const [place, names] of local) warnings.push(describeLocal(place, names));
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
    ]),
  ];
}

/** How many calls with the same warning are named. */
const maxNamed = 3;

function describeLocal(place: string, names: string[]): string {
  const distinct = [...new Set(names)];
  const left = distinct.length - maxNamed;
  const calls = distinct.slice(0, maxNamed).join(', ') + (left > 0 ? ` and ${left} more` : '');
  return `${calls}: ${place} leads to a local or private address, which may not be accessible from production environments.`;
}

/** Leaves a loop. Names saved inside are known only inside; behind the loop, its lists are known. */
function leaveLoop(
  { loop, before }: { loop: LoopStep; before: number },
  inScope: string[],
  warnings: string[],
): undefined {
  warnOfLoop(
    loop,
    [...loop.collect.map(({ from }) => from), ...(loop.onlyNew ? [loop.onlyNew.key] : [])],
    inScope,
    warnings,
  );
  inScope.length = before;
  inScope.push(...loop.collect.map(({ saveAs }) => saveAs));
}

function warnOfLoop({ itemName }: LoopStep, sources: string[], inScope: string[], warnings: string[]): void {
  for (const source of sources) {
    if (listUnknown(`{{${source}}}`, inScope).length === 0) continue;
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
  inScope: string[],
  add: (text: string) => void,
): void {
  for (const { inside, problem } of readUnknown(text, inScope)) {
    // A text that is no name may be a part of the secret.
    const isShown = !isSecret || parseReference(inside.trim()) !== undefined;
    add(
      problem === undefined || !isShown
        ? `${isShown ? showPlaceholder(inside) : 'a placeholder'} in ${place} is not known there, so it would not be sent.`
        : `${showPlaceholder(inside)} in ${place} would not be sent: ${problem}.`,
    );
  }
}

/** Warns about unknown names, whose values would not be remembered; values of the organization are for calls. */
function warnOfUnremembered(text: string, inScope: string[], add: (text: string) => void): void {
  const known = inScope.filter((name) => !name.includes('.'));
  for (const inside of listUnknown(text, known)) {
    add(`${showPlaceholder(inside)} in what it remembers is not known there, so it would not be remembered.`);
  }
}

/** Warns about names that an answer cannot get from the payload or the run; values of the organization are for calls. */
function warnOfAnswer({ webhook: { respond } }: WebhookTrigger, inScope: string[], warnings: string[]): void {
  if (!respond || respond.mode === 'accepted') return;
  const known = inScope.filter((name) => !name.includes('.'));
  for (const { place, text } of listAnswerTexts(respond)) {
    for (const inside of listUnknown(text, known)) {
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
    for (const inside of listUnknown(template, known)) {
      add(`${showPlaceholder(inside)} in the computed variable ${saveAs} is not known there.`);
    }
    inScope.push(saveAs);
  }
}

/** Warns about fields that are missing in every run; values of the organization have warnings of their own. */
function warnOfUnknownField(
  field: string,
  place: string,
  inScope: readonly string[],
  triggerType: Definition['triggerConfig']['type'],
  warnings: string[],
): void {
  const unknown = listFieldReferences(field).filter(
    (reference) => reference.name !== organizationVariable && !isInScope(reference, inScope),
  );
  for (const { name } of unknown) {
    const advice = triggerType === 'webhook' ? ` To read the payload, write trigger.${name}.` : '';
    warnings.push(`${place}: ${name} is not known there, so it counts as missing.${advice}`);
  }
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
