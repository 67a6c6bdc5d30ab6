import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfigFromFile } from 'vite';
import { expect, onTestFinished, test } from 'vitest';

test('a build keeps the browser files of the one that it replaces, and has nothing to keep at first', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { build: string } };
  expect(scripts.build).toMatch(/&& node scripts\/keep-own-assets\.js && remix vite:build$/);
  const checkout = mkdtempSync(join(tmpdir(), 'wicked-keep-'));
  onTestFinished(() => rmSync(checkout, { recursive: true }));
  cpSync('scripts', join(checkout, 'scripts'), { recursive: true });
  writeFileSync(join(checkout, 'package.json'), '{"type": "module"}');
  const keep = () => execFileSync(process.execPath, [join(checkout, 'scripts/keep-own-assets.js')]);
  const unfinished = join(checkout, 'build/unfinished');
  keep();
  rmSync(unfinished);
  mkdirSync(join(checkout, 'build/client/assets'), { recursive: true });
  writeFileSync(join(checkout, 'build/client/assets/page-a1.js'), '');
  mkdirSync(join(checkout, 'build/server'));
  keep();
  expect(readdirSync(join(checkout, 'build/former/assets'))).toEqual(['page-a1.js']);
  // The build adds its own files to an empty folder.
  expect(readdirSync(join(checkout, 'build'))).toEqual(['former', 'unfinished']);
  // Now it is interrupted, so that a file is cut. The whole one is kept.
  mkdirSync(join(checkout, 'build/client/assets'), { recursive: true });
  writeFileSync(join(checkout, 'build/client/assets/page-a1.js'), 'cut');
  keep();
  expect(readFileSync(join(checkout, 'build/former/assets/page-a1.js'), 'utf8')).toBe('');
  expect(readdirSync(join(checkout, 'build'))).toEqual(['former', 'unfinished']);
});

test('the build itself removes nothing: Remix would empty the whole folder, with what was kept', async () => {
  const loaded = await loadConfigFromFile({ command: 'build', mode: 'production' }, 'vite.config.ts');
  expect(loaded?.config.build?.emptyOutDir).toBe(false);
});
