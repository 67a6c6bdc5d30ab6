import { expect, it } from 'vitest';
import {
  describeDeletion,
  describeWaiting,
} from '~/routes/organization.settings.connections.$connectionId/describe-deletion';

it('is a success only if nothing is left to do at the provider', () => {
  expect(describeDeletion(undefined)).toEqual({ tone: 'success', title: 'Connection deleted' });
  expect(describeDeletion({ kind: 'revoked' }).tone).toBe('success');
  expect(describeDeletion({ kind: 'not-revoked', message: 'The provider answered 503.' })).toEqual({
    tone: 'destructive',
    title: 'Connection deleted, token not revoked',
    description:
      'Its token may still be valid: remove the access at the provider. The provider answered 503.',
    durationMs: 20_000,
  });
});

it('says how many runs fail without the connection', () => {
  const failing = 'it and will fail at the next call with it.';
  expect([
    describeWaiting({ count: 0, isAll: false }),
    describeWaiting({ count: 1, isAll: true }),
    describeWaiting({ count: 1_000, isAll: false }),
  ]).toEqual([
    '',
    `1 waiting run of an earlier version uses ${failing}`,
    `At least 1,000 waiting runs of earlier versions use ${failing}`,
  ]);
});
