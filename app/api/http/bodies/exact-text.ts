import type { Context } from 'hono';
import { parseJsonInTurns, stringifyJsonInTurns } from '~/services/large-json';
import type { ApiEnv } from '../problem-response';

/** Returns the JSON text of one field of the body, an object, with the digits of its numbers; empty when the field is missing. */
export async function readExactText(c: Context<ApiEnv>, field: string): Promise<string> {
  const body = (await parseJsonInTurns(await c.req.text())) as Record<string, unknown>;
  return body[field] === undefined ? '' : stringifyJsonInTurns(body[field]);
}
