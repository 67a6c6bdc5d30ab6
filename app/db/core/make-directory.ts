import { lstatSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a directory for its owner alone, and those above it that are missing. Returns the topmost that it made, or undefined when all
 * were there. Throws what Node's own `mkdir` throws. That one's `recursive` tries for ever where a file system answers ENOENT for what it
 * does not let one make, as /proc does (nodejs/node, Node 20 on Linux).
 */
export function makeDirectory(path: string): string | undefined {
  try {
    mkdirSync(path, { mode: 0o700 });
    return path;
  } catch (error) {
    if (isDirectory(path)) return undefined;
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    // A link is told by what it lacks, not by its own being there.
    if (code === 'EEXIST') statSync(path);
    const parent = dirname(path);
    if (code !== 'ENOENT' || isThere(parent)) throw error;
    const made = makeDirectory(parent);
    return makeDirectory(path) && (made ?? path);
  }
}

/** Follows links; one that leads nowhere, or in a circle, is none. */
function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** A link counts, wherever it leads. */
function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
