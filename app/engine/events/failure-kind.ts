// The kinds of failure of a run. Incidents are distinguished by them.
export const failureKinds = [
  /** A response with such a status. */
  '4xx',
  '5xx',
  /** The host has no address or no connection, or its circuit is open because of that. */
  'unreachable',
  'timeout',
  'tls',
  /** The address is not allowed. */
  'refused-address',
  /** A response that cannot be read, or that a repeated call cannot continue from. */
  'response',
  /** A rule stopped the run at a response whose status is a success. */
  'rule',
  /** The connection of the call has no token, its secrets cannot be read, or it is gone. */
  'credentials',
  /** The call could not be built. */
  'request',
  /** The run cannot use the payload. */
  'payload',
  /** The execution exceeded its time limit. */
  'time-limit',
  /** Executions start each other. */
  'loop',
  'other',
] as const;
export type FailureKind = (typeof failureKinds)[number];

/** The failure of a run. `callId` and `callName` are empty when no call failed. */
export interface RunFailure {
  callId: string;
  callName: string;
  kind: FailureKind;
  /** Set for a call: its status code, or null without a response; the masked error in words; the number of attempts. */
  status?: number | null;
  error?: string;
  attempts?: number;
  /** Set when the circuit of the host was open. The failure continues what opened the circuit, such as a timeout. */
  isCircuitOpen?: true;
  /** Set when the same call may succeed later without a change of the integration. */
  mayPass?: true;
}

/** The kinds of failure in words. */
export const failureNames: Record<FailureKind, string> = {
  '4xx': 'answered 4xx',
  '5xx': 'answered 5xx',
  unreachable: 'host not reached',
  timeout: 'no response in time',
  tls: 'no secure connection',
  'refused-address': 'address not allowed',
  response: 'unusable response',
  rule: 'stopped by a response rule',
  credentials: 'no usable credentials',
  request: 'call could not be written',
  payload: 'unusable payload',
  'time-limit': 'execution took too long',
  loop: 'executions start each other',
  other: 'failed',
};

/** Names the call that fails and how: `Post order: answered 5xx`. Undefined when neither is known. */
export function nameFailure(call: { name: string } | null, kind: FailureKind | null): string | undefined {
  if (kind === null || (call === null && kind === 'other')) return undefined;
  return call ? `${call.name}: ${failureNames[kind]}` : failureNames[kind];
}
