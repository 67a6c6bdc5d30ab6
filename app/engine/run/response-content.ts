// Responses that are no JSON and whose fields can be read by paths all the same: XML (SOAP, the older APIs of AWS) as its elements, and
// JSON lines as a list. What is saved of them whole stays the text that came.
import { readJsonLines } from '../bodies/json-lines';
import { readXml } from '../bodies/xml';
import { parseJson } from '../json/json';

/** Longer ones would hold the event loop for more than 20 ms. */
const maxLength = 256 * 1024;
const maxDepth = 64;

interface Content {
  headers: [name: string, value: string][];
  body: string;
  truncated: boolean;
  binary: boolean;
}

/** What stands in a body of such a type; undefined of any other, of what is longer than 256 KiB, and of what cannot be read. */
export function readContent({ headers, body, truncated, binary }: Content): unknown {
  if (truncated || binary || body.length > maxLength) return undefined;
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  const [essence = ''] = type.toLowerCase().split(';');
  if (/[/+]xml\s*$/.test(essence)) {
    const read = readXml(body, maxDepth);
    // As JSON, whose objects and values are what a run works on.
    return read.kind === 'value' ? parseJson(JSON.stringify(read.value)) : undefined;
  }
  if (!/^application\/(?:x-)?(?:ndjson|jsonl|jsonlines|json-lines|json-seq)\s*$/.test(essence))
    return undefined;
  const read = readJsonLines(body);
  return read.kind === 'values' ? parseJson(read.json) : undefined;
}
