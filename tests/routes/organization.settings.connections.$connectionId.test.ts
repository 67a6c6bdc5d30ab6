import { expect, it } from 'vitest';
import { describeDeletion } from '~/routes/organization.settings.connections.$connectionId/describe-deletion';

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
