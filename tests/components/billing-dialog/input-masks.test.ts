import { expect, test } from 'vitest';
import {
  formatCardNumber,
  formatCvv,
  formatExpiry,
  formatPostalCode,
} from '~/components/billing-dialog/input-masks';

test.each([
  [formatCardNumber, '4242424242424242', '4242 4242 4242 4242'],
  [formatCardNumber, '42424', '4242 4'],
  [formatCardNumber, '4242 ', '4242'],
  [formatCardNumber, '4242-4242-4242-4242-99', '4242 4242 4242 4242'],
  [formatExpiry, '12', '12'],
  [formatExpiry, '122', '12/2'],
  [formatExpiry, '12/2', '12/2'],
  [formatExpiry, '1/27', '01/27'],
  [formatExpiry, '122777', '12/27'],
  [formatCvv, '12a345', '1234'],
  [formatPostalCode, 'sw1y_4jh', 'SW1Y4JH'],
  [formatPostalCode, 'a-1 b!', 'A-1 B'],
  [formatPostalCode, 'x'.repeat(30), 'X'.repeat(20)],
])('%o makes of %s: %s', (format, typed, shown) => {
  expect(format(typed)).toBe(shown);
});
