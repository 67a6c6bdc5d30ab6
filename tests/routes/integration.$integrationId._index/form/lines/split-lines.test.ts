import { expect, test } from 'vitest';
import { readComputedLines } from '~/routes/integration.$integrationId._index/form/lines/computed-lines';
import {
  findWrongLines,
  readConditionLines,
} from '~/routes/integration.$integrationId._index/form/lines/condition-lines';
import { readRememberLines } from '~/routes/integration.$integrationId._index/form/lines/remember-lines';

const repeat = (line: string, count: number) => `${line}\n`.repeat(count).trim();

test('two hundred lines of a field are read, and the next one is wrong', () => {
  expect(readConditionLines(repeat('a equals 1', 200)).wrong).toEqual([]);
  expect(readConditionLines(repeat('a equals 1', 100_000))).toMatchObject({
    conditions: { length: 200 },
    wrong: [201],
  });
  expect(findWrongLines(repeat('a equals 1', 201), 'a equals 1')).toMatch(/^Line 201 cannot be read/);
  expect(readComputedLines(repeat('a = {{b}}', 100_000))).toMatchObject({
    computed: { length: 200 },
    wrong: [201],
  });
  expect(readRememberLines(repeat('a = b', 100_000))).toMatchObject({
    values: { length: 200 },
    wrong: [201],
  });
});
