/** Why there is no answer to a call, for programs. */
export type FailureReason =
  | 'refused-address'
  | 'unresolvable'
  | 'connection'
  | 'tls'
  | 'timeout'
  | 'cancelled'
  /** The host could not be reached again and again: nothing was sent. */
  | 'circuit-open'
  | 'invalid-request'
  | 'invalid-response'
  /** This server has no sockets, ports or buffers left: nothing was sent, and no target is to blame. */
  | 'server-exhausted'
  /** The turn of its connection would come too late: nothing was sent. */
  | 'pace'
  /** No token was to be had for it: nothing was sent. */
  | 'authorization'
  /** The server stops: the call had no turn at its host yet, and nothing was sent. */
  | 'turn-given-up'
  /** Its execution was out of time. */
  | 'time-limit';

/** The end of every sentence about a `refused-address`, which the log keeps without the reason. */
export const refusedAddressEnd = 'to OUTBOUND_ALLOW.';

/** What stands in the place of a status where there is none. `error`: what the log says of the call. */
export function nameMissingResponse(error: string | null): 'Address not allowed' | 'No response' {
  return error?.endsWith(refusedAddressEnd) ? 'Address not allowed' : 'No response';
}
