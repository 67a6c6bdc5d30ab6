import { expect, test } from 'vitest';
import { isInContext, listIgnored, listInstructions } from './dockerfile';

test.each([
  ['app/root.tsx', true],
  ['.env', false],
  ['.env.before-20260105T030000Z', false],
  ['wicked.env', false],
  ['data/wicked.db', false],
  ['data-demo/wicked.db', false],
  ['app/data/list.ts', true],
  ['tests/server/stop.test.ts', false],
  ['node_modules/zod/index.js', false],
])('whether %s is in the context of the image: %s', (path, isIn) => {
  expect(isInContext(path, listIgnored())).toBe(isIn);
});

test('a later line takes back what an earlier one said', () => {
  expect(isInContext('.env.example', ['.env*', '!.env.example'])).toBe(true);
  expect(isInContext('.env.example', ['!.env.example', '.env*'])).toBe(false);
});

test('a line that goes on is one instruction', () => {
  const names = new Set(listInstructions().map(({ name }) => name));
  expect([...names]).toEqual(expect.arrayContaining(['FROM', 'RUN', 'COPY', 'CMD', 'HEALTHCHECK']));
  expect(
    listInstructions().filter(({ name, text }) => name === 'HEALTHCHECK' && text.includes('CMD')),
  ).toHaveLength(1);
});
