// The kind of failure of a run. Incidents are distinguished by it.
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
  /** Of a call: the status code, null without a response; the error in words, secrets masked; how often it was sent. */
  status?: number | null;
  error?: string;
  attempts?: number;
  /** The circuit of its host was open: it continues with what opened it, be that a timeout. */
  isCircuitOpen?: true;
}

/** In words. */
export const failureNames: Record<FailureKind, string> = {
  '4xx': 'answered 4xx',
  '5xx': 'answered 5xx',
  unreachable: 'host not reached',
  timeout: 'no response in time',
  tls: 'no secure connection',
  'refused-address': 'address not allowed',
  response: 'unusable response',
  rule: 'stopped by a response rule',
  request: 'call could not be written',
  payload: 'unusable payload',
  'time-limit': 'execution took too long',
  loop: 'executions start each other',
  other: 'failed',
};
