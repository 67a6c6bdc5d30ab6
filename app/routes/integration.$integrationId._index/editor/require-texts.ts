// Refuses forms that no page of the editor sends.
import { data } from '@remix-run/node';
import { EditorForm } from '../form/editor-form';
import { readForm } from '../form/read-form';

/** Throws 400 when a field that is a text is a list or a group, as of two fields of one name: the editor cannot show it. */
export function requireTexts(formData: FormData): void {
  const { error } = EditorForm.safeParse(readForm(formData));
  const isOther = error?.issues.some((issue) => issue.code === 'invalid_type' && issue.expected === 'string');
  if (isOther) throw data('No form of the editor', { status: 400 });
}
