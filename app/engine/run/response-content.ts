// Reads responses that are not JSON, so that paths can find their fields: XML (SOAP, the older APIs of AWS) as its elements,
// and JSON lines as a list. A response that is saved whole stays its text.
import { readJsonLines } from '../bodies/json-lines';
import { readXml } from '../bodies/xml';
import { parseJson } from '../json/json';

/** In characters. A longer body would block the event loop for more than 20 ms. */
const maxLength = 256 * 1024;
const maxDepth = 64;

interface Content {
  headers: [name: string, value: string][];
  body: string;
  truncated: boolean;
  binary: boolean;
}

/** Parses an XML or JSON lines body; undefined for another type, beyond 256 KiB, or when it cannot be read. */
export function readContent({ headers, body, truncated, binary }: Content): unknown {
  if (truncated || binary || body.length > maxLength) return undefined;
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  const [essence = ''] = type.toLowerCase().split(';');
  if (/[/+]xml\s*$/.test(essence)) {
    const read = readXml(body, maxDepth);
    // Converted by JSON, because a run works on the objects and values of `parseJson`.
    return read.kind === 'value' ? parseJson(JSON.stringify(read.value)) : undefined;
  }
  if (!/^application\/(?:x-)?(?:ndjson|jsonl|jsonlines|json-lines|json-seq)\s*$/.test(essence))
    return undefined;
  const read = readJsonLines(body);
  return read.kind === 'values' ? parseJson(read.json) : undefined;
}
