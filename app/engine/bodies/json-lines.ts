// One JSON value a line: NDJSON, JSON Lines, and JSON text sequences (RFC 7464), whose values begin with a record separator.

export type ReadLines =
  | {
      kind: 'values';
      /** The values as they were written, as one JSON list. */
      json: string;
    }
  | { kind: 'unparsable'; message: string };

const maxLines = 10_000;

/** Makes a list of the lines that are not empty. Each is a JSON value by itself; 10,000 are allowed. */
export function readJsonLines(text: string): ReadLines {
  const lines = text
    .split(text.includes('\u001e') ? '\u001e' : /\r?\n/, maxLines * 2)
    .map((line) => line.trim())
    .filter(Boolean);
  if (lines.length > maxLines) {
    return { kind: 'unparsable', message: `A delivery may have at most ${maxLines} lines of JSON.` };
  }
  const broken = lines.findIndex((line) => !isJson(line));
  if (broken < 0) return { kind: 'values', json: `[${lines.join(',')}]` };
  return { kind: 'unparsable', message: `Line ${broken + 1} of the body is not valid JSON.` };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
