import type { ImportChoice } from '~/engine/import/draft';
import { previewImport } from '~/services/imports';
import type { ShownChoice } from './choice-item';

/** More than these are not all meant. */
const mostChecked = 10;

/** What the second step shows of a text. */
export function preparePreview(text: string, keys?: string[]) {
  const { calls, notes } = previewImport(text);
  return {
    text,
    choices: calls.map(showChoice),
    notes,
    checked: keys ?? (calls.length > mostChecked ? [] : calls.map(({ key }) => key)),
  };
}

const authNames = { none: '', bearer: 'Bearer token', basic: 'Basic authentication' };

function showChoice({ key, label, group, call, notes }: ImportChoice): ShownChoice {
  const headers = Object.keys(call.headers);
  const parts = [
    authNames[call.authConfig.type],
    headers.length > 0 && `Headers: ${headers.join(', ')}`,
    call.body && `Body: ${call.body.length > 200 ? `${call.body.slice(0, 200)}…` : call.body}`,
  ];
  return {
    key,
    label,
    group,
    method: call.method,
    url: call.url.length > 500 ? `${call.url.slice(0, 500)}…` : call.url,
    details: parts.filter(Boolean).join(' · '),
    notes,
  };
}

/** The pasted text, or the file when one was chosen; line breaks as they were before a form made them two signs. */
export async function readSource(form: FormData): Promise<string> {
  const file = form.get('file');
  const text = file instanceof File && file.size > 0 ? await file.text() : String(form.get('text') ?? '');
  return text.replace(/\r\n/g, '\n');
}
