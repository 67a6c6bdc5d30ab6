import { spellFile } from '~/engine/files/file-value';
import { textOf } from '~/engine/json/value-text';
import { parseBody } from '~/engine/run/outcome';
import type { ApiCallLog } from '~/services/executions/log-schema';

/** Made anew by curl, or valid for one connection only. */
const ownHeaders = new Set(['host', 'content-length', 'connection', 'accept-encoding', 'transfer-encoding']);

/**
 * A logged request as a command for a POSIX shell, its secrets masked as in the log. A body that is longer than
 * `maxBodyLength`, or that the log does not hold whole, is left to a file.
 */
export function toCurlCommand(
  { method, url, headers, body, truncated, files }: CurlRequest,
  maxBodyLength: number,
): string {
  // With -X HEAD, curl would wait for the body that its response speaks of and does not have.
  const asked = method === 'HEAD' && body === '' ? '--head' : `-X ${quote(method)}`;
  const lines = [`curl ${asked} ${quote(url)}`];
  const form = files && readForm(body, files);
  for (const [name, value] of Object.entries(headers)) {
    const isOwn = ownHeaders.has(name.toLowerCase()) || (form && name.toLowerCase() === 'content-type');
    if (!isOwn) lines.push(`-H ${quote(`${name}: ${value}`)}`);
  }
  const isWhole = !truncated && body.length <= maxBodyLength;
  if (form) lines.push(...form);
  else if (files?.[0]) lines.push(`--data-binary ${quote(`@${files[0].name}`)}`);
  else if (body !== '') lines.push(isWhole ? `--data-raw ${quote(body)}` : '--data-binary @body.txt');
  return lines.join(' \\\n  ');
}

/** The fields of a form with files; of one that the log does not hold whole, its files alone. Undefined of what is no form. */
function readForm(body: string, files: SentFiles): string[] | undefined {
  if (files.length === 1 && files[0]?.field === undefined) return undefined;
  const left = [...files];
  const fields = parseBody(body);
  const written = typeof fields === 'object' && fields !== null ? Object.entries(fields) : [];
  const texts = written.flatMap(([field, value]: [string, unknown]) =>
    (Array.isArray(value) ? (value as unknown[]) : [value]).map((each) => {
      const at = left.findIndex((file) => file.field === field && spellFile(file) === each);
      const [file] = at < 0 ? [] : left.splice(at, 1);
      return file ? writeFile(file) : `--form-string ${quote(`${field}=${textOf(each)}`)}`;
    }),
  );
  return [...texts, ...left.map(writeFile)];
}

/** As curl's manual writes names that hold a comma or a semicolon. */
function writeFile({ field = '', name, type }: SentFiles[number]): string {
  const path = name.replace(/["\\]/g, String.raw`\$&`);
  return `-F ${quote(`${field}=@"${path}";type=${type}`)}`;
}

type SentFiles = NonNullable<CurlRequest['files']>;

type CurlRequest = Pick<
  NonNullable<ApiCallLog['request']>,
  'method' | 'url' | 'headers' | 'body' | 'truncated' | 'files'
>;

/** Between single quotes nothing has a meaning but the quote itself. */
function quote(text: string): string {
  return /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
