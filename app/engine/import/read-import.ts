// Finds out what a pasted text or a file is, and reads it as that.
import { parse as parseYaml } from 'yaml';
import { parseCurl } from './curl';
import { parseDocument } from './document';
import { type Imported, importLimits } from './draft';
import { isIntegrationFile, parseIntegrationFile } from './integration-file';
import { isOpenApi, parseOpenApi } from './openapi';
import { unwrapCommand } from './pasted-command';
import { isPostmanCollection, parsePostman } from './postman';

export type ImportFormat = 'curl' | 'openapi' | 'postman' | 'integration' | 'unknown';

/** What can be taken from a text of at most 1 MiB. Never throws: what is wrong with it is a note. */
export function readImport(text: string): Imported & { format: ImportFormat } {
  if (text.length > importLimits.length) return refuse('This is longer than 1 MiB.');
  const trimmed = text.replace(/^\uFEFF/, '').trim();
  if (!trimmed) return refuse('Paste a cURL command or choose a file.');
  const document = /^[{[]/.test(trimmed) ? parseDocument(trimmed) : readYaml(trimmed);
  if (isIntegrationFile(document)) return { format: 'integration', ...parseIntegrationFile(document) };
  if (isOpenApi(document)) return { format: 'openapi', ...parseOpenApi(document) };
  if (isPostmanCollection(document)) return { format: 'postman', ...parsePostman(document) };
  if (/\bcurl\b/i.test(trimmed) && document === undefined) {
    return { format: 'curl', ...parseCurl(unwrapCommand(trimmed)) };
  }
  return refuse('This is no cURL command, OpenAPI document, Postman 2 collection or exported integration.');
}

function refuse(message: string): Imported & { format: ImportFormat } {
  return { format: 'unknown', calls: [], notes: [{ message }] };
}

/** Only text that names its OpenAPI version is taken for YAML; aliases may repeat a hundred nodes at most. */
function readYaml(text: string): unknown {
  if (!/^["']?(openapi|swagger)["']?\s*:/m.test(text)) return undefined;
  try {
    const value: unknown = parseYaml(text, { maxAliasCount: 100, logLevel: 'silent' });
    // Aliases may form circles, which JSON cannot have.
    return parseDocument(JSON.stringify(value));
  } catch {
    return undefined;
  }
}
