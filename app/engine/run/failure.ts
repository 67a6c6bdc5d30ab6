// What a run that a call ended failed of.
import type { FailureKind } from '../events/failure-kind';
import type { Ending } from '../events/history';

/** Of the reasons that the outbound client names; any other one is a host that was not reached. */
const kindsOfReasons: Partial<Record<string, FailureKind>> = {
  timeout: 'timeout',
  tls: 'tls',
  'refused-address': 'refused-address',
  'invalid-request': 'request',
  'invalid-response': 'response',
};

/** The kind of a call's ending that ended its run. */
export function findFailureKind(ending: Ending): FailureKind {
  if (ending.kind === 'call-refused') return 'request';
  const { response, failureReason, ruling } = ending;
  if (response === null) return kindsOfReasons[failureReason ?? ''] ?? 'unreachable';
  if (response.status >= 500) return '5xx';
  if (response.status >= 400) return '4xx';
  return ruling ? 'rule' : 'response';
}
