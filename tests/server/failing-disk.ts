// What a disk does wrong, or slowly, is done by a library of a few lines, which the C compiler of the machine makes for the test.
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDataDir } from '../support/server';

interface FailingDisk {
  /** Of the server whose disk it is. */
  env: Record<string, string>;
  /** `late`: syncs take 300 ms longer; `full`: there is no room, by what the disk says of itself. */
  begin(what: 'sync' | 'write' | 'late' | 'full'): void;
  end(): void;
}

export function makeFailingDisk(): FailingDisk {
  const directory = createDataDir();
  const library = join(directory, 'failing-disk.so');
  const control = join(directory, 'fails');
  const source = join(import.meta.dirname, 'failing-disk.c');
  const compiled = spawnSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, source], { encoding: 'utf8' });
  if (compiled.status !== 0) throw new Error(`The library was not compiled: ${compiled.stderr}`);
  return {
    env: { LD_PRELOAD: library, FAILING_DISK: control },
    begin: (what) => writeFileSync(control, what),
    end: () => rmSync(control),
  };
}
