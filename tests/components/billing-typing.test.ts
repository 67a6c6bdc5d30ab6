import { expect, test } from 'vitest';
import { groupCardNumber, keepCvv, slashExpiry, upperPostalCode } from '~/components/billing-dialog/typing';

test.each([
  [groupCardNumber, '4242424242424242', '4242 4242 4242 4242'],
  [groupCardNumber, '42424', '4242 4'],
  [groupCardNumber, '4242 ', '4242'],
  [groupCardNumber, '4242-4242-4242-4242-99', '4242 4242 4242 4242'],
  [slashExpiry, '12', '12'],
  [slashExpiry, '122', '12/2'],
  [slashExpiry, '12/2', '12/2'],
  [slashExpiry, '1/27', '01/27'],
  [slashExpiry, '122777', '12/27'],
  [keepCvv, '12a345', '1234'],
  [upperPostalCode, 'sw1y_4jh', 'SW1Y4JH'],
  [upperPostalCode, 'a-1 b!', 'A-1 B'],
  [upperPostalCode, 'x'.repeat(30), 'X'.repeat(20)],
])('%o makes of %s: %s', (format, typed, shown) => {
  expect(format(typed)).toBe(shown);
});
