import { expect, test } from 'vitest';
import { listLaterUses } from '~/routes/integration.$integrationId._index/form/variable-uses';
import {
  findRememberError,
  nameRememberField,
  readRememberLines,
  writeRememberLines,
} from '~/routes/integration.$integrationId._index/form/lines/remember-lines';

test('lines are read as they were written', () => {
  const values = [
    { name: 'last', value: 'orders[0].id' },
    { name: 'text', value: 'a = {{b}} | default: "="' },
  ];
  expect(readRememberLines(writeRememberLines(values))).toEqual({ values, wrong: [] });
  expect(readRememberLines('\r\n last=x \n\n')).toEqual({
    values: [{ name: 'last', value: 'x' }],
    wrong: [],
  });
  expect(writeRememberLines(undefined)).toBe('');
});

test('a line without name and value is named by its number', () => {
  expect(findRememberError('a = b')).toBeUndefined();
  expect(findRememberError('a = b\nlast')).toBe(
    'Line 2 cannot be read. Write a name, an equals sign and a value, for example: lastId = orders[0].id',
  );
  expect(findRememberError('=\nlast =')).toMatch(/^Lines 1, 2 cannot be read/);
});

test('what is wrong with a value stands with the lines', () => {
  expect(nameRememberField('apiCalls.3.remember.0.name')).toBe('apiCalls.3.responseMapping.remember');
  expect(nameRememberField('apiCalls.3.remember')).toBe('apiCalls.3.responseMapping.remember');
  expect(nameRememberField('apiCalls.3.name')).toBeUndefined();
});

const call = (more: object) => ({ url: '', body: '', ...more });

test('the editor knows what a later call remembers, and what it waits for', () => {
  const form = {
    apiCalls: [
      call({}),
      call({ name: 'Tell', responseMapping: { remember: 'last = found.id' } }),
      call({ name: 'Wait', wait: { at: '{{found.due}}' } }),
    ],
  };
  expect(listLaterUses(form as never, 0, ['found']).map(({ callName }) => callName)).toEqual([
    'Tell',
    'Wait',
  ]);
});
