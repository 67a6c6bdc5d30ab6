// Leaves unused icons out of the build. lucide-react has a module for each of its two thousand icons, and one that names them
// all, from which icons are imported. A bundler reads all of them, two thirds of the modules of a build, before it drops nearly
// all.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns the names, types among them, that the modules of a folder import from lucide-react.
 * @param {string} folder
 * @returns {Set<string>}
 */
export function listUsedIcons(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.tsx?$/.test(name),
  );
  return new Set(
    files.flatMap((name) =>
      [...readFileSync(join(folder, name), 'utf8').matchAll(/\{([^{}]*)\}\s*from 'lucide-react'/g)].flatMap(
        ([, list = '']) => list.match(/\w+/g) ?? [],
      ),
    ),
  );
}

/**
 * Returns lucide-react's list of all icons with only the used ones. If a used icon is missing, the build fails and names it.
 * @param {string} list the script of `lucide-react.mjs`
 * @param {ReadonlySet<string>} used
 */
export function keepUsedIcons(list, used) {
  return list
    .replace(/^import \* as index from .*\nexport \{ index as icons \};\n/m, '')
    .replace(/^export \{([^}]*)\} from '\.\/icons\/.*\n/gm, (line, /** @type {string} */ names) =>
      names.match(/\w+/g)?.some((name) => used.has(name)) ? line : '',
    );
}
