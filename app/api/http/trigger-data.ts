import type { Context } from 'hono';
import { z } from 'zod';
import { isNestedDeeperThan, parseJson } from '~/engine/json/json';
import { type DeliveryRequest, RequestInput } from '~/engine/delivery/delivery-request';
import type { Problem } from '~/problem';
import type { ApiEnv } from './problem-response';
import { describeIssues } from './json-body';
import { limits } from '~/engine/schema/limits';

/**
 * Reads `{triggerData?, request?}`, or no body at all; a missing value is undefined. Reads the body as text, so that numbers of
 * the payload keep their digits. Problem: invalid.
 */
export async function readTriggerData(
  c: Context<ApiEnv>,
): Promise<{ kind: 'payload'; value: unknown; request?: DeliveryRequest | undefined } | Problem> {
  if (c.req.header('Content-Type') === undefined) return { kind: 'payload', value: undefined };
  const given: unknown = await c.req.json();
  const text = await c.req.text();
  if (isNestedDeeperThan(text, limits.payloadDepth)) {
    return { kind: 'invalid', message: `The payload is nested deeper than ${limits.payloadDepth} levels.` };
  }
  const body = z.looseObject({ request: RequestInput.optional() }).safeParse(given);
  if (!body.success) return describeIssues(body.error.issues);
  const { triggerData } = parseJson(text) as { triggerData?: unknown };
  return { kind: 'payload', value: triggerData, request: body.data.request };
}
