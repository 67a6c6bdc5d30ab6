// Each connection and each open file takes a file descriptor, and a process has a limited number. When none is left, calls fail
// and nobody can connect. Before that, the log says so.
import { readdirSync, readFileSync } from 'node:fs';
import type { AppContext } from '~/context';

export interface OpenFiles {
  open: number;
  /** The maximum number of the process (RLIMIT_NOFILE, soft). */
  limit: number;
}

/** Counts the files of this process; undefined where the system does not tell (proc(5) of Linux) or sets no limit. */
export function readOpenFiles(): OpenFiles | undefined {
  try {
    const [, limit] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return limit === undefined
      ? undefined
      : { open: readdirSync('/proc/self/fd').length, limit: Number(limit) };
  } catch {
    return undefined;
  }
}

const nearShare = 0.8;
/** The share below which it has to fall before the next warning. */
const farShare = 0.7;

/** Returns a function that checks once, and reports when the limit comes near and when it is far again. */
export function createOpenFilesWatch(
  log: Pick<AppContext['log'], 'warn' | 'info'>,
  read: () => OpenFiles | undefined = readOpenFiles,
): () => void {
  let isNear = false;
  return () => {
    const files = read();
    if (!files) return;
    const share = files.open / files.limit;
    if (!isNear && share >= nearShare) {
      isNear = true;
      log.warn(
        files,
        'file descriptors are nearly used up: raise the limit (LimitNOFILE of systemd, ulimits of a container)',
      );
    } else if (isNear && share < farShare) {
      isNear = false;
      log.info(files, 'there are file descriptors again');
    }
  };
}
