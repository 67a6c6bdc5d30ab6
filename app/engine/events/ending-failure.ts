// Finds the kind of failure of a run that a call ended.
import type { FailureReason } from './failure-reason';
import type { FailureKind } from './failure-kind';
import type { CallEnding } from './history';

const kindsOfReasons: Record<FailureReason, FailureKind> = {
  'refused-address': 'refused-address',
  unresolvable: 'unreachable',
  connection: 'unreachable',
  tls: 'tls',
  timeout: 'timeout',
  cancelled: 'unreachable',
  'circuit-open': 'unreachable',
  'invalid-request': 'request',
  'invalid-response': 'response',
  'server-exhausted': 'unreachable',
  pace: 'unreachable',
  authorization: 'credentials',
  'turn-given-up': 'unreachable',
  'time-limit': 'time-limit',
};

/** Returns the kind of failure, for the end of the call that ended its run. */
export function findFailureKind(ending: CallEnding): FailureKind {
  if (ending.kind === 'call-refused') return ending.lacksCredentials ? 'credentials' : 'request';
  const { response, failureReason, ruling } = ending;
  if (response === null) return failureReason ? kindsOfReasons[failureReason] : 'unreachable';
  if (response.status >= 500) return '5xx';
  if (response.status >= 400) return '4xx';
  return ruling ? 'rule' : 'response';
}
