import type { CallRequest } from '~/engine/run/request';
import { signHeaders } from '../connections/aws-signature';

/** The redirects that a call may follow. */
const redirectsFollowed = 3;

/** What is sent of a request that the engine built: runs and single tests follow redirects alike, without credentials but a connection's to its hosts. */
export function toSending(
  { followRedirects, connection, hasSecretBody, ...request }: CallRequest,
  now: number,
) {
  const { method, url, body, secretHeaders } = request;
  const signing = connection?.signing;
  const headers = signing ? signHeaders(request, signing, now) : request.headers;
  return {
    method,
    url,
    headers,
    body,
    secretHeaders,
    // A signature is for one address.
    maxRedirects: followRedirects && !signing ? redirectsFollowed : 0,
    ...(hasSecretBody && { hasSecretBody }),
    ...(connection && { connection }),
  };
}
