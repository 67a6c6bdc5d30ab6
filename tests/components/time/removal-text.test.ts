import { expect, test } from 'vitest';
import { describeRemoval } from '~/components/time/removal-text';

test('failed executions are named when they are kept for another time', () => {
  expect(describeRemoval({ completed: 14, failed: 14 })).toBe('14 days');
  expect(describeRemoval({ completed: 1, failed: 60 })).toBe('1 day, those that failed after 60 days');
});
