// lucide-react has a module for each of its two thousand icons, and one that names them all, from which icons are imported. A
// bundler reads every one before it leaves nearly all out: two thirds of the modules of a build.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The names that the modules of a folder import from lucide-react, types among them.
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
 * What is left of lucide-react's list of all icons when it names those alone that are used. Where one is missing that is
 * used, a build ends with its name.
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
