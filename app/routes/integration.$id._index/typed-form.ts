import { parse, type SubmissionResult } from '@conform-to/react';
import type { TypedForm } from './scope';

/** What stands in the fields right now; undefined on the server. */
export function readTypedForm(formId: string): TypedForm {
  return readFields(formId) as TypedForm;
}

function readFields(formId: string) {
  if (typeof document === 'undefined') return undefined;
  const form = document.getElementById(formId);
  if (!(form instanceof HTMLFormElement)) return undefined;
  return parse(new FormData(form), { resolve: (value) => ({ value }) }).payload;
}

/**
 * An answer that did not change the form, with what is in the fields by now: Conform would take what they held when
 * the question was sent for what they hold, and one may have gone on typing.
 */
export function keepTyped(formId: string, result: SubmissionResult): SubmissionResult {
  // The form has no files, so its values are texts.
  const initialValue = readFields(formId) as SubmissionResult['initialValue'] | undefined;
  return initialValue ? { ...result, initialValue } : result;
}
