// The bag of a run: what `{{name}}` stands for. Names come from the trigger and from response mappings, in order.
import type { TriggerConfig, WebhookVariable } from './integration';
import { ExactNumber, stringifyJson } from './json';
import { readPath } from './path';

/** Variables by name. A Map, so that no name can mean something of Object.prototype. */
export type Variables = Map<string, unknown>;

/** One variable taken (or not) out of a payload, as the log shows it. */
export interface Extraction {
  variableName: string;
  jsonPath: string;
  /** The JSON type of the value: object, array, string, number, boolean, null; `missing` when there is none. */
  type: string;
  success: boolean;
  value?: unknown;
  message?: string;
}

/**
 * The variables a delivery or a manual run starts with: `trigger` is the whole payload. An optional variable
 * that the payload lacks is null; a required one is listed in `missing`.
 */
export function readTriggerVariables(
  trigger: TriggerConfig,
  payload: unknown,
): { variables: Variables; missing: string[] } {
  const variables: Variables = new Map([['trigger', payload]]);
  const missing: string[] = [];
  for (const variable of listTriggerVariables(trigger)) {
    const result = readPath(payload, variable.jsonPath);
    variables.set(variable.name, result.found ? result.value : null);
    if (!result.found && variable.required) missing.push(variable.name);
  }
  return { variables, missing };
}

function listTriggerVariables(trigger: TriggerConfig): WebhookVariable[] {
  return trigger.type === 'webhook' ? trigger.webhook.variables : [];
}

export function extract(value: unknown, variableName: string, jsonPath: string): Extraction {
  const result = readPath(value, jsonPath);
  if (!result.found) {
    const message = `Nothing was found at ${jsonPath}`;
    return { variableName, jsonPath, type: 'missing', success: false, message };
  }
  return { variableName, jsonPath, type: typeOfJson(result.value), success: true, value: result.value };
}

export function typeOfJson(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (value instanceof ExactNumber) return 'number';
  return typeof value;
}

/** A value inside text: strings as they are, null as nothing, numbers with their digits, the rest as JSON. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  if (value instanceof ExactNumber) return value.toString();
  return typeof value === 'object' ? stringifyJson(value) : String(value);
}
