// A disk of a few megabytes, which can run full. Mounting one takes root.
import { spawnSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import { createDataDir } from '../support/server';

function mount(directory: string, options: string): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', directory]).status === 0;
}

export const mayMount = (() => {
  const directory = createDataDir();
  if (!mount(directory, 'size=1m')) return false;
  spawnSync('umount', [directory]);
  return true;
})();

/** A data directory on such a disk, until the test ends. */
export function createSmallDisk(mebibytes: number): string {
  const directory = createDataDir();
  if (!mount(directory, `size=${mebibytes}m,mode=700`)) throw new Error('The disk could not be mounted.');
  onTestFinished(() => void spawnSync('umount', ['-l', directory]));
  return directory;
}

export function enlarge(directory: string, mebibytes: number): void {
  const { status } = spawnSync('mount', ['-o', `remount,size=${mebibytes}m`, directory]);
  if (status !== 0) throw new Error('The disk could not be enlarged.');
}

/** Writes to a file until nothing fits any more. */
export function fillUp(file: string): void {
  for (let size = 1024 * 1024; size >= 4096; size /= 2) {
    try {
      for (;;) appendFileSync(file, Buffer.alloc(size));
    } catch {
      // So much does not fit any more; half of it may.
    }
  }
}
