// A form that was sent to start a run or a test: what was typed, and the files that were chosen.
import type { FileValue } from '~/engine/files/file-value';
import { readFormParts } from '~/services/webhooks/bodies/form-parts';
import { isForPage } from '../action-context';

export interface SentRun {
  /** A file stands in it as a text that another file does not have, so that the same form is known by its fields. */
  formData: FormData;
  /** The chosen files by the names of their controls. */
  files: Map<string, FileValue>;
  /** Whether the response is a new page, in which no browser shows the chosen files again. */
  isForPage: boolean;
}

/** Reads a form with or without files. Throws a response for one that is not valid. */
export async function readSentRun(request: Request): Promise<SentRun> {
  const sent = { files: new Map<string, FileValue>(), isForPage: isForPage(request) };
  const type = request.headers.get('Content-Type') ?? '';
  if (!/^multipart\/form-data\b/i.test(type)) return { ...sent, formData: await request.formData() };
  const read = readFormParts(Buffer.from(await request.arrayBuffer()), type);
  if (read.kind !== 'fields') throw new Response('The form cannot be read.', { status: 400 });
  const formData = new FormData();
  for (const [name, value] of read.fields) {
    formData.append(name, typeof value === 'string' ? value : describeFile(value));
    if (typeof value !== 'string' && value.filename !== '') sent.files.set(name, value);
  }
  return { ...sent, formData };
}

/** Returns a text that says which file it is; nothing where none was chosen, which a browser sends as one without a name. */
function describeFile({ filename, contentType, base64 }: FileValue): string {
  if (filename === '') return '';
  return JSON.stringify([filename, contentType, base64]);
}
