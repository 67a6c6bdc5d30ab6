// Notices that another program wrote over the file of the database, as `cp backup.db wicked.db` does: the file stays the same
// one, so `createPlaceCheck` sees nothing, and SQLite would mix its own log with the foreign pages.
import { fstatSync, readdirSync, readSync, statSync } from 'node:fs';

/** The content is no longer what this process wrote, so it is worth no more than a damaged file: it has that error's code. */
class OverwrittenError extends Error {
  readonly code = 'SQLITE_CORRUPT';
}

/** Where the file change counter stands in the file: https://sqlite.org/fileformat.html#file_change_counter */
const counterAt = 24;

/**
 * Returns a function that throws, from then on always, once the change counter of `file` is lower than at an earlier call: SQLite
 * only counts up, so an older copy of the file took its place. It counts once in each process that writes, and a backup begins
 * at one, so that an older file has a lower number unless this process made both. Call this while SQLite has the file open.
 * Checks nothing where the system does not list what a process has open (only Linux does).
 */
export function createOverwriteCheck(file: string): () => void {
  const opened = findDescriptor(file);
  if (!opened) return () => undefined;
  const { descriptor, isStillOpen } = opened;
  const bytes = Buffer.alloc(4);
  let highest = 0;
  let isOverwritten = false;
  return () => {
    if (!isOverwritten && isStillOpen()) {
      // A file that is being written over has nothing there for a moment.
      const length = readSync(descriptor, bytes, 0, 4, counterAt);
      const counter = length === 4 ? bytes.readUInt32BE() : 0;
      isOverwritten = counter < highest;
      highest = counter;
    }
    if (isOverwritten) {
      throw new OverwrittenError(
        `${file} was overwritten by another program while this process had it open.`,
      );
    }
  };
}

/**
 * Finds the descriptor by which SQLite has the file open. To open and close it once more would end the locks that SQLite has on
 * it (https://sqlite.org/howtocorrupt.html, 2.2).
 */
function findDescriptor(file: string): { descriptor: number; isStillOpen: () => boolean } | undefined {
  const { dev, ino } = statSync(file, { bigint: true });
  const isFile = (descriptor: number) => {
    try {
      const stats = fstatSync(descriptor, { bigint: true });
      return stats.dev === dev && stats.ino === ino;
    } catch {
      return false;
    }
  };
  const descriptor = listDescriptors().find(isFile);
  return descriptor === undefined ? undefined : { descriptor, isStillOpen: () => isFile(descriptor) };
}

function listDescriptors(): number[] {
  try {
    return readdirSync('/proc/self/fd').map(Number);
  } catch {
    return [];
  }
}
