// Finds the charset of each field of a multipart form: one rule for the payload of a run and for the text of a signature.
import { findCharset } from '~/engine/http/charset';
import { parseJson } from '~/engine/json/json';
import type { Part } from './multipart';

/** The longest field `charsets` in bytes; it names some tens of parts. */
const maxCharsetsBytes = 16 * 1024;

/** Returns the charset of a part: by its content type, by the field `charsets`, or by `_charset_` (RFC 7578 §4.6). */
export function openCharsets(parts: readonly Part[]): (part: Part) => string | undefined {
  const all = parts.find(({ name }) => name === '_charset_')?.content.toString('latin1');
  const named = readCharsets(parts);
  return ({ name, contentType }) => findCharset(contentType) ?? named.get(name) ?? all;
}

/** Reads `charsets`, where Twilio SendGrid names each part's charset (Inbound Parse, "Character sets and header decoding"). */
function readCharsets(parts: readonly Part[]): Map<string, string> {
  const field = parts.find(
    ({ name, filename, content }) =>
      name === 'charsets' && filename === undefined && content.length <= maxCharsetsBytes,
  );
  const value = field && readJson(field.content.toString('utf8'));
  if (typeof value !== 'object' || value === null) return new Map();
  return new Map(
    Object.entries(value).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  );
}

function readJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
