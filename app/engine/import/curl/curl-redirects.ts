// Describes what curl does after a redirect and a call does not.
import type { CurlRequest } from './curl-request';
import { type CallDraft } from '../draft/draft';
import { listLeftBehind } from '../../run/request';
import { truncate } from '../../texts/truncate';

/**
 * Says which headers a redirect to another site removes from the call, though curl would keep them; undefined when there are
 * none. curl removes Authorization, and the Cookie of -H but not that of -b (its manual and what it sends), and with
 * --location-trusted nothing.
 */
export function describeLeftBehind(call: CallDraft, request: CurlRequest): string | undefined {
  if (!call.followRedirects) return undefined;
  const isCookieHeader = request.headers.some(([name]) => name.toLowerCase() === 'cookie');
  const ofCurl = new Set(['authorization', ...(isCookieHeader ? ['cookie'] : [])]);
  const names = listLeftBehind(call)
    .filter((name) => request.isTrusting || !ofCurl.has(name.toLowerCase()))
    .map((name) => truncate(name, 60));
  const last = names.pop();
  if (last === undefined) return undefined;
  const where = 'when a redirect leads to another site, though curl would take';
  if (names.length === 0) return `The header ${last} stays behind ${where} it along.`;
  return `The headers ${names.join(', ')} and ${last} stay behind ${where} them along.`;
}

const ofBody = /^content-(?:encoding|language|location|type)$/i;

/**
 * Says which headers of -H describe a body. When a redirect turns the request into a GET, they are removed with the body (Fetch
 * standard, HTTP-redirect fetch), though curl would keep them. Undefined when there are none.
 */
export function describeOfBody(given: string[]): string | undefined {
  const names = given.filter((name) => ofBody.test(name));
  if (names.length === 0) return undefined;
  return `Where a redirect makes the request a GET, ${names.join(', ')} is left out with the body, though curl would send it.`;
}
