import { spellFile } from '~/engine/files/file-value';
import { textOf } from '~/engine/json/value-text';
import { parseBody } from '~/engine/run/outcome';
import type { ApiCallLog } from '~/services/executions/log-schema';

/** Headers that curl writes itself, or that are valid for one connection only. */
const ownHeaders = new Set(['host', 'content-length', 'connection', 'accept-encoding', 'transfer-encoding']);

/**
 * Writes a logged request as a command for a POSIX shell, with secrets masked as in the log. The command reads the body
 * from a file when the body is longer than `maxBodyLength` or the log does not hold all of it.
 */
export function toCurlCommand(
  { method, url, headers, body, truncated, files }: CurlRequest,
  maxBodyLength: number,
): string {
  // With `-X HEAD`, curl would wait for a body that the response announces but does not have.
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

/** Writes the fields of a form with files; only the files if the log lacks part of the body. Undefined for other bodies. */
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

/** Writes a file as curl's manual describes for names with a comma or a semicolon. */
function writeFile({ field = '', name, type }: SentFiles[number]): string {
  const path = name.replace(/["\\]/g, String.raw`\$&`);
  return `-F ${quote(`${field}=@"${path}";type=${type}`)}`;
}

type SentFiles = NonNullable<CurlRequest['files']>;

type CurlRequest = Pick<
  NonNullable<ApiCallLog['request']>,
  'method' | 'url' | 'headers' | 'body' | 'truncated' | 'files'
>;

/** Quotes a text for the shell. Between single quotes, only the quote itself has a meaning. */
function quote(text: string): string {
  return /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
