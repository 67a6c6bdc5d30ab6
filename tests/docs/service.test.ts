// The systemd service of the documents, judged by systemd itself where it is installed.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createDataDir } from '../support/server';

const [, unit = ''] =
  /^```ini service\n(.*?)^```$/ms.exec(readFileSync('docs/self-hosting.md', 'utf8')) ?? [];
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

test.runIf(hasSystemd)('the service leaves nothing open that it does not need', () => {
  const file = join(createDataDir(), 'wicked.service');
  writeFileSync(file, unit);
  // In tenths: what systemd calls OK begins at 3.4.
  const judged = spawnSync(
    'systemd-analyze',
    ['security', '--offline=yes', '--threshold=16', '--no-pager', file],
    {
      encoding: 'utf8',
    },
  );
  expect(judged.stderr).not.toMatch(/Unknown|Failed/);
  expect([judged.status, judged.stdout]).toEqual([
    0,
    expect.stringContaining('exposure level for wicked.service: 1.5'),
  ]);
});

test('the service lets the compiler of V8 make code, and the server see the memory of the machine', () => {
  expect(unit).toContain('ExecStart=/usr/bin/node build/server/index.js\n');
  expect(unit).not.toMatch(/MemoryDenyWriteExecute|ProcSubset/);
});
