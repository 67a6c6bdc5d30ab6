import type { ApiCallLog } from '~/services/executions/log-schema';

/** Made anew by curl, or valid for one connection only. */
const ownHeaders = new Set(['host', 'content-length', 'connection', 'accept-encoding', 'transfer-encoding']);

/**
 * A logged request as a command for a POSIX shell, its secrets masked as in the log. A body that is longer than
 * `maxBodyLength`, or that the log does not hold whole, is left to a file.
 */
export function toCurlCommand(
  { method, url, headers, body, truncated }: CurlRequest,
  maxBodyLength: number,
): string {
  // With -X HEAD, curl would wait for the body that its response speaks of and does not have.
  const asked = method === 'HEAD' && body === '' ? '--head' : `-X ${quote(method)}`;
  const lines = [`curl ${asked} ${quote(url)}`];
  for (const [name, value] of Object.entries(headers)) {
    if (!ownHeaders.has(name.toLowerCase())) lines.push(`-H ${quote(`${name}: ${value}`)}`);
  }
  const isWhole = !truncated && body.length <= maxBodyLength;
  if (body !== '') lines.push(isWhole ? `--data-raw ${quote(body)}` : '--data-binary @body.txt');
  return lines.join(' \\\n  ');
}

type CurlRequest = Pick<
  NonNullable<ApiCallLog['request']>,
  'method' | 'url' | 'headers' | 'body' | 'truncated'
>;

/** Between single quotes nothing has a meaning but the quote itself. */
function quote(text: string): string {
  return /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
