import { expect, test } from 'vitest';
import { readReturnPath } from '~/auth/return-path';
import { measureProcessorMs, onceOverMs } from '../support/processor-time';

test.each(['/', '/integration/1?step=2', '/integration/1/logs?open=a&open=b'])('%s is ours', (path) => {
  expect(readReturnPath(path)).toBe(path);
});

test.each([
  null,
  '',
  'integration',
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
])('%o leads home', (value) => {
  expect(readReturnPath(value)).toBe('/');
});

test.each(['/.//evil.example', '/x/..//evil.example'])('%s stays here', (value) => {
  expect(readReturnPath(value)).toBe('/evil.example');
});

test('a long host in other letters is not parsed, which would take seconds', () => {
  const letters = Array.from({ length: 100_000 }, (_, index) =>
    String.fromCodePoint(0x4e00 + (index % 20_000)),
  );
  const host = letters.join('');
  for (const value of [`//${host}`, `/\\${host}`, `/\n\t/${host}`]) {
    expect(measureProcessorMs(() => expect(readReturnPath(value)).toBe('/'))).toBeLessThan(onceOverMs);
  }
});
