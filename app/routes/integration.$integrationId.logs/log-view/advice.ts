import { retryLabel } from '~/components/integration/retry-label';
import { nameMissingResponse } from '~/engine/events/failure-reason';
import { listExtractions } from '~/services/executions/call-log';
import type { ApiCallLog } from '~/services/executions/log-schema';

/** Failures that often pass by themselves: 408, 425 and 429 (RFC 9110, RFC 8470, RFC 6585), and errors of the server. */
function isPassing(status: number): boolean {
  return status === 408 || status === 425 || status === 429 || status >= 500;
}

type AdvisedCall = Pick<
  ApiCallLog,
  'status' | 'error' | 'request' | 'response' | 'startedAt' | 'webhookExecution'
>;

/** Says in sentences what may help after a call that failed, or that got a web page where it reads JSON. */
export function adviseOn(call: AdvisedCall): string[] {
  return call.status === 'success' ? adviseAfterSuccess(call) : adviseAfterFailure(call);
}

const webPage = 'The answer is a web page, not JSON. Check the address, and whether it asks to log in.';

/** A wrong address, a login page and the page of a network that wants a login answer 200, too. */
function adviseAfterSuccess({ request, response, webhookExecution }: AdvisedCall): string[] {
  if (!request || !response || webhookExecution || !isWebPage(response)) return [];
  const misses = listExtractions(response).some(({ success }) => !success);
  return misses || asksForJson(request) ? [webPage] : [];
}

/** Checks whether a response is HTML (RFC 2854, RFC 3236). */
export function isWebPage({ headers }: Pick<NonNullable<ApiCallLog['response']>, 'headers'>): boolean {
  return /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(headers['content-type'] ?? '');
}

/** Checks whether a request says that it is about JSON: by what it accepts, or by what it sends. */
function asksForJson({ headers }: Pick<NonNullable<ApiCallLog['request']>, 'headers'>): boolean {
  return Object.entries(headers).some(
    ([name, value]) => /^(?:accept|content-type)$/i.test(name) && /\bjson\b/i.test(value),
  );
}

/**
 * Says nothing where response handling decided, since a person chose that, or where the response says it best, as with 400,
 * 404 and 422.
 */
function adviseAfterFailure({
  status,
  error,
  request,
  response,
  startedAt,
  webhookExecution,
}: AdvisedCall): string[] {
  if (status !== 'error' || !request || startedAt === null || webhookExecution) return [];
  if (request.responseHandling || request.retryData) return [];
  // Where a call may not go, no retry helps, and the message says whom to ask.
  if (!response) return nameMissingResponse(error) === 'No response' ? [noRetry] : [];
  if (response.status === 401 || response.status === 403) return [describeRefusal(request.connection)];
  return isPassing(response.status) ? [...listWish(response.headers['retry-after']), noRetry] : [];
}

const noRetry = `It was sent once, because the call had no response handling. To retry such failures, edit the call and press “${retryLabel}”.`;

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
