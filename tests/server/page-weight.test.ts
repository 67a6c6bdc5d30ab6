// What a page makes a browser load: the modules of its route, of the routes around it and of the entry.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { expect, it } from 'vitest';

const maxBytes = 150 * 1024;
const assets = 'build/client/assets';

interface Loaded {
  module: string;
  imports?: string[];
}

interface Manifest {
  entry: Loaded;
  routes: Record<string, Loaded & { id: string; parentId?: string }>;
}

function readManifest(): Manifest {
  const name = existsSync(assets) && readdirSync(assets).find((each) => /^manifest-.*\.js$/.test(each));
  if (!name) throw new Error('The client is not built. Run `npm run build` first.');
  return JSON.parse(readFileSync(`${assets}/${name}`, 'utf8').replace(/^window\.__remixManifest=|;$/g, ''));
}

function listScripts({ module, imports = [] }: Loaded): string[] {
  return [module, ...imports];
}

it('no page loads more than 150 KiB of script, compressed', () => {
  const { entry, routes } = readManifest();
  const weights = Object.values(routes).map((route) => {
    const scripts = new Set(listScripts(entry));
    for (let each = routes[route.id]; each; each = routes[each.parentId ?? '']) {
      for (const script of listScripts(each)) scripts.add(script);
    }
    const bytes = [...scripts].reduce((sum, script) => sum + statSync(`build/client${script}.gz`).size, 0);
    return { id: route.id, bytes };
  });
  expect(weights.length).toBeGreaterThan(8);
  expect(weights.filter(({ bytes }) => bytes > maxBytes)).toEqual([]);
});
