// Forms with files: `multipart/form-data` (RFC 7578), cut at its boundary (RFC 2046 §5.1.1). This file decodes only the heads
// of the parts.

export interface Part {
  name: string;
  /** The file's name; undefined for a field. */
  filename: string | undefined;
  contentType: string | undefined;
  content: Buffer;
}

type ReadParts = { kind: 'parts'; parts: Part[] } | { kind: 'unparsable'; message: string };

/** The most parts of a form. */
export const maxParts = 1_000;
const maxHeadBytes = 16 * 1024;

const broken: ReadParts = { kind: 'unparsable', message: 'The body is not a valid multipart form.' };

/** Cuts a form into its parts, at most 1,000. `contentType` names the boundary. Leaves out parts without a name. */
export function readMultipart(body: Buffer, contentType: string): ReadParts {
  const boundary = readBoundary(contentType);
  if (boundary === undefined) {
    return { kind: 'unparsable', message: 'The content type of the form names no boundary.' };
  }
  const delimiter = Buffer.from(`--${boundary}`);
  const inner = Buffer.from(`\r\n--${boundary}`);
  const parts: Part[] = [];
  const preamble = body.indexOf(inner);
  let at = body.subarray(0, delimiter.length).equals(delimiter) ? 0 : preamble + 2;
  if (at === 1) return broken;
  for (let count = 0; ; count += 1) {
    at += delimiter.length;
    if (body.toString('latin1', at, at + 2) === '--') return { kind: 'parts', parts };
    const lineEnd = body.indexOf('\r\n', at);
    const end = lineEnd < 0 ? -1 : body.indexOf(inner, lineEnd);
    if (end < 0 || body.toString('latin1', at, lineEnd).trim() !== '') return broken;
    const headEnd = body.indexOf('\r\n\r\n', lineEnd);
    if (headEnd < 0 || headEnd > end || headEnd - lineEnd > maxHeadBytes) return broken;
    if (count >= maxParts) {
      return { kind: 'unparsable', message: `A form may have at most ${maxParts} parts.` };
    }
    const content = body.subarray(headEnd + 4, Math.max(headEnd + 4, end));
    const part = readHead(body.toString('latin1', lineEnd + 2, headEnd), content);
    if (part) parts.push(part);
    at = end + 2;
  }
}

/** Returns the boundary that a content type names; undefined when it names none. */
export function readBoundary(contentType: string): string | undefined {
  const [, quoted, plain] =
    /;\s*boundary\s*=\s*(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(contentType) ?? [];
  return quoted ?? plain;
}

function readHead(head: string, content: Buffer): Part | undefined {
  const headers = new Map(
    head.split('\r\n').map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const disposition = headers.get('content-disposition') ?? '';
  const name = readParameter(disposition, 'name');
  if (name === undefined) return undefined;
  const filename = readParameter(disposition, 'filename');
  return { name, filename, contentType: headers.get('content-type'), content };
}

/** Reads a name: UTF-8, with quotes and line breaks percent-encoded, as browsers write it (HTML §4.10.21.7). */
function readParameter(disposition: string, name: 'name' | 'filename'): string | undefined {
  const [, quoted, plain] = parameters[name].exec(disposition) ?? [];
  const written = quoted?.replace(/\\(["\\])/g, '$1') ?? plain;
  return (
    written &&
    Buffer.from(written, 'latin1')
      .toString('utf8')
      .replaceAll('%22', '"')
      .replace(/%0d/gi, '\r')
      .replace(/%0a/gi, '\n')
  );
}

const parameters = {
  name: /;\s*name\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/i,
  filename: /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/i,
};
