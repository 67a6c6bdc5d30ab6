// Installations have run these: whoever changes one of them makes two schemas under one name.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The beginning of the SHA-256 of each file that was released. Lines are added here, never changed. */
const released: Record<string, string> = {
  '0001_accounts': '0004a8ccc4c6634e',
  '0002_integrations': '808abc93cbb47a69',
  '0003_jobs': 'e7485e93b36042b0',
  '0004_executions': '9f257334caf54ad9',
  '0005_engine': '555a535ff0613901',
  '0006_executions_apart': 'be9404c27dedfd2f',
  '0007_early_access': 'b2ce0d76de6a4e00',
  '0008_samples': 'ce720be2378947f7',
  '0009_execution_index': '3d91cc3b09bd627b',
  '0010_test_executions': '5194019750ea0a21',
  '0011_audit_kinds': '4af3ce76019a0e17',
  '0012_billing': 'd981573770ae7b6a',
  '0013_api_tokens': '460fd6816ae9698a',
  '0015_execution_days': 'd96f380e8ce9b0c6',
  '0016_queued_executions': 'e85c5544b074d4af',
  '0017_deletion': '162a2b06d5fd8ef6',
  '0018_installation': 'aae52e92fd7b861a',
  '0019_stop_notices': '948a00303e4b6e29',
  '0020_states': '7f72b59752ae923b',
};

test('migrations that were released are as they were', () => {
  const found = Object.keys(released).map((name) => {
    const digest = createHash('sha256')
      .update(readFileSync(`migrations/${name}.ts`))
      .digest('hex');
    return [name, digest.slice(0, 16)];
  });
  expect(found).toEqual(Object.entries(released));
});

test('none is added before one that was released', () => {
  const names = readdirSync('migrations').map((name) => name.replace(/\.ts$/, ''));
  const newest = Object.keys(released).at(-1) ?? '';
  expect(names.filter((name) => name <= newest && !(name in released))).toEqual([]);
});
