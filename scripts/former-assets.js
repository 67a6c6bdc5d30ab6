// A page that was opened before a switch to another build still asks for the parts that it loads later. Their names hold a hash
// of their content, so the next build serves them beside its own: one name always means the same content.
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** How long former files are kept, in milliseconds; a page that is open longer must be loaded anew. */
const keptMs = 7 * 24 * 60 * 60 * 1000;

/**
 * Keeps files in `build/former` of `to`, where its server looks for files that its own build lacks: the files of the build in
 * `from`, and those that `from` itself has kept for less than `keptMs`. Both may be the same checkout, before it is built anew.
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
    const isKept = now - statSync(file).mtimeMs < keptMs;
    if (resolve(from) === resolve(to)) {
      if (!isKept) rmSync(file);
    } else if (isKept) {
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
