import type { ApiCallLog } from '~/db/call-logs';

/**
 * Whether a call notifies a webhook: its headers say where it comes from or of which execution, its address contains
 * 'webhook', or it posts an execution's id and the call it is about.
 */
export function isWebhookCall({ method, url, headers, body }: NonNullable<ApiCallLog['request']>): boolean {
  if (Object.keys(headers).some((name) => /webhook-source|execution-id/i.test(name))) return true;
  if (/webhook/i.test(url)) return true;
  return method === 'POST' && /"executionId"\s*:/.test(body) && /"originalApiCall"\s*:/.test(body);
}
