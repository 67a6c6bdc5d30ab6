import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { chooseModuleCache } from '../support/module-cache';

const day = 24 * 60 * 60 * 1000;

function createCheckout() {
  const root = mkdtempSync(join(tmpdir(), 'wicked-modules-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const name of ['app/db', 'docs', 'migrations', 'scripts', 'tests']) {
    mkdirSync(join(root, name), { recursive: true });
  }
  const write = (name: string, text: string) => writeFileSync(join(root, name), text);
  write('tsconfig.json', '{}');
  write('migrations/0001.ts', '');
  return { root, write };
}

it('modules are kept for the next run until a file comes, goes or has another name', () => {
  const { root, write } = createCheckout();
  const first = chooseModuleCache(root);
  expect(existsSync(first)).toBe(true);
  // Its text is part of the name that vitest gives the module.
  write('migrations/0001.ts', 'export const up = 1;');
  expect(chooseModuleCache(root)).toBe(first);
  write('migrations/0002.ts', '');
  const second = chooseModuleCache(root);
  expect(second).not.toBe(first);
  rmSync(join(root, 'migrations/0002.ts'));
  expect(chooseModuleCache(root)).toBe(first);
  write('app/db/open.tsx', '');
  expect([first, second]).not.toContain(chooseModuleCache(root));
});

it('modules are made anew after a change of tsconfig.json', () => {
  const { root, write } = createCheckout();
  const first = chooseModuleCache(root);
  write('tsconfig.json', '{"compilerOptions":{}}');
  expect(chooseModuleCache(root)).not.toBe(first);
});

it('what no run asked for since a day is removed, and nothing before that', () => {
  const { root, write } = createCheckout();
  const now = Date.now();
  const first = chooseModuleCache(root, now);
  write('app/more.ts', '');
  const second = chooseModuleCache(root, now + day / 2);
  expect([existsSync(first), existsSync(second)]).toEqual([true, true]);
  chooseModuleCache(root, now + day + 1000);
  expect([existsSync(first), existsSync(second)]).toEqual([false, true]);
});
