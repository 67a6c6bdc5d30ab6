// In which way a run failed: what tells one incident of failures from another.
import type { Ending } from './history';

export const failureKinds = [
  /** Every answer of such a status. */
  '4xx',
  '5xx',
  /** No address, no connection, or the host is left alone because of that. */
  'unreachable',
  'timeout',
  'tls',
  /** The address is not allowed. */
  'refused-address',
  /** An answer that cannot be read, or that a repeated call cannot go on from. */
  'response',
  /** A rule stopped at an answer that is a success by its status. */
  'rule',
  /** The call could not be written. */
  'request',
  /** The payload cannot be run with. */
  'payload',
  /** The execution took too long. */
  'time-limit',
  /** Executions that start each other. */
  'loop',
  'other',
] as const;
export type FailureKind = (typeof failureKinds)[number];

/** What a run failed of. `callId` and `callName` are empty when it was no call. */
export interface RunFailure {
  callId: string;
  callName: string;
  kind: FailureKind;
  /** The circuit of its host was open: it goes on with what opened it, be that a timeout. */
  isCircuitOpen?: true;
}

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
