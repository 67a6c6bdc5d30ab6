import type { CallRequest } from '~/engine/run/request';
import { signRequestBy } from '../connections/signing/request-signature';

/** The redirects that a call may follow. */
const redirectsFollowed = 3;

/** What is sent of a request that the engine built: runs and single tests follow redirects alike, without credentials but a connection's to its hosts. */
export function toSending(request: CallRequest, now: number, headers = request.headers): Sending {
  const { method, url, body, secretHeaders, followRedirects, connection, hasSecretBody } = request;
  const signing = connection?.signing;
  // A signature is for one address.
  const maxRedirects = followRedirects && !signing ? redirectsFollowed : 0;
  const sending: Sending = { method, url, headers, body, secretHeaders, maxRedirects };
  if (signing) Object.assign(sending, signRequestBy({ ...request, headers }, signing, now));
  if (connection) sending.connection = connection;
  if (hasSecretBody) sending.hasSecretBody = true;
  return sending;
}

type Sending = Pick<
  CallRequest,
  'method' | 'url' | 'headers' | 'body' | 'secretHeaders' | 'connection' | 'hasSecretBody'
> & { maxRedirects: number };
