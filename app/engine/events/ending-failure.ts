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

/** The failures without a response that pass once the target, or the network to it, works again. */
const passingReasons: ReadonlySet<FailureReason> = new Set([
  'unresolvable',
  'connection',
  'tls',
  'timeout',
  'cancelled',
  'circuit-open',
  'pace',
  // A token endpoint that refuses for good ends the call without this reason.
  'authorization',
]);

/** The statuses below 500 with which a target asks for another try later. */
const passingStatuses: ReadonlySet<number> = new Set([408, 425, 429]);

/** Checks whether the failure of the call that ended a run may pass without a change of the integration. */
export function mayPass(ending: CallEnding): boolean {
  if (ending.kind === 'call-refused') return false;
  const { response, failureReason } = ending;
  if (response === null) return failureReason === undefined || passingReasons.has(failureReason);
  return response.status >= 500 || passingStatuses.has(response.status);
}

/** Returns the kind of failure, for the end of the call that ended its run. */
export function findFailureKind(ending: CallEnding): FailureKind {
  if (ending.kind === 'call-refused') return ending.lacksCredentials ? 'credentials' : 'request';
  const { response, failureReason, ruling } = ending;
  if (response === null) return failureReason ? kindsOfReasons[failureReason] : 'unreachable';
  if (response.status >= 500) return '5xx';
  if (response.status >= 400) return '4xx';
  return ruling ? 'rule' : 'response';
}
