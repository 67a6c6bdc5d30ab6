import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createOpenFilesWatch, type OpenFiles, readOpenFiles } from '~/services/installation/open-files';

test.skipIf(process.platform !== 'linux')('counts what this process has open, and its limit', () => {
  const before = readOpenFiles();
  const opened = Array.from({ length: 10 }, () => openSync('/dev/null', 'r'));
  expect(readOpenFiles()?.open).toBe((before?.open ?? 0) + 10);
  for (const file of opened) closeSync(file);
  const { stdout } = spawnSync('sh', ['-c', 'ulimit -Sn'], { encoding: 'utf8' });
  // A process raises its own to the hard limit as Node starts; a shell below it inherits that.
  expect(String(before?.limit)).toBe(stdout.trim());
});

test('says once that the limit is near, and once that it is far again', () => {
  const lines: [level: string, files: OpenFiles][] = [];
  let open = 100;
  const look = createOpenFilesWatch(
    {
      warn: (files: OpenFiles) => void lines.push(['warn', files]),
      info: (files: OpenFiles) => void lines.push(['info', files]),
    } as never,
    () => ({ open, limit: 1_000 }),
  );
  for (open of [100, 799, 800, 950, 750, 810, 699, 100, 800]) look();
  expect(lines).toEqual([
    ['warn', { open: 800, limit: 1_000 }],
    ['info', { open: 699, limit: 1_000 }],
    ['warn', { open: 800, limit: 1_000 }],
  ]);
});
