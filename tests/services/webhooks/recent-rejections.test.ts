import { expect, test } from 'vitest';
import { summarizeRejected } from '~/services/webhooks/lately-rejected';
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
    { ...refusal(4), count: 1, since: 4 },
    { ...refusal(3, 'broken'), count: 1, since: 3 },
    { ...refusal(2), count: 2, since: 1 },
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

test('the summary counts what was rejected in the last 24 hours, and nothing that was skipped', () => {
  const rejections = createRejections();
  const day = 24 * 3_600_000;
  const summarize = (now: number) => summarizeRejected({ rejections, now: () => now }, 'a');
  expect(summarize(0)).toBeNull();
  rejections.record('a', refusal(0));
  rejections.record('a', refusal(day, 'broken'));
  rejections.record('a', refusal(day + 1, 'broken'));
  rejections.record('a', refusal(day + 2));
  rejections.record('a', { at: day + 3, status: 200, isSkipped: true, reason: 'not opened' });
  expect(summarize(day + 4)).toEqual({
    count: 3,
    since: '1970-01-02T00:00:00.000Z',
    last: { at: '1970-01-02T00:00:00.002Z', status: 401, reason: 'wrong' },
  });
  expect(summarize(2 * day + 3)).toBeNull();
});
