// The table of cURL lines as documentation prints them and as browsers and tools copy them: `### name`, then what is
// expected of the line as comments, then the line.
import { readFileSync } from 'node:fs';

export interface CurlLine {
  name: string;
  text: string;
  method: string;
  url: string;
  /** What must be said of the call; without it, only placeholders may be spoken of. */
  notes: string[];
  /** What must be said of the text. */
  ignores: string[];
  /** What cannot be sent as curl would: `body`, or a header's name. */
  differs: string[];
  /** For lines that no shell of this machine can run. */
  headers?: Record<string, string>;
  basic?: { username: string; password: string };
  body?: string;
}

/** The lines of a file beside this one. */
export function readCurlLines(file: string): CurlLine[] {
  const text = readFileSync(new URL(`curl-lines/${file}`, import.meta.url), 'utf8');
  return text.split(/^### /m).slice(1).map(readLine);
}

function readLine(block: string): CurlLine {
  const [name = '', ...lines] = block.trimEnd().split('\n');
  const [, method = '', url = ''] = /^# (GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) (\S+)$/m.exec(block) ?? [];
  if (!url) throw new Error(`${name} says nothing of its request`);
  const listOf = (field: string) =>
    lines.flatMap((line) => (line.startsWith(`# ${field}: `) ? [line.slice(field.length + 4)] : []));
  const [headers] = listOf('headers');
  const [body] = listOf('body');
  const [basic] = listOf('basic');
  return {
    name,
    text: lines.filter((line) => !line.startsWith('# ')).join('\n'),
    method,
    url,
    notes: listOf('note'),
    ignores: listOf('ignores'),
    differs: listOf('differs').flatMap((names) => names.split(', ')),
    ...(headers !== undefined && { headers: JSON.parse(headers) as Record<string, string> }),
    ...(basic !== undefined && { basic: JSON.parse(basic) as CurlLine['basic'] }),
    ...(body !== undefined && { body: JSON.parse(body) as string }),
  };
}
