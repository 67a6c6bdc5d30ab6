// The variables of a run: what `{{name}}` stands for. They come from the trigger and then, in order, from response mappings.
import type { TriggerConfig, WebhookVariable } from './integration';
import { findResponsePart, readResponsePart, type ResponseHead } from './paths/response-part';
import type { ExtractField } from './definition/response-mapping';
import type { Extraction, Lacked } from './logged';
import { leadsThroughEmptyList } from './paths/empty-list';
import { leadsToMany, type PathPlan, planPaths } from './paths/path-plan';
import { type PathResult, readPaths } from './paths/path-walk';
import type { Variables } from './placeholders/reference';
import { typeOfJson } from './json/value-text';
import type { DeliveryRequest } from './delivery/delivery-request';
import { listFormFields } from './triggers/form';
import { isNoValue, readFormValues } from './triggers/form-values';

export interface TriggerVariables {
  variables: Variables;
  /** The required variables that the payload lacks. */
  missing: string[];
  /** The other variables that the payload lacks. */
  lacked: Lacked[];
  /** The paths lead to more places than are read in one payload. Variables whose paths lead to many places are null then. */
  isTooMuch: boolean;
}

/**
 * Returns the variables that a delivery or a manual run starts with. `trigger` is the whole payload and `request` describes the
 * request that brought it, if any; a variable of the trigger with the same name replaces either. A variable that the payload
 * lacks is null. With {@link TriggerVariables.missing} or `isTooMuch` nothing may be run.
 */
export function readTriggerVariables(
  trigger: TriggerConfig,
  payload: unknown,
  request?: DeliveryRequest,
): TriggerVariables {
  const read: TriggerVariables = {
    variables: new Map([['trigger', payload]]),
    missing: [],
    lacked: [],
    isTooMuch: false,
  };
  if (request) read.variables.set('request', request);
  addFormValues(read, trigger, payload);
  const listed = listTriggerVariables(trigger);
  for (const [index, result] of readPaths(payload, planOf(listed)).entries()) {
    const { name = '', jsonPath = '', required } = listed[index] ?? {};
    read.variables.set(name, result.found ? result.value : null);
    if (isTooMuch(result)) read.isTooMuch = true;
    else if (!result.found && required) read.missing.push(name);
    else if (!result.found) read.lacked.push({ variableName: name, jsonPath });
  }
  return read;
}

/** Adds the values of a manual trigger's form. They were checked when the run was started, except those of a replay. */
function addFormValues(read: TriggerVariables, trigger: TriggerConfig, payload: unknown): void {
  for (const { field, value } of readFormValues(listFormFields(trigger), payload)) {
    const { name, required } = field;
    read.variables.set(name, value ?? null);
    if (required && isNoValue(value)) read.missing.push(name);
    else if (value === undefined) read.lacked.push({ variableName: name, jsonPath: `$.${name}` });
  }
}

/** Checks whether a delivery's payload decides if the delivery is run, so that it is read before acceptance. */
export function dependsOnPayload(trigger: TriggerConfig): boolean {
  const listed = listTriggerVariables(trigger);
  return listed.some(({ required }) => required) || leadsToMany(planOf(listed));
}

function listTriggerVariables(trigger: TriggerConfig): WebhookVariable[] {
  return trigger.type === 'webhook' ? trigger.webhook.variables : noVariables;
}

const noVariables: WebhookVariable[] = [];

/** Takes fields out of a response. All fields of the body are read in one walk. */
export function extract(
  body: unknown,
  fields: ExtractField[],
  head: ResponseHead = { status: undefined, headers: [] },
): Extraction[] {
  const results = readPaths(body, planOf(fields));
  return fields.map(({ saveAs, jsonPath }, index) => {
    const part = findResponsePart(jsonPath);
    if (part === undefined)
      return describeExtraction(saveAs, jsonPath, results[index] ?? { found: false }, body);
    const value = readResponsePart(head, part);
    return describeExtraction(
      saveAs,
      jsonPath,
      value === undefined ? { found: false } : { found: true, value },
    );
  });
}

function describeExtraction(
  variableName: string,
  jsonPath: string,
  result: PathResult,
  body?: unknown,
): Extraction {
  if (result.found) {
    return { variableName, jsonPath, type: typeOfJson(result.value), success: true, value: result.value };
  }
  const missing = { variableName, jsonPath, type: 'missing', success: false } as const;
  if (isTooMuch(result)) {
    return { ...missing, message: 'The paths with many places lead to too many in this response' };
  }
  const message = `not mapped: nothing was found at ${jsonPath}`;
  return leadsThroughEmptyList(body, jsonPath)
    ? { ...missing, emptyList: true, message: `${message}, as the list is empty` }
    : { ...missing, message };
}

function isTooMuch(result: PathResult): boolean {
  return !result.found && result.isTooMuch === true;
}

/** A definition's paths are the same in each of its runs, so each plan is made once. */
const plans = new WeakMap<object, PathPlan>();

function planOf(listed: readonly { jsonPath: string }[]): PathPlan {
  let plan = plans.get(listed);
  if (!plan) {
    // A field that is not in the body keeps its position in the list, with the path of the whole body.
    plan = planPaths(
      listed.map(({ jsonPath }) => (findResponsePart(jsonPath) === undefined ? jsonPath : '$')),
    );
    plans.set(listed, plan);
  }
  return plan;
}
