import { expect, test } from 'vitest';
import { z } from 'zod';
import { listFields } from '~/engine/schema/issue-fields';
import { describeProblem, type Problem } from '~/problem';
import { describeCompanyLoss, type ProblemArea } from '~/problem-areas';

test.each<[ProblemArea, Problem['kind'], number, string]>([
  ['auth', 'wrong-credentials', 401, 'Invalid email or password.'],
  [
    'auth',
    'unverified-email',
    403,
    'Your email is not verified. Please check your inbox for a verification email.',
  ],
  ['auth', 'invalid', 422, 'Please check your credentials and try again.'],
  ['auth', 'too-many-logins', 429, 'Too many login attempts. Please try again later.'],
  ['auth', 'internal', 500, 'Authentication failed. Please try again.'],
  ['profile', 'forbidden', 403, "You don't have permission to update this profile."],
  ['profile', 'email-taken', 409, 'This email address is already in use.'],
  ['profile', 'invalid', 422, 'The provided information is invalid.'],
  ['profile', 'internal', 500, 'Failed to update profile. Please try again.'],
  ['password', 'wrong-password', 403, 'Current password is incorrect.'],
  ['password', 'invalid', 422, "New password doesn't meet security requirements."],
  ['password', 'internal', 500, 'Failed to update password. Please try again.'],
])('%s says of %s, a %d: %s', (area, kind, status, message) => {
  expect(describeProblem({ kind }, area)).toMatchObject({ status, body: { message } });
});

test('how an API caller proves itself is said in the same words everywhere', () => {
  expect(describeProblem({ kind: 'invalid-token' }, 'profile').body.message).toBe('Invalid or expired token');
});

test('what is known better stands in for the text of the table', () => {
  expect(describeProblem({ kind: 'conflict', message: 'Ada saved this.' }).body.message).toBe(
    'Ada saved this.',
  );
});

test.each<[Parameters<typeof describeCompanyLoss>[0], string]>([
  ['network', 'Network error. Please check your connection and try again.'],
  ['error', 'Failed to update company details. Please try again.'],
  ['unknown', 'An unexpected error occurred. Please try again.'],
  [400, 'Invalid company details. Please check your input and try again.'],
  [401, 'You are not authorized to perform this action. Please log in again.'],
  [500, 'Server error. Please try again later or contact support.'],
  [502, 'Server error: 502'],
])('company details that met %s are lost with: %s', (cause, message) => {
  expect(describeCompanyLoss(cause)).toBe(message);
});

test('the messages of a schema are listed by field, each once, and that of a bad key is the inner one', () => {
  const name = z.string().refine((text) => text !== '', { error: 'A header needs a name' });
  const schema = z.object({ headers: z.record(name, z.string()), tags: z.array(z.string('Use text')) });
  const { error } = schema.safeParse({ headers: { '': 'a' }, tags: ['a', 1] });
  const ofWhole = z.object({}, 'Send an object').safeParse(null).error;

  expect(listFields(error?.issues ?? [])).toEqual({
    headers: ['A header needs a name'],
    'tags.1': ['Use text'],
  });
  expect(listFields([...(ofWhole?.issues ?? []), ...(ofWhole?.issues ?? [])])).toEqual({
    '': ['Send an object'],
  });
});
