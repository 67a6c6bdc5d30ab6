import type { Plugin } from 'vite';
import remixConfig from '../../remix.config.js';

/**
 * What Remix finds out in the browser and the build already knows: the flags of its configuration are set, loaders and actions
 * are called by single fetch alone, no data is deferred, and there is a document. The names of components are for developers,
 * but keep those that no page uses.
 */
const knownToBuild = [
  {
    found: new RegExp(`[\\w.]*\\bfuture\\.(?:${Object.keys(remixConfig.future ?? {}).join('|')})\\b`, 'g'),
    known: 'true',
  },
  { found: /typeof singleFetch === "function"/g, known: 'true' },
  { found: /__remixContext\.a\b/g, known: 'undefined' },
  { found: /typeof document === "undefined"/g, known: 'false' },
  { found: /^\w+\.displayName = .*$/gm, known: '' },
];

/**
 * Leaves out what Remix does under other settings: four kilobytes of each page. The build fails when it finds nothing of one kind,
 * so that an update of Remix does not bring it back unseen.
 */
export function usedOfRemix(): Plugin {
  const missing = new Set(knownToBuild);
  return {
    name: 'used-of-remix',
    apply: 'build',
    transform(code, id) {
      if (this.environment.name !== 'client' || !id.includes('/@remix-run/react/dist/esm/')) return undefined;
      return knownToBuild.reduce((rest, rule) => {
        const used = rest.replace(rule.found, rule.known);
        if (used !== rest) missing.delete(rule);
        return used;
      }, code);
    },
    buildEnd(error) {
      const [rule] = missing;
      if (this.environment.name === 'client' && !error && rule)
        this.error(
          `Remix's code has nothing like ${rule.found.source}: correct knownToBuild in scripts/vite/used-of-remix.ts.`,
        );
    },
  };
}
