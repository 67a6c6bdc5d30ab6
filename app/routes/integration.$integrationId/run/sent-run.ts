// A form that was sent to start a run or a test.
import { readSentForm, type SentForm } from '~/services/runs/typed-form';
import { readFormParts } from '~/services/webhooks/bodies/form-parts';
import { isForPage } from '../action-context';

export interface SentRun extends SentForm {
  /** Whether the response is a new page, in which no browser shows the chosen files again. */
  isForPage: boolean;
}

/** Reads a form with or without files. Throws a response for one that is not valid. */
export async function readSentRun(request: Request): Promise<SentRun> {
  const type = request.headers.get('Content-Type') ?? '';
  if (!/^multipart\/form-data\b/i.test(type)) {
    return { formData: await request.formData(), files: new Map(), isForPage: isForPage(request) };
  }
  const read = readFormParts(Buffer.from(await request.arrayBuffer()), type);
  if (read.kind !== 'fields') throw new Response('The form cannot be read.', { status: 400 });
  return { ...readSentForm(read.fields), isForPage: isForPage(request) };
}
