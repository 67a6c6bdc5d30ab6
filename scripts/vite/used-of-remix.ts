import type { Plugin } from 'vite';
import remixConfig from '../../remix.config.js';

interface Rule {
  found: RegExp;
  known: string;
}

/**
 * What Remix finds out in the browser and the build already knows: the flags of its configuration are set, loaders and actions
 * are called by single fetch alone, no data is deferred, and there is a document. The names of components are for developers,
 * but keep those that no page uses.
 */
const knownOfRemix: Rule[] = [
  {
    found: new RegExp(`[\\w.]*\\bfuture\\.(?:${Object.keys(remixConfig.future ?? {}).join('|')})\\b`, 'g'),
    known: 'true',
  },
  { found: /typeof singleFetch === "function"/g, known: 'true' },
  { found: /__remixContext\.a\b/g, known: 'undefined' },
  { found: /typeof document === "undefined"/g, known: 'false' },
  { found: /^\w+\.displayName = .*$/gm, known: '' },
  // The server renders each page, and it alone writes the scripts that begin one.
  { found: /window\.__remixContext\.isSpaMode\b|(?<=if \(|return )isSpaMode\b/g, known: 'false' },
  {
    found: /!isSpaMode\b|\bisFogOfWarEnabled\(future, isSpaMode\)(?! \{)|\benableFogOfWar(?= \?)/g,
    known: 'true',
  },
  { found: /(?<== )!isStatic(?= \?)/g, known: 'true' },
  { found: /(?<== )staticContext(?= \?)/g, known: 'false' },
  // The root has an error boundary of its own, and nothing is loaded before the first page is shown.
  { found: /let heyDeveloper = [^]*?\n {2}\}\);/g, known: 'let heyDeveloper = null;' },
  { found: /\bRemixRootDefaultHydrateFallback(?= : undefined)/g, known: 'undefined' },
  // No link asks for its page in advance.
  { found: /let \[shouldPrefetch, ref, prefetchHandlers\] = .*$/gm, known: 'let ref, prefetchHandlers;' },
  { found: /\bshouldPrefetch && !isAbsolute \? [^]*? : null/g, known: 'null' },
  { found: /\bisPageLinkDescriptor\(link\)(?= \?)/g, known: 'false' },
];

/** The same for its router, whose warnings are for developers. */
const knownOfRouter: Rule[] = [
  { found: /(?<!function )\bisDeferred(?:Result\(\w+\)|Data\(result\))/g, known: 'false' },
  { found: /^ +await Promise\.all\(\[resolveNavigationDeferredResults.*$/gm, known: '' },
  { found: /^ +warning\(.*\);$/gm, known: '' },
  { found: /(?<=if \()isServer(?=\))/g, known: 'false' },
];

const knownToBuild = [
  { folder: '/@remix-run/react/dist/esm/', rules: knownOfRemix },
  { folder: '/@remix-run/router/dist/', rules: knownOfRouter },
];

/**
 * Leaves out what Remix does under other settings, and what no page asks of it: seven kilobytes of each page. The build fails when it
 * finds nothing of one kind, so that an update of Remix does not bring it back unseen.
 */
export function usedOfRemix(): Plugin {
  const missing = new Set(knownToBuild.flatMap(({ rules }) => rules));
  return {
    name: 'used-of-remix',
    apply: 'build',
    transform(code, id) {
      const known = knownToBuild.find(({ folder }) => id.includes(folder));
      if (this.environment.name !== 'client' || !known) return undefined;
      return known.rules.reduce((rest, rule) => {
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
