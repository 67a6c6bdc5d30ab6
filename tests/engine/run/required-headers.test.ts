import { expect, test } from 'vitest';
import { Definition } from '~/engine/integration';
import { createRunSecrets } from '~/engine/run/run-secrets';

function mask(headers: Record<string, string>, text: string): string {
  const triggerConfig = { type: 'webhook', webhook: { secret: '', headers } };
  return createRunSecrets(Definition.parse({ triggerConfig, apiCalls: [] })).maskSecrets(text);
}

test.each([
  ['X-Shop', 'shared-1a2b3c4d'],
  ['X-Shop', 'gHsPwKqzTbLmXvRd'],
  ['X-Shop', 'Basic c2hvcDpwYXNz'],
  ['X-Shop-Token', 'words'],
])('the value that %s requires is masked in the log: %s', (name, value) => {
  expect(mask({ [name]: value }, `{"echo":"${value}"}`)).not.toContain(value);
});

test.each(['push', 'pull_request', 'orders/create', 'Shop Notifier', '2024-10'])(
  'a required value that only says what was sent stays readable in the log: %s',
  (value) => {
    expect(mask({ 'X-GitHub-Event': value }, `{"${value}":1}`)).toBe(`{"${value}":1}`);
  },
);
