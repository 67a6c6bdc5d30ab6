import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const memory = '/dev/shm';
const neededBytes = 2 * 1024 ** 3;

/**
 * What a test run adds to its environment, so that temporary files (databases above all) are in memory where the machine
 * has room for them: nothing is waited for that a disk has to write. Programs sync there as they do on a disk, and no test
 * takes the power away. The directory goes with this process, and with it what workers left behind that were ended. Empty
 * on other machines, and where TMPDIR is set.
 */
export function preferMemory(): { TMPDIR?: string } {
  if (process.env.TMPDIR !== undefined || !hasRoom()) return {};
  const directory = mkdtempSync(join(memory, 'wicked-run-'));
  // Programs that tests start as another user find their files below it.
  chmodSync(directory, 0o711);
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  return { TMPDIR: directory };
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= neededBytes && mayRunPrograms();
  } catch {
    return false;
  }
}

/** Some tests start what they have built there. */
function mayRunPrograms(): boolean {
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .find((line) => line.split(' ')[1] === memory);
  return mount !== undefined && !mount.split(' ')[3]?.split(',').includes('noexec');
}
