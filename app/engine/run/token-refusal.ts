import { holds } from '../comparing/operators';
import type { TokenExpiry } from '../connections/expiry';
import type { ApiCall, HttpMethod } from '../definition/api-call';
import type { ResponseRuling } from '../events/event';
import type { InParts } from '../json/json-parts';
import { readPath } from '../paths/path-walk';
import { parseBodyInParts, type SendOutcome } from './outcome';
import type { CallRequest } from './request';

/** The methods that have the same effect when they are sent twice (RFC 9110 §9.2.2). */
const idempotent: ReadonlySet<HttpMethod> = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']);

/**
 * Checks whether a target refused the token of a call, so that the call is sent once more with a new one. A 401 also says that
 * nothing was done (RFC 9110 §15.5.2), so it counts for any method; the connection's own signs of refusal count only for
 * idempotent methods. In parts, as the body may be long.
 */
export function* refusesToken(
  method: HttpMethod,
  outcome: SendOutcome,
  expiry: TokenExpiry | undefined,
): InParts<boolean> {
  if (outcome.kind !== 'response') return false;
  const { status, binary, body } = outcome;
  if (status === 401) return true;
  if (!expiry || !idempotent.has(method)) return false;
  if (expiry.statuses.includes(status)) return true;
  if (!expiry.field || binary) return false;
  const read = readPath(yield* parseBodyInParts(body), expiry.field);
  return read.found && holds(read.value, 'equals', expiry.value);
}

/** The ruling after a refused token: the call is sent again at once, and no rule is consulted. */
export const renewed: ResponseRuling = {
  action: 'renew',
  matchedStatusCode: null,
  delayMs: 0,
  notificationEmail: null,
  answeredAt: null,
  hasRetryConfig: false,
  hasWebhookURL: false,
};

/** Returns the token to renew, when the target refused it. In parts. */
export function* findRenewal(
  { authConfig }: ApiCall,
  { method, connection }: CallRequest,
  outcome: SendOutcome,
): InParts<{ connectionId: string; generation: number } | undefined> {
  if (authConfig.type !== 'connection' || connection?.generation === undefined) return undefined;
  if (!(yield* refusesToken(method, outcome, connection.expiry))) return undefined;
  return { connectionId: authConfig.connectionId, generation: connection.generation };
}

interface Renewed {
  built: { kind: 'request' } | { kind: 'refused'; message: string };
  unobtained?: { message: string };
}

/** Has a request that cannot be sent with a new token say what came before: the target refused the token that it was sent with. */
export function tellRenewal<Found extends Renewed>(found: Found): Found {
  const { built, unobtained } = found;
  return {
    ...found,
    ...(built.kind === 'refused' && { built: { ...built, message: tellFirst(built.message) } }),
    ...(unobtained && { unobtained: { ...unobtained, message: tellFirst(unobtained.message) } }),
  };
}

function tellFirst(message: string): string {
  const again = message.replace(/^Nothing was sent(?=: )/, 'The call was not sent again');
  return `The target refused the token, so a new one was asked for. ${again}`;
}
