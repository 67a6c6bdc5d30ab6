// Reads responses that are not JSON, so that paths can find their fields: XML (SOAP, the older APIs of AWS) as its elements,
// and JSON lines as a list. A response that is saved whole stays its text.
import { readJsonLinesInParts } from '../bodies/json-lines';
import { readXmlInParts } from '../bodies/xml';
import { type InParts, parseJsonInParts } from '../json/json-parts';

/** In characters. Longer XML would take too much of the processor's time: it takes ten times as long as JSON. */
const maxXmlLength = 256 * 1024;
const maxDepth = 64;

interface Content {
  headers: [name: string, value: string][];
  body: string;
  truncated: boolean;
  binary: boolean;
}

/** Parses an XML or JSON lines body in parts; undefined for another type, XML beyond 256 KiB, or when it cannot be read. */
export function* readContentInParts({ headers, body, truncated, binary }: Content): InParts<unknown> {
  if (truncated || binary) return undefined;
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  const [essence = ''] = type.toLowerCase().split(';');
  if (/[/+]xml\s*$/.test(essence)) {
    if (body.length > maxXmlLength) return undefined;
    const read = yield* readXmlInParts(body, maxDepth);
    if (read.kind !== 'value') return undefined;
    yield;
    // Converted by JSON, because a run works on the objects and values of `parseJson`.
    return yield* parseJsonInParts(JSON.stringify(read.value));
  }
  if (!/^application\/(?:x-)?(?:ndjson|jsonl|jsonlines|json-lines|json-seq)\s*$/.test(essence))
    return undefined;
  const read = yield* readJsonLinesInParts(body);
  if (read.kind !== 'values') return undefined;
  yield;
  return yield* parseJsonInParts(read.json);
}
