import { expect, test } from 'vitest';
import { mayPass } from '~/engine/events/ending-failure';
import type { FailureReason } from '~/engine/events/failure-reason';

function makeEnding(reason: FailureReason) {
  const facts = {
    kind: 'call-finished',
    step: 0,
    attempt: 1,
    outcome: 'error',
    errorMessage: 'It failed.',
  } as const;
  return {
    ...facts,
    response: null,
    failureReason: reason,
    durationMs: 1,
    extractions: [],
    saved: [],
    ruling: null,
  };
}

test.each<[FailureReason, boolean]>([
  ['unresolvable', true],
  ['connection', true],
  ['tls', true],
  ['timeout', true],
  ['circuit-open', true],
  ['pace', true],
  ['authorization', true],
  ['refused-address', false],
  ['invalid-request', false],
  ['invalid-response', false],
  ['time-limit', false],
])('%s may pass: %s', (reason, expected) => {
  expect(mayPass(makeEnding(reason) as unknown as Parameters<typeof mayPass>[0])).toBe(expected);
});
