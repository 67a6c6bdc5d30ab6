import { expect, test } from 'vitest';
import { createWork } from '~/engine/filters/filtering';
import { readEncodedForm } from '~/engine/request-bodies/encoded-form';
import { renderFields } from '~/engine/request-bodies/form-fields';

const variables = new Map(Object.entries({ phone: '+49170', note: 'a&b', x: 'k' }));

test.each([
  ['To=%2B49170&Body=Hi+there%21', '{"To":"+49170","Body":"Hi there!"}'],
  ['to={{phone}}&note=Note%3A+{{note}}', '{"to":"{{phone}}","note":"Note: {{note}}"}'],
  ['a=1&a=2&b=', '{"a":["1","2"],"b":""}'],
  ['metadata%5Bid%5D={{x}}&{{x}}=1', '{"metadata[id]":"{{x}}","{{x}}":"1"}'],
  ['a=%7B%7Bx%7D%7D&b=%22', `{"a":"{{'{{'}}x}}","b":"\\""}`],
  ['a=1&\nb={{x}}\n', '{"a":"1","b":"{{x}}"}'],
  ['a={{x | default: "y"}}', '{"a":"{{x | default: "y"}}"}'],
])('the encoded form %s has the fields %s, which send the same', (encoded, fields) => {
  const read = readEncodedForm(encoded);
  expect(
    read
      ?.replace(/\n *(?=["\]}\d])/g, '')
      .replaceAll('": ', '":')
      .replaceAll('[ ', '['),
  ).toBe(fields);
  const sent = renderFields(read ?? '', variables, createWork());
  if (sent.kind === 'refused') throw new Error(sent.message);
  const filled = encoded.replace(/\{\{(\w+)[^}]*\}\}/g, (_, name: string) =>
    encodeURIComponent(variables.get(name) ?? ''),
  );
  expect([...new URLSearchParams(sent.text)]).toEqual([...new URLSearchParams(filled.replaceAll('\n', ''))]);
});

test.each([
  '',
  ' \n',
  'a',
  '{"a": "b=c"}',
  ' {"a": "{{x}}="}',
  '["a=b"]',
  'a=1&&b=2',
  '=1',
  'a=%ff',
  'a=1&b=2&a=3',
  '7=a',
  '{{x}}=1&{{phone}}=2',
  'a=%EE%80%80',
  'a=\ue000',
])('%j is left as it is written', (body) => {
  expect(readEncodedForm(body)).toBeUndefined();
});
