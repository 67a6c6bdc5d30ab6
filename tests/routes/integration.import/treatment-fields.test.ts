import { expect, it } from 'vitest';
import { listByStatus, summarizeResult } from '~/routes/integration.import/preview.server';
import {
  chooseTreatments,
  readSelection,
  readTreatments,
} from '~/routes/integration.import/treatment-fields';
import type { ComparedIntegration } from '~/services/imports/compare-integrations';

const about = { name: 'Orders', integrationId: null, message: null, differences: [], notes: [] };

function choose(fields: [string, string][], status: ComparedIntegration['status'], key = '7') {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return chooseTreatments(readTreatments(form))({ ...about, key, status });
}

it('only what is selected is imported, and replaced only where the form says so', () => {
  const fields: [string, string][] = [
    ['selected', '7'],
    ['selected', '8'],
    ['changed', 'replace'],
    ['treatment:7', ''],
    ['treatment:8', 'copy'],
  ];
  expect(choose(fields, 'new')).toBe('create');
  expect(choose(fields, 'changed')).toBe('replace');
  expect(choose(fields, 'changed', '8')).toBe('copy');
  expect(choose(fields, 'new', '9')).toBe('skip');
  expect(choose(fields, 'changed', '9')).toBe('skip');
  expect(choose([['selected', '7']], 'changed')).toBe('copy');
  expect(choose([['treatment:7', 'replace']], 'changed')).toBe('skip');
});

const readFrom = (query: string) => readSelection(new URL(`http://a.test/integration/import?${query}`));

it('an address selects what is new unless it says otherwise', () => {
  expect(['document=a', 'selected=all', 'selected=none', 'selected=odd'].map(readFrom)).toEqual([
    'new',
    'all',
    'none',
    'new',
  ]);
});

it('a preview lists all, what may need a decision first, and shows the details of fifty', () => {
  const compared = Array.from({ length: 300 }, (_, index): ComparedIntegration => {
    const notes = Array.from({ length: 7 }, () => ({ message: 'Enter the token' }));
    return { ...about, notes, key: String(index), status: index === 299 ? 'changed' : 'new' };
  });
  const { counts, listed } = listByStatus(compared);
  expect(counts).toEqual({ new: 299, changed: 1, same: 0, invalid: 0 });
  expect([listed.length, listed[0]?.place, listed[1]?.place]).toEqual([300, '299', '0']);
  expect(listed.map(({ notes }) => notes.length)).toEqual([...Array(50).fill(5), ...Array(250).fill(0)]);
  expect(listed.at(-1)?.noteCount).toBe(7);
});

it('a result counts and lists all, with what failed first', () => {
  const imported = Array.from({ length: 300 }, (_, index) => ({
    key: String(index),
    name: `Integration ${index}`,
    outcome: index === 299 ? ('failed' as const) : ('created' as const),
    integrationId: null,
    message: null,
  }));
  const { counts, listed } = summarizeResult(imported);
  expect(counts).toEqual({ created: 299, replaced: 0, same: 0, skipped: 0, failed: 1 });
  expect([listed.length, listed[0]?.key, listed[1]?.key]).toEqual([300, '299', '0']);
});
