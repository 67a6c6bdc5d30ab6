// Writes the bodies of calls that a request gives as JSON, in turns: the schema of a call would write each in one go.
import { bodySpace } from '~/engine/definition/api-call';
import { limits } from '~/engine/schema/limits';
import type { Problem } from '~/problem';
import { stringifyJsonInTurns } from '~/services/large-json';
import { maxBodyBytes } from '../http/problem-response';

type Fields = Record<string, unknown>;

const tooLongText = 'The bodies of all calls may have at most 4 MiB together';

/**
 * Writes the JSON bodies of calls as {@link writeBody} does. `exact` holds the same calls, whose numbers keep their digits;
 * `path` leads to the list. Problem: invalid when the texts are longer together than a request may be.
 */
export async function writeBodies(
  calls: unknown[],
  exact: unknown[],
  path: string,
): Promise<{ kind: 'calls'; calls: unknown[] } | Problem> {
  const written: unknown[] = [];
  let left = maxBodyBytes;
  for (const [index, call] of calls.entries()) {
    const next = isObject(call) ? await writeBody(call, exact[index]) : call;
    if (next !== call) left -= String((next as Fields).body).length;
    if (left < 0) return { kind: 'invalid', fields: { [`${path}.${index}.body`]: [tooLongText] } };
    written.push(next);
  }
  return { kind: 'calls', calls: written };
}

/**
 * Returns the call with the text that the definition would make of its JSON body. The text is cut after the limit of a body,
 * which it then exceeds. A call without a JSON body is returned itself.
 */
export async function writeBody(call: Fields, exact: unknown): Promise<Fields> {
  if (!isObject(call.body) || !isObject(exact)) return call;
  const body = await stringifyJsonInTurns(exact.body, { space: bodySpace, most: limits.bodyLength });
  return { ...call, body };
}

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}
