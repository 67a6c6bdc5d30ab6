// Whose the files are that a command makes in a data directory: root often runs it, and the server runs as another user.
import { lchownSync, realpathSync, statSync } from 'node:fs';
import { dirname, sep } from 'node:path';

/**
 * Gives a file that root makes to the directory's owner: otherwise the server that runs as that user could not read it. Does
 * nothing for anybody but root.
 */
export function giveToOwnerOf(directory: string, file: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(directory);
  // Not what a link leads to: in a directory of another user, that may be any file.
  lchownSync(file, uid, gid);
}

/** Checks whether a file is, or would be, in a directory or below it, by whatever links. The file's own directory exists. */
export function isWithin(directory: string, file: string): boolean {
  return `${realpathSync(dirname(file))}${sep}`.startsWith(`${realpathSync(directory)}${sep}`);
}
