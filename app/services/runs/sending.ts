import type { CallRequest } from '~/engine/run/request';

/** The redirects that a call may follow. */
const redirectsFollowed = 3;

/** What is sent of a request that the engine built: runs and single tests follow redirects alike, without credentials. */
export function toSending({ method, url, headers, body, followRedirects, secretHeaders }: CallRequest) {
  return { method, url, headers, body, secretHeaders, maxRedirects: followRedirects ? redirectsFollowed : 0 };
}
