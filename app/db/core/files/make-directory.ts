import { lstatSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a directory for its owner alone, with the missing ones above it. Returns the topmost that it made; undefined when all
 * existed. Throws what Node's own `mkdir` throws. The `recursive` of `mkdir` tries for ever where a file system answers ENOENT
 * for a directory that it does not let anybody make, as /proc does (nodejs/node, Node 20 on Linux).
 */
export function makeDirectory(path: string): string | undefined {
  try {
    mkdirSync(path, { mode: 0o700 });
    return path;
  } catch (error) {
    if (isDirectory(path)) return undefined;
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    // For a link that leads nowhere, `stat` throws a more telling error than EEXIST.
    if (code === 'EEXIST') statSync(path);
    const parent = dirname(path);
    if (code !== 'ENOENT' || isThere(parent)) throw error;
    const made = makeDirectory(parent);
    return makeDirectory(path) && (made ?? path);
  }
}

/** Checks whether a path is a directory. Follows links; a link to nothing, or in a circle, is none. */
function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Checks whether anything exists at a path. A link counts, wherever it leads. */
function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
