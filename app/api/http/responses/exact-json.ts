// JSON in which numbers keep the digits that `c.json` would change.
import type { Context } from 'hono';
import { stringifyJsonInTurns } from '~/services/large-json';
import type { ApiEnv } from '../problem-response';

/** Responds with a value from `parseJson`, which is written in turns. */
export async function respondExactJson(
  c: Context<ApiEnv>,
  value: unknown,
  status: 200 | 201 = 200,
  headers: Record<string, string> = {},
): Promise<Response> {
  return c.body(await stringifyJsonInTurns(value), status, {
    'Content-Type': 'application/json',
    ...headers,
  });
}
