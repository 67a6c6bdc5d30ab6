// A disk whose syncs are slow, made by a library that the C compiler of the machine makes for the bench.
import { spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('slow-disk.c', import.meta.url));

/**
 * Compiles the library into a directory; the environment of a process whose syncs of files below `dataDir` then take `ms`
 * longer each. Undefined where this machine has no C compiler, or no such library can be loaded.
 * @param {string} directory for the library
 * @param {{ dataDir: string, ms: number }} wanted `dataDir` exists
 * @returns {Record<string, string> | undefined}
 */
export function prepareSlowDisk(directory, { dataDir, ms }) {
  if (process.platform !== 'linux') return undefined;
  const library = join(directory, 'slow-disk.so');
  const { error, status, stderr } = spawnSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, source], {
    encoding: 'utf8',
  });
  if (error) return undefined;
  if (status !== 0) throw new Error(`slow-disk.c was not compiled: ${stderr}`);
  return {
    LD_PRELOAD: library,
    SLOW_DISK_DIRECTORY: `${realpathSync(dataDir)}/`,
    SLOW_DISK_MS: String(ms),
  };
}
