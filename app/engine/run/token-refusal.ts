import { holds } from '../comparing/operators';
import type { TokenExpiry } from '../connections/expiry';
import type { HttpMethod } from '../definition/api-call';
import { readPath } from '../paths/path-walk';
import { parseBody, type SendOutcome } from './outcome';

/** The methods that have the same effect when they are sent twice (RFC 9110 §9.2.2). */
const idempotent: ReadonlySet<HttpMethod> = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']);

/**
 * Checks whether a target refused the token of a call, so that the call is sent once more with a new one. A 401 also says that
 * nothing was done (RFC 9110 §15.5.2), so it counts for any method; the connection's own signs of refusal count only for
 * idempotent methods.
 */
export function refusesToken(
  method: HttpMethod,
  outcome: SendOutcome,
  expiry: TokenExpiry | undefined,
): boolean {
  if (outcome.kind !== 'response') return false;
  const { status, binary, body } = outcome;
  if (status === 401) return true;
  if (!expiry || !idempotent.has(method)) return false;
  if (expiry.statuses.includes(status)) return true;
  if (!expiry.field || binary) return false;
  const read = readPath(parseBody(body), expiry.field);
  return read.found && holds(read.value, 'equals', expiry.value);
}
