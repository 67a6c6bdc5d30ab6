// A body that holds calls. Its numbers become JavaScript numbers, except where they must keep their digits: in a call's body,
// in the values that a call is tried with, and in what conditions compare with.
import type { Context } from 'hono';
import { z } from 'zod';
import { keepComparedDigits } from '~/engine/definition/compared-digits';
import { isNestedDeeperThan, parseJson } from '~/engine/json/json';
import { limits } from '~/engine/schema/limits';
import type { Problem } from '~/problem';
import { describeIssues } from '../http/json-body';
import type { ApiEnv } from '../http/problem-response';

type Fields = Record<string, unknown>;

/**
 * Reads the JSON object of a body. In `apiCalls[].body`, and in `body` and `variables` of a call that is sent alone, objects
 * and lists hold an ExactNumber where JavaScript would change the digits. In a condition such a number is text. Problem:
 * invalid, also when a body with such parts nests too deeply.
 */
export async function readSentObject(
  c: Context<ApiEnv>,
): Promise<{ kind: 'object'; fields: Fields } | Problem> {
  const read = z.looseObject({}).safeParse(await c.req.json());
  if (!read.success) return describeIssues(read.error.issues);
  const text = await c.req.text();
  const isPassedOn = [read.data, ...listCalls(read.data)].some(holdsJson);
  if (isNestedDeeperThan(text, limits.payloadDepth)) {
    if (!isPassedOn) return { kind: 'object', fields: read.data };
    return { kind: 'invalid', message: `The request is nested deeper than ${limits.payloadDepth} levels.` };
  }
  const exact = parseJson(text) as Fields;
  const fields = keepComparedDigits(read.data, exact) as Fields;
  const calls = listCalls(fields);
  const exactCalls = listCalls(exact);
  const apiCalls = calls.map((call, index) => keepDigits(call, exactCalls[index]));
  return {
    kind: 'object',
    fields: { ...(keepDigits(fields, exact) as Fields), ...(calls.length > 0 && { apiCalls }) },
  };
}

/** Returns a schema's result with the digits of the numbers that its conditions compare with. */
export async function withComparedDigits<Input>(c: Context<ApiEnv>, input: Input): Promise<Input> {
  const text = await c.req.text();
  if (isNestedDeeperThan(text, limits.payloadDepth)) return input;
  return keepComparedDigits(input, parseJson(text)) as Input;
}

const passedOn = ['body', 'variables'];

function listCalls({ apiCalls }: Fields): unknown[] {
  return Array.isArray(apiCalls) ? apiCalls : [];
}

function holdsJson(call: unknown): boolean {
  return isObject(call) && passedOn.some((name) => isObject(call[name]));
}

/** Returns a call whose passed-on parts come from the exact call. */
function keepDigits(call: unknown, exact: unknown): unknown {
  if (!isObject(call) || !isObject(exact)) return call;
  const kept = passedOn.filter((name) => isObject(call[name])).map((name) => [name, exact[name]]);
  return { ...call, ...(Object.fromEntries(kept) as Fields) };
}

/** Checks whether the value is an object or a list. */
function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}
