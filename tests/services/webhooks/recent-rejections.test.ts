import { expect, test } from 'vitest';
import { createRejections } from '~/services/webhooks/recent-rejections';

const refusal = (at: number, reason = 'wrong') => ({ at, status: 401, reason });

test('the same again and again is one with a count, until something else comes', () => {
  const refusals = createRejections();
  refusals.record('a', refusal(1));
  refusals.record('a', refusal(2));
  refusals.record('a', refusal(3, 'broken'));
  refusals.record('a', refusal(4));
  refusals.record('b', refusal(5));
  expect(refusals.list('a')).toEqual([
    { ...refusal(4), count: 1 },
    { ...refusal(3, 'broken'), count: 1 },
    { ...refusal(2), count: 2 },
  ]);
  expect(refusals.list('b')).toHaveLength(1);
  expect(refusals.list('c')).toEqual([]);
});

test('neither many reasons, long ones nor many integrations fill the memory', () => {
  const refusals = createRejections();
  for (let n = 0; n < 50; n += 1) refusals.record('a', refusal(n, `${n} ${'x'.repeat(1000)}`));
  expect(refusals.list('a').map(({ at }) => at)).toEqual(Array.from({ length: 20 }, (_, n) => 49 - n));
  expect(refusals.list('a')[0]?.reason).toHaveLength(200);
  refusals.record('kept', refusal(0));
  for (let n = 0; n < 999; n += 1) refusals.record(`other ${n}`, refusal(n));
  expect([refusals.list('a').length, refusals.list('kept').length]).toEqual([0, 1]);
});

test('a long reason that comes again is the same', () => {
  const refusals = createRejections();
  for (let n = 0; n < 2; n += 1) refusals.record('a', refusal(n, 'x'.repeat(300)));
  expect(refusals.list('a')).toMatchObject([{ count: 2 }]);
});
