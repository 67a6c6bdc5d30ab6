// A page that was opened before a switch to another build still asks for the parts that it loads later. Their names hold a
// hash of their content, so the next build serves them beside its own: two never mean different things by one name.
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** How long a page may have been open before it has to be loaded anew. */
const keptMs = 7 * 24 * 60 * 60 * 1000;

/**
 * The server of `to` looks into `build/former` for what its own build lacks. What `from` was built with is kept from now
 * on; what `from` had kept itself, as long as it is due. Both may be the same checkout, before it is built anew.
 * @param {string} from
 * @param {string} to
 * @param {number} [now]
 * @returns {number} how many files are kept
 */
export function keepAssets(from, to, now = Date.now()) {
  const own = join(from, 'build', 'client', 'assets');
  const formerOfFrom = join(from, 'build', 'former', 'assets');
  const kept = join(to, 'build', 'former', 'assets');
  mkdirSync(kept, { recursive: true });
  for (const name of listFiles(formerOfFrom)) {
    const file = join(formerOfFrom, name);
    const isDue = now - statSync(file).mtimeMs < keptMs;
    if (resolve(from) === resolve(to)) {
      if (!isDue) rmSync(file);
    } else if (isDue) {
      cpSync(file, join(kept, name), { preserveTimestamps: true });
    }
  }
  for (const name of listFiles(own)) cpSync(join(own, name), join(kept, name));
  return listFiles(kept).length;
}

/** @param {string} directory */
function listFiles(directory) {
  return existsSync(directory) ? readdirSync(directory) : [];
}
