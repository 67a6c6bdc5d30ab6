import type { Context } from 'hono';
import { z } from 'zod';
import { type DeliveryRequest, RequestInput } from '~/engine/delivery/delivery-request';
import type { Problem } from '~/problem';
import { parseJsonInTurns } from '~/services/large-json';
import type { ApiEnv } from '../problem-response';
import { describeIssues } from './json-body';

/**
 * Reads `{triggerData?, request?}`, or no body at all; a missing value is undefined. Reads the body as text, so that numbers of
 * the payload keep their digits. Problem: invalid.
 */
export async function readTriggerData(
  c: Context<ApiEnv>,
): Promise<{ kind: 'payload'; value: unknown; request?: DeliveryRequest | undefined } | Problem> {
  if (c.req.header('Content-Type') === undefined) return { kind: 'payload', value: undefined };
  const body = z.looseObject({ request: RequestInput.optional() }).safeParse(c.get('sentJson'));
  if (!body.success) return describeIssues(body.error.issues);
  const { triggerData } = (await parseJsonInTurns(await c.req.text())) as { triggerData?: unknown };
  return { kind: 'payload', value: triggerData, request: body.data.request };
}
