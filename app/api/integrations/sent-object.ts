// A body that holds calls. Its numbers become JavaScript numbers, except where they must keep their digits: in a call's body,
// in the values that a call is tried with, and in what conditions compare with.
import type { Context } from 'hono';
import { z } from 'zod';
import { bodySpace } from '~/engine/definition/api-call';
import { keepComparedDigits } from '~/engine/definition/compared-digits';
import { limits } from '~/engine/schema/limits';
import type { Problem } from '~/problem';
import { findOversized } from '~/services/integrations/definition-size';
import { parseJsonInTurns, stringifyJsonInTurns } from '~/services/large-json';
import { describeIssues } from '../http/json-body';
import { type ApiEnv, maxBodyBytes } from '../http/problem-response';

type Fields = Record<string, unknown>;

/**
 * Reads the JSON object of a body. A body of a call that was given as JSON is text here. In `variables` of a call that is sent
 * alone, objects and lists hold an ExactNumber where JavaScript would change the digits. In a condition such a number is text.
 * Problem: invalid, also when the texts of the bodies are longer together than a request may be.
 */
export async function readSentObject(
  c: Context<ApiEnv>,
): Promise<{ kind: 'object'; fields: Fields } | Problem> {
  const read = z.looseObject({}).safeParse(c.get('sentJson'));
  if (!read.success) return describeIssues(read.error.issues);
  const exact = (await parseJsonInTurns(await c.req.text())) as Fields;
  // Comparing the two walks all of it. The service refuses what holds so many settings.
  const isOversized = findOversized({ ...read.data, body: undefined, variables: undefined }) !== undefined;
  const fields = isOversized ? read.data : (keepComparedDigits(read.data, exact) as Fields);
  const texts = { left: maxBodyBytes };
  const sent = await keepDigits(fields, exact, texts);
  if (Array.isArray(fields.apiCalls) && !isOversized) {
    const apiCalls: unknown[] = [];
    for (const [index, call] of fields.apiCalls.entries()) {
      apiCalls.push(await keepDigits(call, (exact.apiCalls as unknown[])[index], texts));
      if (texts.left < 0) return { kind: 'invalid', fields: { [`apiCalls.${index}.body`]: [tooLongText] } };
    }
    sent.apiCalls = apiCalls;
  }
  return { kind: 'object', fields: sent };
}

/** Returns a schema's result with the digits of the numbers that its conditions compare with. */
export async function withComparedDigits<Input>(c: Context<ApiEnv>, input: Input): Promise<Input> {
  return keepComparedDigits(input, await parseJsonInTurns(await c.req.text())) as Input;
}

const tooLongText = 'The bodies of all calls may have at most 4 MiB together';

/**
 * Returns a call whose `variables` come from the exact call, and whose JSON `body` is the text that the definition would make of
 * it. The text is cut after the limit of a body, which it then exceeds. `texts` counts the characters that are left for all texts.
 */
async function keepDigits<Call>(call: Call, exact: unknown, texts: { left: number }): Promise<Call> {
  if (!isObject(call) || !isObject(exact)) return call;
  const kept: Fields = { ...call };
  if (isObject(call.variables)) kept.variables = exact.variables;
  if (isObject(call.body)) {
    const text = await stringifyJsonInTurns(exact.body, { space: bodySpace, most: limits.bodyLength });
    texts.left -= text.length;
    kept.body = text;
  }
  return kept as Call;
}

/** Checks whether the value is an object or a list. */
function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}
