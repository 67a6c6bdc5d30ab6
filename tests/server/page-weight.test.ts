// What a page makes a browser load: the modules of its route, of the routes around it and of the entry, the parts that
// are loaded at once although apart, and whatever those import.
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

/** The parts of one page in turn: what one of them shows the others do not load. */
const partsOf: Record<string, string[]> = {
  'routes/integration.$id._index': ['editor', 'deploy-step'],
};

function listScripts(pattern: RegExp): string[] {
  return existsSync(assets) ? readdirSync(assets).filter((each) => pattern.test(each)) : [];
}

function readManifest(): Manifest {
  const [name] = listScripts(/^manifest-.*\.js$/);
  if (!name) throw new Error('The client is not built. Run `npm run build` first.');
  return JSON.parse(readFileSync(`${assets}/${name}`, 'utf8').replace(/^window\.__remixManifest=|;$/g, ''));
}

/** The scripts of a route, and of the routes around it. */
function listRouteScripts({ entry, routes }: Manifest, id: string): string[] {
  const scripts = [entry.module, ...(entry.imports ?? [])];
  for (let each = routes[id]; each; each = routes[each.parentId ?? '']) {
    scripts.push(each.module, ...(each.imports ?? []));
  }
  return scripts.map((path) => path.replace('/assets/', ''));
}

/** The compressed bytes of scripts and of all that they import, each once. */
function weigh(scripts: string[]): number {
  const loaded = new Set(scripts);
  let bytes = 0;
  // What is added while it is gone through is gone through, too.
  for (const script of loaded) {
    bytes += statSync(`${assets}/${script}.gz`).size;
    const imports = readFileSync(`${assets}/${script}`, 'utf8').matchAll(
      /(?:from|import)"\.\/([\w.-]+\.js)"/g,
    );
    for (const [, imported = ''] of imports) loaded.add(imported);
  }
  return bytes;
}

it('no page loads more than 150 KiB of script, compressed', () => {
  const manifest = readManifest();
  const weights = Object.keys(manifest.routes).flatMap((id) => {
    const scripts = listRouteScripts(manifest, id);
    const parts = partsOf[id] ?? [];
    if (parts.length === 0) return [{ id, bytes: weigh(scripts) }];
    return parts.map((part) => {
      const own = listScripts(new RegExp(`^${part}-[\\w-]{8}\\.js$`));
      expect([part, own]).toEqual([part, [expect.any(String)]]);
      return { id: `${id} ${part}`, bytes: weigh([...scripts, ...own]) };
    });
  });
  expect(weights.length).toBeGreaterThan(8);
  expect(weights.map(({ id }) => id)).toContain('routes/integration_.$integrationId.logs');
  expect(weights.filter(({ bytes }) => bytes > maxBytes)).toEqual([]);
});
