// Lists the files of an execution: those that its calls saved and those that were delivered. The page does not hold their
// bytes; a download reads them from the server.
import { formatCount } from '~/engine/texts/format-count';
import { type FileFacts, type FileValue, isFile, readFileFacts, spellFile } from '~/engine/files/file-value';
import { listExtractions } from '~/services/executions/call-log';
import type { ApiCallLog, ExecutionLog } from '~/services/executions/log-schema';
import { digestFile } from '~/services/digest-file';

export interface FileView {
  name: string;
  /** The facts about the file: `application/pdf, 12,345 bytes, SHA-256 9f86…`. */
  text: string;
  /** The variable or path that the file comes from, such as `{{invoice}}`. */
  source: string;
  /** The query of the download's URL; null when there is no download, and `text` gives the reason. */
  query: string | null;
}

/** The most delivered files that are listed. */
const maxDelivered = 100;

export function listFiles({ apiCallLogs, triggerData }: ExecutionLog): FileView[] {
  return [...listDelivered(triggerData), ...apiCallLogs.flatMap(listSaved)];
}

/** Returns the file that the call's response was saved as; undefined when it was not saved as a file. */
function findSavedFile({ response }: ApiCallLog): FileFacts | undefined {
  return listExtractions(response).flatMap((each) => readFileFacts(each) ?? [])[0];
}

function listSaved(call: ApiCallLog): FileView[] {
  return listExtractions(call.response).flatMap((extraction): FileView[] => {
    const { variableName, message } = extraction;
    const facts = readFileFacts(extraction);
    if (!facts) return [];
    const query = new URLSearchParams({ step: String(call.step), name: variableName });
    const text = message ? `${describe(facts)}. ${message}.` : describe(facts);
    const source = `{{${variableName}}}`;
    return [{ name: facts.name, text, source, query: message ? null : query.toString() }];
  });
}

/** Lists the delivered files: the fields of a form, each of which may be a list, or the whole payload. */
function listDelivered(triggerData: unknown): FileView[] {
  if (isFile(triggerData)) return [viewDelivered(triggerData, '')];
  if (typeof triggerData !== 'object' || triggerData === null) return [];
  const found: FileView[] = [];
  for (const [name, value] of Object.entries(triggerData)) {
    const path = /^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `['${name}']`;
    for (const [index, each] of (Array.isArray(value) ? (value as unknown[]) : [value]).entries()) {
      if (found.length >= maxDelivered) return found;
      if (isFile(each)) found.push(viewDelivered(each, Array.isArray(value) ? `${path}[${index}]` : path));
    }
  }
  return found;
}

function viewDelivered(file: FileValue, path: string): FileView {
  const { filename: name, contentType: type, size, base64 } = file;
  const sha256 = digestFile(base64, size);
  const query = sha256 === undefined ? null : new URLSearchParams({ path }).toString();
  const text = describe({ name, type, size, sha256: sha256 ?? 'not known' });
  return { name, text, source: `{{trigger${path}}}`, query };
}

function describe({ type, size, sha256 }: FileFacts): string {
  return `${type}, ${formatCount(size)} ${size === 1 ? 'byte' : 'bytes'}, SHA-256 ${sha256}`;
}

/** Returns the text that replaces a binary body that was saved as a file. */
export function spellSaved(call: ApiCallLog): string | undefined {
  const facts = call.response?.binary ? findSavedFile(call) : undefined;
  return facts && spellFile(facts);
}
