// Reads one JSON value a line: NDJSON, JSON Lines, and JSON text sequences (RFC 7464), which use a record separator.
import { type InParts, isJsonInParts } from '../json/json-parts';

type ReadLines =
  | {
      kind: 'values';
      /** The values as written, as one JSON list. */
      json: string;
    }
  | { kind: 'unparsable'; message: string };

const maxLines = 10_000;

/** The number of characters of lines that are checked in one go. */
const partLength = 32 * 1024;

/** Makes a list of the lines that are not empty. Each must be JSON; at most 10,000 are allowed. */
export function* readJsonLinesInParts(text: string): InParts<ReadLines> {
  const lines = text
    .split(text.includes('\u001e') ? '\u001e' : /\r?\n/, maxLines * 2)
    .map((line) => line.trim())
    .filter(Boolean);
  if (lines.length > maxLines) {
    return { kind: 'unparsable', message: `A delivery may have at most ${maxLines} lines of JSON.` };
  }
  let length = 0;
  for (const [index, line] of lines.entries()) {
    if (!(yield* isJsonInParts(line))) {
      return { kind: 'unparsable', message: `Line ${index + 1} of the body is not valid JSON.` };
    }
    length += line.length;
    if (length < partLength) continue;
    length = 0;
    yield;
  }
  return { kind: 'values', json: `[${lines.join(',')}]` };
}
