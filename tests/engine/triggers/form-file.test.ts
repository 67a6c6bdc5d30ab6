// A field of a form whose value is a file.
import { expect, it, test } from 'vitest';
import { FormField } from '~/engine/triggers/form';
import { checkFormData, makeFormExample } from '~/engine/triggers/form-values';

const file = { filename: 'List.CSV', contentType: 'text/csv; charset=utf-8', size: 3, base64: 'YWJj' };

function findError(field: object, value: unknown): string | undefined {
  const checked = checkFormData([FormField.parse({ name: 'upload', type: 'file', ...field })], {
    upload: value,
  });
  return checked.kind === 'wrong' ? checked.errors.upload?.[0] : undefined;
}

test.each(['', '.csv', '.pdf, .csv', 'text/csv', 'TEXT/*', ' image/png , text/csv '])(
  'a file fits %j by its name or its type',
  (accept) => {
    expect(findError({ accept }, file)).toBeUndefined();
  },
);

test.each([
  ['.pdf', '.pdf'],
  ['text/plain, image/*, .CS', 'text/plain, image/* or .cs'],
])('a file does not fit %j', (accept, named) => {
  expect(findError({ accept }, file)).toBe(`The type of “upload” must be ${named}`);
});

test.each([
  ['text', 'a text'],
  [{ ...file, size: 9 }, 'a wrong size'],
  [{ ...file, base64: 'Y*Jj' }, 'no base64'],
  [[file], 'a list'],
] as [unknown, string][])('%j is no file: %s', (value) => {
  expect(findError({}, value)).toBe('“upload” must be a file: {"filename", "contentType", "size", "base64"}');
});

it('is required like every other value', () => {
  expect(findError({ label: 'List', required: true }, null)).toBe('“List” is required');
  expect(findError({}, null)).toBeUndefined();
});

test.each(['', '.csv', 'image/*', 'application/pdf'])('the example for %j fits the form', (accept) => {
  const fields = [FormField.parse({ name: 'upload', type: 'file', required: true, accept })];
  expect(checkFormData(fields, makeFormExample(fields)).kind).toBe('checked');
});
