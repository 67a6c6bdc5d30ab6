import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { keepUsedIcons, listUsedIcons } from '../../scripts/used-icons.js';

const commonJs = createRequire(import.meta.url).resolve('lucide-react');
const all = readFileSync(commonJs.replace('cjs/lucide-react.js', 'esm/lucide-react.mjs'), 'utf8');

/** The modules of icons that a list has read, in its order. */
const listModules = (list: string) => list.match(/(?<=from ')\.\/icons\/[\w-]+\.mjs/g) ?? [];

it('leaves a build the icons that are used, by whichever of their names, in the order of the list', () => {
  expect(listModules(all).length).toBeGreaterThan(1500);
  expect(listModules(keepUsedIcons(all, new Set(['X', 'Loader2', 'Check'])))).toEqual(
    listModules(all).filter((module) => /\/(check|loader-circle|x)\.mjs$/.test(module)),
  );
});

it('leaves what is no icon', () => {
  const left = keepUsedIcons(all, new Set());
  expect(listModules(left)).toEqual([]);
  expect(left).toContain('createLucideIcon');
  expect(left).not.toContain('index');
});

it('finds what the screens import, over one line or more', () => {
  const used = listUsedIcons('app');
  const isNamed = (name: string) => new RegExp(String.raw`\bas ${name}\b`).test(all);
  const icons = [...used].filter(isNamed);
  expect([...used].filter((name) => !isNamed(name)).toSorted()).toEqual(['LucideIcon', 'type']);
  const modules = listModules(keepUsedIcons(all, used));
  expect([modules.length > 50, modules.length <= icons.length]).toEqual([true, true]);
});
