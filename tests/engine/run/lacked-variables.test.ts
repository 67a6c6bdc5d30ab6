import { describe, expect, test } from 'vitest';
import { makeDefinition } from '../definition/call';
import { answer, eventOf, run } from './recorded-events';

const variables = [
  { name: 'email', jsonPath: '$.email' },
  { name: 'phone', jsonPath: '$.contact.phone' },
  { name: 'city', jsonPath: '$.city' },
];

function listLacked(call: Parameters<typeof makeDefinition>[0][number], triggerData: unknown) {
  const definition = makeDefinition([{ method: 'POST', url: 'https://crm.example/', ...call }], variables);
  return run(definition, { triggerData, answers: [answer('')] }).then(
    (told) => eventOf(told, 'call-started').request.lacked,
  );
}

describe('the log of a request', () => {
  test('names the variables that the payload lacks, with their paths', async () => {
    const body = '{"email":"{{email}}","phone":"{{phone}}","again":"{{phone}}"}';
    expect(await listLacked({ body }, { email: 'a@b.example' })).toEqual([
      { variableName: 'phone', jsonPath: '.contact.phone' },
    ]);
  });

  test('looks at the URL, at headers and at credentials', async () => {
    const call = {
      url: 'https://crm.example/{{phone}}',
      headers: { 'X-City': '{{city}}' },
      authConfig: { type: 'basic' as const, username: '{{email}}', password: 'p' },
    };
    expect((await listLacked(call, {}))?.map(({ variableName }) => variableName)).toEqual([
      'email',
      'phone',
      'city',
    ]);
  });

  test.each([
    ['a null of the payload', '{"a":"{{phone}}"}', { contact: { phone: null } }],
    ['an empty text of the payload', '{"a":"{{phone}}"}', { contact: { phone: '' } }],
    ['a variable with a default', '{"a":"{{phone | default: \\"none\\"}}"}', {}],
    ['a variable that the call does not use', '{"a":"{{email}}"}', { email: 'a@b.example' }],
  ])('does not name %s', async (_what, body, triggerData) => {
    expect(await listLacked({ body }, triggerData)).toBeUndefined();
  });
});
