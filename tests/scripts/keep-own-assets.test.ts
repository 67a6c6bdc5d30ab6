import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

test('a build keeps the browser files of the one that it replaces, and has nothing to keep at first', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { build: string } };
  expect(scripts.build).toMatch(/&& node scripts\/keep-own-assets\.js && remix vite:build$/);
  const checkout = mkdtempSync(join(tmpdir(), 'wicked-keep-'));
  onTestFinished(() => rmSync(checkout, { recursive: true }));
  cpSync('scripts', join(checkout, 'scripts'), { recursive: true });
  writeFileSync(join(checkout, 'package.json'), '{"type": "module"}');
  const keep = () => execFileSync(process.execPath, [join(checkout, 'scripts/keep-own-assets.js')]);
  keep();
  mkdirSync(join(checkout, 'build/client/assets'), { recursive: true });
  writeFileSync(join(checkout, 'build/client/assets/page-a1.js'), '');
  keep();
  expect(readdirSync(join(checkout, 'build/former/assets'))).toEqual(['page-a1.js']);
});
