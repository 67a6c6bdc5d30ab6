import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { needsValue, Operator } from '~/engine/comparing/operator-name';
import { Condition } from '~/engine/definition/conditional-step';
import {
  readConditionLines,
  writeConditionLines,
} from '~/routes/integration.$integrationId._index/form/lines/condition-lines';

test.each([
  ['trigger.action equals opened', { field: 'trigger.action', operator: 'equals', value: 'opened' }],
  ['a not_equals b', { field: 'a', operator: 'not_equals', value: 'b' }],
  ['a not equals b', { field: 'a', operator: 'not_equals', value: 'b' }],
  ['n  greater than  1.5', { field: 'n', operator: 'greater_than', value: 1.5 }],
  ['n equals "1.5"', { field: 'n', operator: 'equals', value: '1.5' }],
  ['a contains not equals b', { field: 'a', operator: 'contains', value: 'not equals b' }],
  ['{{a}} is not empty', { field: '{{a}}', operator: 'is_not_empty', value: '' }],
  ["a['b c'] equals {}", { field: "a['b c']", operator: 'equals', value: '{}' }],
  ['zip starts with 007', { field: 'zip', operator: 'starts_with', value: '007' }],
  ['type = invoice.paid', { field: 'type', operator: 'equals', value: 'invoice.paid' }],
  ['n >= 2', { field: 'n', operator: 'greater_or_equal', value: 2 }],
  ['a != = b', { field: 'a', operator: 'not_equals', value: '= b' }],
  ["a | where: 'b > 1' is empty", { field: "a | where: 'b > 1'", operator: 'is_empty', value: '' }],
])('%s', (line, condition) =>
  expect(readConditionLines(line)).toEqual({ conditions: [condition], wrong: [] }),
);

test.each([
  'equals',
  ' equals b',
  'a',
  'a is b',
  'a exists b',
  'aequals b',
  'a equalsb',
  'a => b',
  'a=b',
  '= b',
])('%j is none', (line) => expect(readConditionLines(line)).toEqual({ conditions: [], wrong: [1] }));

test('whatever is stored is read again as it was written', () => {
  const field = fc.constantFrom('trigger.a', 'request.headers.x-event', "trigger['a b'][0]", 'n');
  const value = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('1', 'true', 'null', '"a"', ' a ', 'a\nb', '', 'equals', 'a equals b', '[1]'),
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter((number) => !Object.is(number, -0)),
    fc.boolean(),
    fc.constant(null),
  );
  const condition = fc
    .record({ field, operator: fc.constantFrom(...Operator.options), value })
    .map((each) => Object.assign(each, needsValue(each.operator) ? {} : { value: '' }));
  fc.assert(
    fc.property(fc.array(condition, { maxLength: 5 }), (stored) => {
      const conditions = stored.map((each) => Condition.parse(each));
      expect(readConditionLines(writeConditionLines(conditions))).toEqual({ conditions, wrong: [] });
    }),
  );
});
