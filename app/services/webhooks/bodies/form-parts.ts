// The values of a form with files: of a delivery, and of the form that starts a run.
import { decodeBody } from '~/engine/http/charset';
import type { FileValue } from '~/engine/files/file-value';
import { type Part, readMultipart } from './multipart';
import { openCharsets } from './part-charsets';
import type { Unread } from './payload-outcome';

/**
 * Reads a `multipart/form-data` body: fields as texts, files as values of variables, in their order. `contentType` names the
 * boundary. Unread: unparsable, and not-utf8 for a field that is not valid in its charset.
 */
export function readFormParts(
  body: Buffer,
  contentType: string,
): { kind: 'fields'; fields: [name: string, value: string | FileValue][] } | Unread {
  const read = readMultipart(body, contentType);
  if (read.kind !== 'parts') return read;
  const findPartCharset = openCharsets(read.parts);
  const fields: [string, string | FileValue][] = [];
  for (const part of read.parts) {
    const value = readPart(part, findPartCharset(part));
    if (value === undefined) return { kind: 'not-utf8' };
    fields.push([part.name, value]);
  }
  return { kind: 'fields', fields };
}

/** Returns a field as text, or undefined when it is not valid; a file with its name, type, size in bytes and content. */
function readPart(
  { filename, contentType, content }: Part,
  charset: string | undefined,
): string | FileValue | undefined {
  if (filename === undefined) return decodeBody(content, charset);
  return {
    filename,
    contentType: contentType ?? 'application/octet-stream',
    size: content.length,
    base64: content.toString('base64'),
  };
}
