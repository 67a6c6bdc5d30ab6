import { encodeText } from '~/engine/http/charset-writing';
import { isMailServer } from '~/engine/mail/mail-server';
import type { CallRequest } from '~/engine/run/request';
import type { OutboundRequest } from '~/outbound/request-response';
import { isStreamed, unreadBeforeSending } from '~/outbound/streamed-body';
import { listBodyHashes, signRequestBy } from '../../connections/signing/request-signature';
import type { Signable } from '../../connections/signing/signable';
import { hashStreamed } from './large-files';
import { writeMail } from './write-mail';
import { noLargeFiles, type ReadableFile, writeUpload } from './write-upload';

/** How many decoded bytes of a response are read and kept. */
export const maxResponseBytes = 1024 * 1024;

/** The redirects that a call may follow. */
const redirectsFollowed = 3;

/**
 * Builds what is sent. Signing it by the clock `now` adds a token that it makes to the request's `secrets`. Runs and single tests
 * follow redirects alike, with no credentials but a connection's to its hosts. A request with large files is built by {@link
 * toSendingOfRun}.
 */
export function toSending(request: CallRequest, now: Clock, ours = request.headers): Sending {
  if (isMailServer(request.url)) return toMail(request);
  const { body, ...rest } = writeBody(request, ours);
  if (isStreamed(body)) throw new Error('A large file was to be sent without its execution.');
  return finishSending(request, { ...rest, body, signed: body }, now);
}

/** Does the same for the call of a run, or says why it cannot. `opened`: the large files of the request. */
export async function toSendingOfRun(
  request: CallRequest,
  opened: ReadonlyMap<string, ReadableFile>,
  now: Clock,
  ours: CallRequest['headers'],
): Promise<Sending | string> {
  const { body, headers } = writeBody(request, ours, (id) => opened.get(id) ?? noLargeFiles(id));
  if (!isStreamed(body)) return finishSending(request, { headers, body, signed: body }, now);
  const signing = request.connection?.signing;
  const hashes = signing ? await hashStreamed(body, listBodyHashes(signing)) : new Map<string, Buffer>();
  if (!hashes) return unreadBeforeSending;
  return finishSending(request, { headers, body, signed: { size: body.size, hashes } }, now);
}

function toMail(request: CallRequest): Sending {
  const { method, url, headers, secretHeaders, connection } = request;
  const credentials = headers.filter(([name]) => name.toLowerCase() === 'authorization');
  const mail = writeMail(request);
  const sending = { method, url, headers: credentials, body: '', mail, secretHeaders, maxRedirects: 0 };
  return connection ? { ...sending, connection } : sending;
}

/** `signed`: the body as a signature sees it. */
function finishSending(
  request: CallRequest,
  { headers, body, signed }: Pick<Sending, 'headers' | 'body'> & { signed: Signable['body'] },
  now: Clock,
): Sending {
  const { method, url, secretHeaders, followRedirects, connection, hasSecretBody } = request;
  const signing = connection?.signing;
  // A signature is valid for one address.
  const maxRedirects = followRedirects && !signing ? redirectsFollowed : 0;
  const sending: Sending = { method, url, headers, body, secretHeaders, maxRedirects };
  if (signing) {
    sending.sign = () => {
      const { secrets = [], ...result } = signRequestBy(
        { method, url, headers, body: signed },
        signing,
        now(),
      );
      request.secrets.push(...secrets);
      return result;
    };
  }
  if (connection) sending.connection = connection;
  if (hasSecretBody) sending.hasSecretBody = true;
  if (request.keepsBytes) sending.keepsBytes = true;
  return sending;
}

type Sending = Pick<
  CallRequest,
  'method' | 'url' | 'headers' | 'secretHeaders' | 'connection' | 'hasSecretBody' | 'keepsBytes'
> & { body: NonNullable<OutboundRequest['body']>; maxRedirects: number } & Pick<
    OutboundRequest,
    'mail' | 'sign'
  >;

/** Returns milliseconds since 1970. */
type Clock = () => number;

function writeBody(
  { body, upload }: CallRequest,
  headers: CallRequest['headers'],
  find?: (id: string) => ReadableFile,
): Pick<Sending, 'headers' | 'body'> {
  if (!upload) {
    const contentType = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
    const encoded = encodeText(body, contentType);
    return { headers, body: encoded?.kind === 'bytes' ? Buffer.from(encoded.bytes) : body };
  }
  const key = headers.find(([name]) => name.toLowerCase() === 'idempotency-key')?.[1] ?? '';
  const { contentType, ...written } = writeUpload(upload, key, find);
  if (contentType === undefined) return { headers, ...written };
  const others = headers.filter(([name]) => name.toLowerCase() !== 'content-type');
  return { headers: [...others, ['Content-Type', contentType]], ...written };
}
