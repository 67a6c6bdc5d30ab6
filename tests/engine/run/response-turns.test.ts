// A response of a megabyte is read in parts, so that nobody else waits for all of it.
import { expect, test } from 'vitest';
import { finish, type InTurns } from '~/engine/json/json-parts';
import { stringifyJson } from '~/engine/json/json';
import { Condition } from '~/engine/definition/conditional-step';
import { describeOutcome } from '~/engine/run/outcome';
import { createResponseCheck } from '~/engine/run/response-check';
import { answer } from './recorded-events';

const large = answer(`{"n":[${'1.0,'.repeat(100_000)}7],"ok":true}`);

const about = {
  ruling: null,
  maskSecrets: (text: string) => text,
  logAllowance: { left: 1_000_000 },
};

test('its variables are read in parts, with the digits of its numbers', () => {
  const mapping = { saveAs: 'whole', extractFields: [{ jsonPath: '$.n', saveAs: 'numbers' }] };
  const work = describeOutcome(large, { ...about, mapping });
  let parts = 0;
  let step = work.next();
  for (; !step.done; step = work.next()) parts += 1;
  expect(parts).toBeGreaterThan(40);
  const [whole, numbers] = step.value.saved;
  expect(stringifyJson(whole?.[1])).toBe(large.kind === 'response' && large.body);
  expect(numbers?.[1]).toHaveLength(100_001);
});

test('a body that is not JSON, or is too deep to be kept, is text', () => {
  for (const body of ['[1', `${'['.repeat(151)}${']'.repeat(151)}`, `[${'1,'.repeat(50_000)}`]) {
    const { saved } = finish(
      describeOutcome(answer(body), { ...about, mapping: { saveAs: 'whole', extractFields: [] } }),
    );
    expect(saved).toEqual([['whole', body]]);
  }
});

test('the conditions of a rule have it read in parts', async () => {
  let parts = 0;
  const inTurns: InTurns = async (work) => {
    let step = work.next();
    for (; !step.done; step = work.next()) parts += 1;
    return step.value;
  };
  const condition = Condition.parse({ field: 'response.body.ok', operator: 'equals', value: 'true' });
  expect(await createResponseCheck(large, { inTurns }).holds([condition])).toBe(true);
  expect(parts).toBeGreaterThan(40);
});
