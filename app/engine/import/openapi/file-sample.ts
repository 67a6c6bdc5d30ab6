// Finds the files in the example of an OpenAPI request body: a call sends those of its variables.
import { asList, asNode, asText, type Node, ownValue } from '../draft/document';
import { type FormPart, writeFormWithFiles } from '../draft/form';
import { isSentAsFile } from '../draft/left-file';
import type { References } from './json-sample';

/** Checks whether a schema is of bytes: in OpenAPI 2.0, 3.0 ("Considerations for File Uploads") and 3.1, or a list of them. */
function isBinary(references: References, schema: unknown): boolean {
  const { type, format, contentMediaType, contentEncoding, items } = references.resolve(schema);
  if (items !== undefined) return isBinary(references, items);
  if (type === 'file' || format === 'binary') return true;
  return contentEncoding === undefined && isSentAsFile(asText(contentMediaType) || undefined);
}

/**
 * Writes a form of several parts as calls do, with a variable for each file.
 *
 * @param sample the example, with something at the place of each file
 * @param write writes the text of a field, and braces in it as text
 */
export function writeMultipart(
  references: References,
  { schema, sample }: { schema: unknown; sample: Node },
  write: (value: unknown) => string,
  notes: string[],
): string {
  const properties = listProperties(references, schema);
  const parts = Object.entries(sample).flatMap(([name, value]): FormPart[] => {
    if (isBinary(references, ownValue(properties, name))) return [{ name, value: '', file: { path: '' } }];
    const values = Array.isArray(value) ? value : [value];
    return values.map((each) => ({ name, value: write(each) }));
  });
  return writeFormWithFiles(parts, (text) => text, notes);
}

function listProperties(references: References, schema: unknown, depth = 0): Node {
  if (depth > 12) return {};
  const node = references.resolve(schema);
  const parts = asList(node.allOf).map((part) => listProperties(references, part, depth + 1));
  return Object.fromEntries([...parts, asNode(node.properties)].flatMap((each) => Object.entries(each)));
}
