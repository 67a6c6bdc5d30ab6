import { expect, test } from 'vitest';
import { describeIncident, nameEvent } from '~/components/alerts/describe-incident';

const incident = {
  event: 'failing' as const,
  call: { name: 'Post order' },
  failure: '5xx' as const,
  reason: 'Post order: HTTP 503: Service Unavailable',
  count: 1,
};

test.each([
  ['a reason that names the call is said once', {}, 'Post order: HTTP 503: Service Unavailable.', null],
  [
    'how often stands behind it, whatever its end',
    { reason: 'Post order: api.example.com did not respond in time.', count: 10_000 },
    'Post order: api.example.com did not respond in time, 10,000 times.',
    null,
  ],
  [
    'another reason stands beside the kind of failure',
    { reason: 'It was stopped.', count: 2 },
    'Post order: answered 5xx, 2 times.',
    'It was stopped.',
  ],
  [
    'an address at its end stays whole',
    { reason: 'Post order: No token. Connect it: https://example.com/connections/7' },
    'Post order: No token. Connect it: https://example.com/connections/7',
    null,
  ],
  ['without a reason there is the kind', { reason: null }, 'Post order: answered 5xx.', null],
])('%s', (_name, changes, what, reason) => {
  expect(describeIncident({ ...incident, ...changes })).toEqual({ what, reason });
});

test('what is of no call is named by what goes wrong', () => {
  const late = { event: 'late' as const, call: null, failure: null, count: 1, reason: 'It was due at noon.' };
  expect(describeIncident(late)).toEqual({ what: 'A schedule is late.', reason: 'It was due at noon.' });
});

test.each([
  [{ call: { name: 'Post order' }, failure: '4xx' as const }, 'Post order: answered 4xx'],
  [{ call: { name: 'Post order' }, failure: 'other' as const }, 'Post order: failed'],
  [{ call: null, failure: 'time-limit' as const }, 'Executions fail: execution took too long'],
  [{ call: null, failure: 'other' as const }, 'Executions fail'],
])('%o is named "%s"', (failed, name) => {
  expect(nameEvent({ event: 'failing', ...failed })).toBe(name);
});
