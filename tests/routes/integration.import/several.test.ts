import { expect, it } from 'vitest';
import { summarizeResult } from '~/routes/integration.import/preview.server';
import { readChoices } from '~/routes/integration.import/several-choices';
import type { ComparedIntegration } from '~/services/imports/compare-several';

function choose(fields: Record<string, string>, status: ComparedIntegration['status'], key = '7') {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const about = { name: 'Orders', integrationId: null, message: null, differences: [], notes: [] };
  return readChoices(form)({ ...about, key, status });
}

it('an integration without a choice of its own gets that of its kind, and nothing unless somebody chose', () => {
  const fields = { new: 'create', changed: 'replace', 'choice:7': '', 'choice:8': 'skip' };
  expect(choose(fields, 'new')).toBe('create');
  expect(choose(fields, 'changed')).toBe('replace');
  expect(choose(fields, 'changed', '8')).toBe('skip');
  expect(choose({ 'choice:7': 'copy' }, 'changed')).toBe('copy');
  expect([choose({}, 'new'), choose({ changed: 'nonsense' }, 'changed')]).toEqual(['skip', 'skip']);
});

it('a result counts all, and lists two hundred with what failed first', () => {
  const imported = Array.from({ length: 300 }, (_, index) => ({
    key: String(index),
    name: `Integration ${index}`,
    outcome: index === 299 ? ('failed' as const) : ('created' as const),
    integrationId: null,
    message: null,
  }));
  const { counts, listed } = summarizeResult(imported);
  expect(counts).toEqual({ created: 299, replaced: 0, same: 0, skipped: 0, failed: 1 });
  expect([listed.length, listed[0]?.key, listed[1]?.key]).toEqual([200, '299', '0']);
});
