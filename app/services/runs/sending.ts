import type { CallRequest } from '~/engine/run/request';

/** The redirects that a call may follow. */
const redirectsFollowed = 3;

/** What is sent of a request that the engine built: runs and single tests follow redirects alike, without credentials but a connection's to its hosts. */
export function toSending({ followRedirects, connection, hasSecretBody, ...request }: CallRequest) {
  const { method, url, headers, body, secretHeaders } = request;
  return {
    method,
    url,
    headers,
    body,
    secretHeaders,
    maxRedirects: followRedirects ? redirectsFollowed : 0,
    ...(hasSecretBody && { hasSecretBody }),
    ...(connection && { connection }),
  };
}
