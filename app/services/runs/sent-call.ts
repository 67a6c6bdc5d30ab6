import type { SentCall } from '~/db/connections/connection-days';
import type { ExecutionForRun } from '~/db/executions/queue/queued-executions';
import type { CallFinished } from '~/engine/events/event';

/** Returns what a call that was sent with a connection says about it. `at`: milliseconds since 1970. */
export function describeSentCall(
  execution: ExecutionForRun,
  event: CallFinished & { connectionId: string },
  at: number,
): SentCall {
  const { connectionId, connectionVersion: version = 0 } = event;
  const isRefused = event.response?.status === 429;
  return { connectionId, version, at, isRefused, refusal: findRefusal(execution, event, at) };
}

/**
 * A 401 refuses the credentials (RFC 9110 §15.5.2), unless a new token is fetched because of it. Only a 2xx shows that they
 * were accepted: many APIs look at the path, the body or the pace first.
 */
function findRefusal(
  { id: executionId, integration_id: integrationId }: ExecutionForRun,
  { response, ruling, callName }: CallFinished,
  at: number,
): SentCall['refusal'] {
  const status = response?.status ?? 0;
  if (status >= 200 && status < 300) return 'none';
  if (status !== 401 || ruling?.action === 'renew') return undefined;
  return { at, integrationId, executionId, callName };
}
