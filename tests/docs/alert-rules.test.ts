// Each alert of ops/prometheus-rules.yml wakes a person, who has to find what to do.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listRows } from './documents';

test('docs/operations.md says of each alert for Prometheus what to do', () => {
  const rules = readFileSync('ops/prometheus-rules.yml', 'utf8');
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  const rows = listRows('docs/operations.md', 'alerts');
  expect(rows.map(([name]) => name)).toEqual(alerts);
  for (const [, advice = ''] of rows) expect(advice).toMatch(/\w.*\.$/);
});
