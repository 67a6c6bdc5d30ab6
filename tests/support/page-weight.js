// What a page makes a browser load: the modules of its route, of the routes around it and of the entry, and whatever
// those import.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';

const assets = 'build/client/assets';

/**
 * @typedef {{ module: string, imports?: string[] }} Loaded
 * @typedef {{ entry: Loaded, routes: Record<string, Loaded & { id: string, parentId?: string }> }} Manifest
 */

/** @param {RegExp} pattern */
function listScripts(pattern) {
  return existsSync(assets) ? readdirSync(assets).filter((each) => pattern.test(each)) : [];
}

/** @returns {Manifest} */
function readManifest() {
  const [name] = listScripts(/^manifest-.*\.js$/);
  if (!name) throw new Error('The client is not built. Run `npm run build` first.');
  return JSON.parse(readFileSync(`${assets}/${name}`, 'utf8').replace(/^window\.__remixManifest=|;$/g, ''));
}

/**
 * The scripts of a route, and of the routes around it.
 * @param {Manifest} manifest
 * @param {string} id
 */
function listRouteScripts({ entry, routes }, id) {
  const scripts = [entry.module, ...(entry.imports ?? [])];
  for (let each = routes[id]; each; each = routes[each.parentId ?? '']) {
    scripts.push(each.module, ...(each.imports ?? []));
  }
  return scripts.map((path) => path.replace('/assets/', ''));
}

/**
 * The compressed bytes of scripts and of all that they import, each once.
 * @param {string[]} scripts
 */
function weigh(scripts) {
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

/**
 * The address of the script of one route.
 * @param {string} id
 */
export function findRouteScript(id) {
  const route = readManifest().routes[id];
  if (!route) throw new Error(`There is no route ${id}.`);
  return route.module;
}

/** Each page of the built client with the compressed bytes of its script. */
export function listPageWeights() {
  const manifest = readManifest();
  return Object.keys(manifest.routes).map((id) => ({
    id,
    bytes: weigh(listRouteScripts(manifest, id)),
  }));
}
