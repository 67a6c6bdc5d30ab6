// What a page makes a browser load: its own modules, the root's and the entry's, with all that they import.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { expect, it } from 'vitest';

const maxBytes = 150 * 1024;

interface Chunk {
  file: string;
  imports?: string[];
}

function readManifest(): Record<string, Chunk> {
  const file = 'build/client/.vite/manifest.json';
  if (!existsSync(file)) throw new Error('The client is not built. Run `npm run build` first.');
  return JSON.parse(readFileSync(file, 'utf8'));
}

it('no page loads more than 150 KiB of script, compressed', () => {
  const manifest = readManifest();
  function collect(name: string, files: Set<string>): Set<string> {
    const chunk = manifest[name];
    if (!chunk || files.has(chunk.file)) return files;
    files.add(chunk.file);
    for (const each of chunk.imports ?? []) collect(each, files);
    return files;
  }
  const shared = Object.keys(manifest).filter((name) => /app\/(root|entry\.client)\.tsx/.test(name));
  const pages = Object.keys(manifest).filter((name) => name.startsWith('app/routes/'));
  const weights = pages.map((page) => {
    const files = [...shared, page].reduce((all, name) => collect(name, all), new Set<string>());
    const scripts = [...files].filter((file) => file.endsWith('.js'));
    return { page, bytes: scripts.reduce((sum, file) => sum + statSync(`build/client/${file}.gz`).size, 0) };
  });
  expect(pages.length).toBeGreaterThan(8);
  expect(weights.filter(({ bytes }) => bytes > maxBytes)).toEqual([]);
});
