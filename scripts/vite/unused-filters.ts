import type { Plugin } from 'vite';

const folder = '/app/engine/filters/';

/**
 * Script in the browser reads placeholders without filters. The filters and the library for regular expressions stay out of its
 * files. The build fails when the folder is no longer there.
 */
export function unusedFilters(): Plugin {
  let isFound = false;
  return {
    name: 'unused-filters',
    apply: 'build',
    transform(_code, id) {
      if (!id.includes(folder)) return undefined;
      isFound = true;
      return { moduleSideEffects: false };
    },
    buildEnd(error) {
      if (!error && !isFound)
        this.error(`No module is in ${folder}: correct the folder in scripts/vite/unused-filters.ts.`);
    },
  };
}
