import { expect, test } from 'vitest';
import { formatSuccessRate } from '~/components/integration/success-rate';

test.each([
  [0, '0.0%'],
  [(100 * 1) / 4_000, '0.1%'],
  [(100 * 2) / 3, '66.7%'],
  [75, '75.0%'],
  [(100 * 9_999) / 10_000, '99.9%'],
  [100, '100.0%'],
])('%d is %s', (percent, text) => expect(formatSuccessRate(percent)).toBe(text));
