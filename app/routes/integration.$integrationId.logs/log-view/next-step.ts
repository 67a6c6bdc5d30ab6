import type { ApiCallLog } from '~/services/executions/log-schema';

/** Failures that often pass by themselves: 408, 425 and 429 (RFC 9110, RFC 8470, RFC 6585), and errors of the server. */
function isPassing(status: number): boolean {
  return status === 408 || status === 425 || status === 429 || status >= 500;
}

/**
 * Says in sentences what may help after a call that was sent and failed. Says nothing where response handling decided, since
 * a person chose that, or where the response says it best, as with 400, 404 and 422.
 */
export function adviseAfterFailure({
  status,
  request,
  response,
  startedAt,
  webhookExecution,
}: Pick<ApiCallLog, 'status' | 'request' | 'response' | 'startedAt' | 'webhookExecution'>): string[] {
  if (status !== 'error' || !request || startedAt === null || webhookExecution) return [];
  if (request.responseHandling || request.retryData) return [];
  if (!response) return [noRetry];
  if (response.status === 401 || response.status === 403) return [describeRefusal(request.connection)];
  return isPassing(response.status) ? [...listWish(response.headers['retry-after']), noRetry] : [];
}

const noRetry =
  'It was sent once, because the call had no response handling. To retry such failures, edit the call and press “Retry three times”.';

function describeRefusal(connection: string | undefined): string {
  return connection === undefined
    ? 'The target refused who is asking: check what the call sends under Auth.'
    : `The target refused the connection ${connection}: check its credentials, and what they may do there.`;
}

/** `Retry-After` is a number of seconds or a date (RFC 9110 §10.2.3). */
function listWish(retryAfter: string | undefined): string[] {
  if (retryAfter === undefined) return [];
  const wish = /^\d+$/.test(retryAfter) ? `${retryAfter} seconds` : `until ${retryAfter}`;
  return [`The target asks to wait ${wish} (Retry-After).`];
}
