import { expect, test } from 'vitest';
import { maskEmailAddresses } from '~/services/installation/mask-email-addresses';
import { measureProcessorMs, onceOverMs } from '../../support/processor-time';

test('hides the persons of all addresses, and reads a long answer of a mail server once', () => {
  expect(maskEmailAddresses('550 <a.b@x.example>, c@y.example: unknown')).toBe(
    '550 <…@x.example>, …@y.example: unknown',
  );
  const long = 'a'.repeat(64 * 1024);
  expect(measureProcessorMs(() => maskEmailAddresses(long))).toBeLessThan(onceOverMs);
});
