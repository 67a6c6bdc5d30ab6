// Vitest keeps what it makes of a module by the module's text, its own settings and the lock file. What a module imports, and
// which files a pattern of `import.meta.glob` finds, depends on the names of other files, too: each set of names has a
// folder of its own.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

/** All that modules of the product and of its tests are made of. */
const sources = ['app', 'docs', 'migrations', 'scripts', 'tests'];

/** Another run may still use it. */
const keptMs = 24 * 60 * 60 * 1000;

/**
 * The folder where a run of vitest keeps its modules for the next one; folders that no run asked for since a day are removed.
 * @param root the checkout, or what stands for one
 */
export function chooseModuleCache(root: string, now = Date.now()): string {
  const hash = createHash('sha256').update(readFileSync(join(root, 'tsconfig.json')));
  for (const source of sources) {
    const names = readdirSync(join(root, source), { recursive: true, encoding: 'utf8' });
    hash.update(`\n${source}\n${names.toSorted().join('\n')}`);
  }
  const all = join(root, 'node_modules/.cache/test-modules');
  const chosen = join(all, hash.digest('hex').slice(0, 16));
  mkdirSync(chosen, { recursive: true });
  utimesSync(chosen, now / 1000, now / 1000);
  for (const folder of readdirSync(all).map((name) => join(all, name))) {
    const { mtimeMs = now } = statSync(folder, { throwIfNoEntry: false }) ?? {};
    if (now - mtimeMs > keptMs) rmSync(folder, { recursive: true, force: true });
  }
  return chosen;
}
