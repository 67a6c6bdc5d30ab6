// AWS Signature Version 4, in a header:
// https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
import { createHash, createHmac } from 'node:crypto';
import type { AwsSigning } from '~/engine/connections/grant';
import { hashSigned, type Signable } from './signable';
import { compare, decode, encode, listPairs, writeSorted } from './percent-encoding';

/** A request as it goes over the wire, with all headers that are signed, including Host and X-Amz-Date. */
interface WireRequest {
  method: string;
  /** The path as in the request line. */
  path: string;
  /** The query, without the question mark. */
  query: string;
  headers: [name: string, value: string][];
  body: Signable['body'];
}

type Header = [name: string, value: string];

/** Headers that are not signed: proxies may change some, and the signature itself adds the others. */
const unsigned =
  /^(?:authorization|user-agent|connection|expect|te|trailer|transfer-encoding|content-length|accept-encoding|x-amzn-trace-id|traceparent|tracestate|x-amz-date|x-amz-security-token|x-amz-content-sha256|host)$/i;
const replaced = /^(?:authorization|x-amz-date|x-amz-security-token|x-amz-content-sha256)$/i;

/** Returns the headers of a request with its signature, which replaces an earlier one; `now` is in milliseconds since 1970. */
export function signHeaders(
  { method, url, headers, body }: Signable,
  signing: AwsSigning,
  now: number,
): Header[] {
  const { host, pathname: path, search } = new URL(url);
  const time = new Date(now).toISOString().replace(/[-:]|\.\d{3}/g, '');
  const added: Header[] = [['X-Amz-Date', time]];
  if (signing.sessionToken) added.push(['X-Amz-Security-Token', signing.sessionToken]);
  // S3 also needs the hash of the body.
  if (isStorage(signing)) added.push(['X-Amz-Content-Sha256', hashSigned('sha256', body)]);
  const own = headers.filter(([name]) => !replaced.test(name));
  const signed: Header[] = [['Host', host], ...own.filter(([name]) => !unsigned.test(name)), ...added];
  const value = signRequest({ method, path, query: search.slice(1), headers: signed, body }, signing);
  return [...own, ...added, ['Authorization', value]];
}

/** Returns the value of Authorization for a request. */
export function signRequest(request: WireRequest, signing: AwsSigning): string {
  const headers = canonicalHeaders(request.headers);
  const time = headers.get('x-amz-date') ?? '';
  const signedHeaders = [...headers.keys()].join(';');
  const canonical = [
    request.method,
    canonicalPath(request.path, signing),
    writeSorted(listPairs(request.query)),
    ...[...headers].map((header) => header.join(':')),
    '',
    signedHeaders,
    hashSigned('sha256', request.body),
  ].join('\n');
  const { region, service, accessKeyId, secretAccessKey } = signing;
  const day = time.slice(0, 8);
  const scope = `${day}/${region}/${service}/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', time, scope, hash(canonical)].join('\n');
  const key = [day, region, service, 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`);
  const signature = hmac(key, text).toString('hex');
  return `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${signedHeaders}, Signature=${signature}`;
}

function isStorage({ service }: AwsSigning): boolean {
  return service === 's3';
}

/** Sorts headers by name. Joins values of one name by commas, and makes each run of spaces in them one space. */
function canonicalHeaders(headers: Header[]): Map<string, string> {
  const values = new Map<string, string[]>();
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    values.set(key, [...(values.get(key) ?? []), value.trim().replace(/ +/g, ' ')]);
  }
  return new Map(
    [...values.keys()].toSorted(compare).map((name) => [name, (values.get(name) ?? []).join(',')]),
  );
}

/** Encodes the path once more than on the wire, without empty segments; for S3, whose keys hold anything, as on the wire. */
function canonicalPath(path: string, signing: AwsSigning): string {
  if (isStorage(signing))
    return (
      path
        .split('/')
        .map((segment) => encode(decode(segment)))
        .join('/') || '/'
    );
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.');
  const kept: string[] = [];
  for (const segment of segments) {
    if (segment === '..') kept.pop();
    else kept.push(encode(segment));
  }
  const end = kept.length > 0 && path.endsWith('/') ? '/' : '';
  return `/${kept.join('/')}${end}`;
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
