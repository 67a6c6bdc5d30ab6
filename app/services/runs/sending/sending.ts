import { encodeText } from '~/engine/http/charset-writing';
import { isMailServer } from '~/engine/mail/mail-server';
import type { CallRequest } from '~/engine/run/request';
import type { OutboundRequest } from '~/outbound/request-response';
import { signRequestBy } from '../../connections/signing/request-signature';
import { writeMail } from './write-mail';
import { writeUpload } from './write-upload';

/** How many decoded bytes of a response are read and kept. */
export const maxResponseBytes = 1024 * 1024;

/** The redirects that a call may follow. */
const redirectsFollowed = 3;

/**
 * Builds what is sent, and adds a token that it makes to the request's `secrets`. Runs and single tests follow redirects alike,
 * with no credentials but a connection's to its hosts.
 */
export function toSending(request: CallRequest, now: number, ours = request.headers): Sending {
  const { method, url, secretHeaders, followRedirects, connection, hasSecretBody } = request;
  if (isMailServer(url)) {
    const credentials = request.headers.filter(([name]) => name.toLowerCase() === 'authorization');
    return {
      method,
      url,
      headers: credentials,
      body: '',
      mail: writeMail(request),
      secretHeaders,
      maxRedirects: 0,
    };
  }
  const signing = connection?.signing;
  // A signature is valid for one address.
  const maxRedirects = followRedirects && !signing ? redirectsFollowed : 0;
  const { headers, body } = writeBody(request, ours);
  const sending: Sending = { method, url, headers, body, secretHeaders, maxRedirects };
  if (signing) {
    const signed = signRequestBy({ method, url, headers, body }, signing, now);
    Object.assign(sending, { url: signed.url, headers: signed.headers });
    request.secrets.push(...(signed.secrets ?? []));
  }
  if (connection) sending.connection = connection;
  if (hasSecretBody) sending.hasSecretBody = true;
  if (request.keepsBytes) sending.keepsBytes = true;
  return sending;
}

type Sending = Pick<
  CallRequest,
  'method' | 'url' | 'headers' | 'secretHeaders' | 'connection' | 'hasSecretBody' | 'keepsBytes'
> & { body: NonNullable<OutboundRequest['body']>; maxRedirects: number } & Pick<OutboundRequest, 'mail'>;

function writeBody(
  { body, upload }: CallRequest,
  headers: CallRequest['headers'],
): Pick<Sending, 'headers' | 'body'> {
  if (!upload) {
    const contentType = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
    const encoded = encodeText(body, contentType);
    return { headers, body: encoded?.kind === 'bytes' ? Buffer.from(encoded.bytes) : body };
  }
  const key = headers.find(([name]) => name.toLowerCase() === 'idempotency-key')?.[1] ?? '';
  const { contentType, ...written } = writeUpload(upload, key);
  if (contentType === undefined) return { headers, ...written };
  const others = headers.filter(([name]) => name.toLowerCase() !== 'content-type');
  return { headers: [...others, ['Content-Type', contentType]], ...written };
}
