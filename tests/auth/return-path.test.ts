import { expect, test } from 'vitest';
import { readReturnPath } from '~/auth/return-path';

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
