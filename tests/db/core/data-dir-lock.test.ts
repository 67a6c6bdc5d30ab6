import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  lockDataDirAsOnlyOne,
  lockDataDirExclusive,
  lockDataDirShared,
} from '~/db/core/data-dir/data-dir-lock';

test('one backup knows that no other is under way, beside servers and not beside a restore', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'wicked-lock-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const server = lockDataDirShared(dataDir);
  const first = lockDataDirAsOnlyOne(dataDir);
  expect([server, first]).not.toContain(undefined);
  expect(lockDataDirAsOnlyOne(dataDir)).toBeUndefined();
  const second = lockDataDirShared(dataDir);
  expect(second).toBeDefined();
  for (const lock of [server, second]) lock?.end();
  expect(lockDataDirExclusive(dataDir, 0)).toBeUndefined();
  first?.end();
  const restore = lockDataDirExclusive(dataDir, 0);
  expect(restore).toBeDefined();
  expect(lockDataDirAsOnlyOne(dataDir)).toBeUndefined();
  restore?.end();
});
