// What the browser finds wrong with the editor's form, by the names of its fields.
import { expect, it } from 'vitest';
import { Definition } from '~/engine/integration';
import { createFormCheck } from '~/routes/integration.$integrationId._index/form/values/check-form';
import { toFormValues } from '~/routes/integration.$integrationId._index/form/values/to-form-values';

const values = toFormValues({
  version: 1,
  ...Definition.parse({
    apiCalls: [
      {
        id: 'a',
        order: 1,
        name: 'First',
        url: 'https://a.example.com/',
        authConfig: { type: 'bearer', token: '••••1234' },
        headers: { 'X-Api-Key': '••••abcd' },
      },
    ],
  }),
  triggerConfig: { type: 'manual' },
});
const check = createFormCheck(values);

/** The form as a browser sends it, with other texts in some fields, and the errors of one field that is left. */
function findErrors(typed: Record<string, string>, left: string): Record<string, unknown> {
  const form = new FormData();
  const call = 'apiCalls[0]';
  const fields = {
    'triggerConfig.type': 'manual',
    [`${call}.id`]: 'a',
    [`${call}.name`]: 'First',
    [`${call}.method`]: 'GET',
    [`${call}.url`]: 'https://a.example.com/',
    [`${call}.authConfig.type`]: 'bearer',
    [`${call}.authConfig.token`]: '••••1234',
    [`${call}.headers[0].name`]: 'X-Api-Key',
    [`${call}.headers[0].value`]: '••••abcd',
    [`${call}.timeoutSeconds`]: '30',
    ...typed,
  };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('__intent__', JSON.stringify({ type: 'validate', payload: { name: left } }));
  return check(form).reply().error ?? {};
}

it('finds nothing wrong with a form as it was opened, masks and all', () => {
  expect(findErrors({}, 'apiCalls[0].name')).toEqual({});
});

it('finds what the server would reject', () => {
  const typed = { 'apiCalls[0].url': 'nowhere', 'apiCalls[0].timeoutSeconds': 'soon' };
  expect(findErrors(typed, 'apiCalls[0].url')).toMatchObject({
    'apiCalls[0].url': ['URL must be a valid HTTP/HTTPS URL'],
    'apiCalls[0].timeoutSeconds': [expect.stringMatching(/^Write a whole number of seconds/)],
  });
});

it('asks for a secret again that would go to another server', () => {
  const moved = findErrors({ 'apiCalls[0].url': 'https://b.example.com/' }, 'apiCalls[0].url');
  expect(moved).toEqual({
    'apiCalls[0].authConfig.token': ['Type the token again: it would now go to another server.'],
    'apiCalls[0].headers[0].value': ['Type this value again: it would now go to another server.'],
  });
});

it('takes calls that were never saved, and knows them by the ids that the form gave them', () => {
  const added = {
    'apiCalls[1].id': 'new:1',
    'apiCalls[1].method': 'GET',
    'apiCalls[1].url': 'https://c.example.com/',
    'apiCalls[1].authConfig.type': 'none',
    'apiCalls[0].conditional[0].executionTrigger': 'conditional',
    'apiCalls[0].conditional[0].nextApiCallId': 'new:1',
  };
  expect(findErrors(added, 'apiCalls[1].url')).toEqual({});
});
