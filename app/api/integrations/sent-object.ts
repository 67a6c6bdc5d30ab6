// A body that holds calls. Its numbers become JavaScript numbers, except where they must keep their digits: in a call's body,
// in the values that a call is tried with, and in what conditions compare with.
import type { Context } from 'hono';
import { z } from 'zod';
import { findOversized } from '~/engine/checks/definition-size';
import { keepComparedDigits } from '~/engine/definition/compared-digits';
import type { Problem } from '~/problem';
import { parseJsonInTurns } from '~/services/large-json';
import { describeIssues } from '../http/bodies/json-body';
import type { ApiEnv } from '../http/problem-response';
import { isObject, writeBodies, writeBody } from './call-bodies';

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
  const sent = await keepDigits(fields, exact);
  // A list that is refused for its length is not walked, either.
  if (!Array.isArray(fields.apiCalls) || isOversized) return { kind: 'object', fields: sent };
  const written = await writeBodies(fields.apiCalls, exact.apiCalls as unknown[], 'apiCalls');
  if (written.kind !== 'calls') return written;
  return { kind: 'object', fields: { ...sent, apiCalls: written.calls } };
}

/**
 * Reads the exported file that a body is. A body of a call that was given as JSON is text here. Problem: invalid, for the same
 * reason as in `readSentObject`.
 */
export async function readSentFile(c: Context<ApiEnv>): Promise<{ kind: 'file'; file: unknown } | Problem> {
  const file = c.get('sentJson');
  const definition = isObject(file) ? file.definition : undefined;
  if (!isObject(file) || !isObject(definition) || !Array.isArray(definition.apiCalls)) {
    return { kind: 'file', file };
  }
  const { apiCalls } = definition;
  const written = await writeBodies(apiCalls, apiCalls, 'definition.apiCalls');
  if (written.kind !== 'calls') return written;
  return { kind: 'file', file: { ...file, definition: { ...definition, apiCalls: written.calls } } };
}

/** Returns a schema's result with the digits of the numbers that its conditions compare with. */
export async function withComparedDigits<Input>(c: Context<ApiEnv>, input: Input): Promise<Input> {
  return keepComparedDigits(input, await parseJsonInTurns(await c.req.text())) as Input;
}

/** Returns the fields, whose `variables` come from the exact ones, and whose `body` is text, as those of a call sent alone. */
async function keepDigits(fields: Fields, exact: Fields): Promise<Fields> {
  const sent = await writeBody(fields, exact);
  return isObject(fields.variables) ? { ...sent, variables: exact.variables } : sent;
}
