// Lists calls that notify a webhook once more: what was posted, about which call and why.
import { z } from 'zod';
import { nameMissingResponse } from '~/engine/events/failure-reason';
import { parseJson } from '~/engine/json/json';
import { type ApiCallLog, OriginalCall, type WebhookExecution } from './log-schema';

/** A call in a log, before its webhook is described. */
export type PlainCallLog = Omit<ApiCallLog, 'webhookExecution'>;

/** Describes a webhook call; null for other calls, and when nothing was sent. `calls` are all of its execution. */
export function describeWebhook(call: PlainCallLog, calls: PlainCallLog[]): WebhookExecution | null {
  const { kind, request, response, startedAt, duration, error, status } = call;
  if (!request || startedAt === null || !isWebhookCall(kind, request)) return null;
  const { url, method, headers, body, truncated } = request;
  const payload = truncated ? body : readPayload(body);
  const original = calls.find(
    (each) => each.kind === 'call' && each.callId === call.callId && each.loop?.index === call.loop?.index,
  );
  return {
    url,
    method,
    headers,
    payload,
    timestamp: startedAt,
    triggerReason: kind === 'webhook' && original ? describeReason(original) : 'A call of the chain',
    originalApiCall: kind === 'webhook' && original ? describeOriginal(original) : readOriginal(payload),
    response: response && {
      statusCode: response.status,
      headers: response.headers,
      body: response.body,
      duration,
    },
    error,
    status: status === 'running' ? 'pending' : status === 'error' ? 'error' : 'success',
  };
}

/**
 * Checks whether a call notifies a webhook: a rule's notice does. So does a call whose headers name its source or execution,
 * whose URL contains 'webhook', or that posts an execution's id and the call it is about.
 */
function isWebhookCall(
  kind: PlainCallLog['kind'],
  { method, url, headers, body }: NonNullable<PlainCallLog['request']>,
): boolean {
  if (kind === 'webhook' || /webhook/i.test(url)) return true;
  if (Object.keys(headers).some((name) => /webhook-source|execution-id/i.test(name))) return true;
  return method === 'POST' && /"executionId"\s*:/.test(body) && /"originalApiCall"\s*:/.test(body);
}

function readPayload(body: string): unknown {
  try {
    return parseJson(body);
  } catch (error) {
    if (error instanceof SyntaxError) return body;
    throw error;
  }
}

function describeReason({ request, response, error }: PlainCallLog): string {
  const answer = response ? `HTTP ${response.status}` : nameMissingResponse(error);
  const { matchedStatusCode, matchedConditions } = request?.responseHandling ?? {};
  const when = matchedConditions ? ` when ${matchedConditions}` : '';
  return matchedStatusCode ? `${answer}: matched the rule for ${matchedStatusCode}${when}` : answer;
}

function describeOriginal({ apiCallName: name, request, response }: PlainCallLog) {
  if (!request) return null;
  return { name, url: request.url, method: request.method, statusCode: response?.status ?? null };
}

function readOriginal(payload: unknown): WebhookExecution['originalApiCall'] {
  return z.object({ originalApiCall: OriginalCall }).safeParse(payload).data?.originalApiCall ?? null;
}
