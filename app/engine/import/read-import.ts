// Detects the format of a pasted text or a file, and reads it.
import { parseCurl } from './curl/curl';
import { parseDocument, parseOwnDocument, parseYaml } from './draft/document';
import { type Imported, importLimits } from './draft/draft';
import { describeRequests, describeWorkflow } from './draft/foreign-file';
import { isIntegrationFile, parseIntegrationFile } from './integration-file';
import { isOpenApi, parseOpenApi } from './openapi/openapi';
import { isPostmanCollection, parsePostman } from './postman/postman';
import { tooLongText } from './draft/size';

export type ImportFormat = 'curl' | 'openapi' | 'postman' | 'integration' | 'unknown';

/**
 * Reads the calls of a text of at most 16 MiB. Never throws: its problems become notes. `own`: what `parseOwnDocument` made of
 * the text, where it was parsed already.
 */
export function readImport(text: string, own?: unknown): Imported & { format: ImportFormat } {
  if (text.length > importLimits.length) return refuse(tooLongText);
  if (isIntegrationFile(own)) return readOwnCalls(own);
  const trimmed = text.replace(/^\uFEFF/, '').trim();
  if (!trimmed) return refuse('Paste a cURL command or choose a file.');
  let document: unknown;
  if (/^[{[]/.test(trimmed)) document = parseDocument(trimmed);
  else if (namesOpenApi.test(trimmed)) {
    const read = parseYaml(trimmed);
    if (read.kind === 'value') document = read.value;
    else if (!isCommandFirst(trimmed)) {
      return refuse(`This OpenAPI document is not valid YAML: ${read.message}.`);
    }
  }
  if (isIntegrationFile(document)) {
    return readOwnCalls(parseOwnDocument(trimmed, document));
  }
  if (isOpenApi(document)) return { format: 'openapi', ...parseOpenApi(document) };
  if (isPostmanCollection(document)) return { format: 'postman', ...parsePostman(document) };
  if (/\bcurl\b/i.test(trimmed) && document === undefined) return { format: 'curl', ...parseCurl(trimmed) };
  return refuse(
    describeWorkflow(document) ??
      describeRequests(trimmed, document) ??
      'This is not a cURL command, OpenAPI document, Postman 2 collection or exported integration.',
  );
}

function readOwnCalls(document: unknown): Imported & { format: ImportFormat } {
  return { format: 'integration', ...parseIntegrationFile(document) };
}

/** Only a text that names its OpenAPI version is read as YAML. */
const namesOpenApi = /^["']?(openapi|swagger)["']?\s*:/m;

/** Checks whether a cURL command comes first: it may send a YAML document. */
function isCommandFirst(text: string): boolean {
  const command = text.search(/\bcurl\b/i);
  return command >= 0 && command < text.search(namesOpenApi);
}

function refuse(message: string): Imported & { format: ImportFormat } {
  return { format: 'unknown', calls: [], notes: [{ message }] };
}
