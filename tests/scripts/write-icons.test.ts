import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { drawIcons } from '../../scripts/write-icons.js';

const written = readFileSync('app/components/icons/icons.svg', 'utf8');

it('has written the shapes of all icons as Lucide draws them', async () => {
  expect(written).toBe(await drawIcons());
});

it('names each shape once', () => {
  const names = [...written.matchAll(/<symbol id="([\w-]+)"/g)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(50);
  expect(new Set(names).size).toBe(names.length);
});
