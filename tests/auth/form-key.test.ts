import { describe, expect, test } from 'vitest';
import { makeFormKey, noteFormOrganization, readFormKey, readFormOrganization } from '~/auth/form-key';
import { newId } from '~/db/core/id';

const organizationId = newId();
const key = makeFormKey(organizationId);

/** Notes the organization of a form that comes with the header of somebody else, and reads it back. */
function noteOf(body?: string) {
  const headers = new Headers({ 'X-Form-Organization': 'forged' });
  noteFormOrganization(headers, body === undefined ? undefined : Buffer.from(body));
  return readFormOrganization(new Request('http://ours.invalid', { headers }));
}

test.each([
  ['as the first field', `formKey=${key}&name=Orders`],
  ['behind others', `intent=save&otherformKey=x&formKey=${key}&formKey=x`],
  ['behind a field that begins alike', `formKeys=x&formKey=${key}`],
  ['in parts', `--x\r\nContent-Disposition: form-data; name="formKey"\r\n\r\n${key}\r\n--x--`],
])('the organization of a form is known by its key %s', (_where, body) => {
  expect(noteOf(body)).toBe(organizationId);
});

test.each([
  ['no form', undefined],
  ['no key', 'name=Orders'],
  ['the key of a person without an organization', `formKey=${makeFormKey(undefined)}`],
  ['the key of a page of an earlier release', `formKey=${newId()}&name=Orders`],
  ['a key that is none', `formKey=x.${organizationId}`],
  ['a key with more than an id', `formKey=${key}.x`],
])('none is known with %s', (_what, body) => {
  expect(noteOf(body)).toBeUndefined();
});

describe('the id of a page', () => {
  test('is that of its key, with and without an organization', () => {
    expect(key).toMatch(/^[\w-]{36}\.[\w-]{36}$/);
    expect(readFormKey(key)).toBe(key.slice(0, 36));
    const plain = makeFormKey(undefined);
    expect(readFormKey(plain)).toBe(plain);
  });

  test.each([undefined, 1, '', 'x', `${key} `, `${newId()}.`])('is none in %s', (value) => {
    expect(readFormKey(value)).toBeUndefined();
  });
});
