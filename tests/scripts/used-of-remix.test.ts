// What `scripts/vite/used-of-remix.ts` takes out of the browser's script must not be asked for.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const leftOut = /\bprefetch=|\bPrefetchPageLinks\b|\bHydrateFallback\b|\bdefer\(/;

test('no page asks for what the build leaves out of Remix', () => {
  const entries = readdirSync('app', { recursive: true, encoding: 'utf8' });
  const files = entries.filter((entry) => /\.tsx?$/.test(entry));
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter((file) => leftOut.test(readFileSync(`app/${file}`, 'utf8')))).toEqual([]);
});
