/** The reason why a call has no response, for programs. */
export type FailureReason =
  | 'refused-address'
  | 'unresolvable'
  | 'connection'
  | 'tls'
  | 'timeout'
  | 'cancelled'
  /** The circuit of the host was open after repeated failures: nothing was sent. */
  | 'circuit-open'
  | 'invalid-request'
  | 'invalid-response'
  /** This server has no sockets, ports or buffers left: nothing was sent, and the target did not fail. */
  | 'server-exhausted'
  /** The turn of the call's connection would come too late: nothing was sent. */
  | 'pace'
  /** No token could be obtained: nothing was sent. */
  | 'authorization'
  /** The server was stopping before the call had a turn at its host: nothing was sent. */
  | 'turn-given-up'
  /** The execution reached its time limit. */
  | 'time-limit';

/** The end of every sentence about a `refused-address`, which the log keeps without the reason; also in earlier releases. */
export const refusedAddressEnd = 'to OUTBOUND_ALLOW.';

/** Returns the text shown when there is no status. `error`: the log's message about the call. */
export function nameMissingResponse(error: string | null): 'Address not allowed' | 'No response' {
  return error?.endsWith(refusedAddressEnd) ? 'Address not allowed' : 'No response';
}
