import { expect, test } from 'vitest';
import { judgeFailure } from '~/engine/events/ending-failure';
import type { FailureKind } from '~/engine/events/failure-kind';
import type { FailureReason } from '~/engine/events/failure-reason';
import type { CallEnding } from '~/engine/events/history';

type Finished = Extract<CallEnding, { kind: 'call-finished' }>;

const finished = {
  kind: 'call-finished',
  outcome: 'error',
  response: null,
  ruling: null,
} as Finished;

function answer(status: number): Partial<Finished> {
  return { response: { status } as Finished['response'] };
}

test.each<[FailureReason | undefined, FailureKind, boolean]>([
  [undefined, 'unreachable', true],
  ['unresolvable', 'unreachable', true],
  ['connection', 'unreachable', true],
  ['tls', 'tls', true],
  ['timeout', 'timeout', true],
  ['cancelled', 'unreachable', true],
  ['circuit-open', 'unreachable', true],
  ['pace', 'unreachable', true],
  ['server-exhausted', 'unreachable', true],
  ['turn-given-up', 'unreachable', true],
  ['authorization', 'credentials', true],
  ['refused-address', 'refused-address', false],
  ['invalid-request', 'request', false],
  ['invalid-response', 'response', false],
  ['time-limit', 'time-limit', false],
])('without a response, %s is %s and may pass: %s', (failureReason, kind, mayPass) => {
  const ending = failureReason === undefined ? finished : { ...finished, failureReason };
  expect(judgeFailure(ending)).toEqual({ kind, ...(mayPass && { mayPass }) });
});

test.each<[number, FailureKind, boolean]>([
  [500, '5xx', true],
  [503, '5xx', true],
  [408, '4xx', true],
  [425, '4xx', true],
  [429, '4xx', true],
  [400, '4xx', false],
  [401, '4xx', false],
  [404, '4xx', false],
  [200, 'response', false],
])('a response %i is %s and may pass: %s', (status, kind, mayPass) => {
  expect(judgeFailure({ ...finished, ...answer(status) })).toEqual({ kind, ...(mayPass && { mayPass }) });
});

test('a rule that stopped at a success, and calls that could not be written, do not pass', () => {
  const ruling = { action: 'stop_notify' } as Finished['ruling'];
  expect(judgeFailure({ ...finished, ...answer(200), ruling })).toEqual({ kind: 'rule' });
  const refused = { kind: 'call-refused', errorMessage: 'No.' } as CallEnding;
  expect(judgeFailure(refused)).toEqual({ kind: 'request' });
  expect(judgeFailure({ ...refused, lacksCredentials: true } as CallEnding)).toEqual({ kind: 'credentials' });
});
