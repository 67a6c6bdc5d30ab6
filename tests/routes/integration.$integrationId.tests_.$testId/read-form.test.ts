// The form of a recorded test as it was sent, and as it is shown again.
import { describe, expect, it } from 'vitest';
import {
  countRows,
  toInput,
  toRowErrors,
  toTyped,
} from '~/routes/integration.$integrationId.tests_.$testId/read-form';
import type { RecordedTest } from '~/services/test-runs/recorded-tests';

const test: RecordedTest = {
  id: 'test',
  name: 'Order 1',
  executionId: 'execution',
  requests: 2,
  ignored: ['$.body.sentAt', '$.headers.date'],
  conditions: [
    { field: 'token', operator: 'equals', value: 'abc' },
    { field: 'total', operator: 'greater_than', value: 2 },
  ],
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  lastResult: null,
};

/** A row of the form. */
function row(index: number, field: string, value = '', operator = 'equals') {
  return { [`field-${index}`]: field, [`operator-${index}`]: operator, [`value-${index}`]: value };
}

describe('what is saved', () => {
  it('is what the form shows, values as they were typed', () => {
    expect(toInput(toTyped(test))).toEqual({
      name: 'Order 1',
      ignored: ['$.body.sentAt', '$.headers.date'],
      conditions: [
        { field: 'token', operator: 'equals', value: 'abc' },
        { field: 'total', operator: 'greater_than', value: '2' },
      ],
    });
  });

  it('has a path for each line that is not empty, however lines end', () => {
    const { ignored } = toInput({ name: '', ignored: '  $.body.a \r\n\r\n$.url\n \n' });
    expect(ignored).toEqual(['$.body.a', '$.url']);
    expect(toInput({ name: '' }).ignored).toEqual([]);
  });

  it('has no condition for a row with nothing in it, whatever its operator', () => {
    const typed = { name: '', ...row(0, '', '', 'contains'), ...row(1, 'n', '1'), ...row(2, '   ') };
    expect(toInput(typed).conditions).toEqual([{ field: 'n', operator: 'equals', value: '1' }]);
  });

  it('has a condition for a value without a field, so that it is refused and not lost', () => {
    expect(toInput({ name: '', ...row(0, '', '5') }).conditions).toEqual([
      { field: '', operator: 'equals', value: '5' },
    ]);
  });

  it('has nothing of names that are no rows', () => {
    const typed = { name: '', 'field-100': 'a', 'field--1': 'b', 'field-x': 'c', 'value-0': '' };
    expect(toInput(typed).conditions).toEqual([]);
  });
});

describe('rows that are shown', () => {
  it('are one more than are filled, up to the last of these', () => {
    expect(countRows({})).toBe(1);
    expect(countRows(toTyped(test))).toBe(3);
    expect(countRows({ ...row(0, ''), ...row(4, 'n'), ...row(5, '') })).toBe(6);
  });
});

describe('a problem', () => {
  it('stands at the row it was typed in, though rows before it are empty', () => {
    const typed = { ...row(0, ''), ...row(1, 'n', '1'), ...row(2, ''), ...row(3, '', '5') };
    const fields = { 'conditions.1.field': ['Name a variable'], 'conditions.0.value': ['Too long'] };
    expect(toRowErrors(fields, typed)).toEqual({
      'field-3': ['Name a variable'],
      'value-1': ['Too long'],
    });
  });

  it('of several paths stands at their one field', () => {
    const fields = { name: ['Too long'], 'ignored.0': ['First'], 'ignored.2': ['Third'] };
    expect(toRowErrors(fields, {})).toEqual({ name: ['Too long'], ignored: ['First', 'Third'] });
  });
});
