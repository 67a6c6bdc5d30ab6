// Writes a form without files (WHATWG URL §5). Fixed text is encoded like values, so that a plus, an ampersand or a percent sign in
// it means itself.
import { toWellFormed } from '../json/half-pair';
import type { FilterWork } from '../filters/filtering';
import type { Refused } from '../placeholders/refused';
import type { Variables } from '../placeholders/reference';
import { fillForm } from './form-template';

export const formType = 'application/x-www-form-urlencoded';

/** Fills a form in and returns its encoded text. Refused: a template that is no object of fields, and a field that is a file. */
export function renderFields(
  template: string,
  variables: Variables,
  work: FilterWork,
): { kind: 'text'; text: string } | Refused {
  const form = fillForm('form', template, variables, work);
  if (form.kind === 'refused') return form;
  const pairs: string[] = [];
  for (const part of form.parts) {
    if ('file' in part) return refuseFile(part.name, part.file.filename);
    pairs.push(`${encode(part.name)}=${encode(part.text)}`);
  }
  return { kind: 'text', text: pairs.join('&') };
}

/** Encodes as placeholders in a form body do, so that the log finds secrets in it. It throws on half of a surrogate pair. */
function encode(text: string): string {
  return encodeURIComponent(toWellFormed(text));
}

function refuseFile(field: string, filename: string): Refused {
  const message = `The form field ${field} holds the file ${filename}. Send as a form with files, or write it as base64.`;
  return { kind: 'refused', message };
}
