import { expect, it } from 'vitest';
import { spellFields } from '~/routes/integration.$integrationId._index/form/read-form';
import { rebaseEdits } from '~/routes/integration.$integrationId._index/unsaved/rebase-edits';

const sent = {
  version: '3',
  apiCalls: [
    { id: 'a', name: 'First', token: 'typed-in-the-clear', headers: [{ name: 'X-A', value: '1' }] },
    { id: 'new-1', name: 'Second', followRedirects: 'on' },
  ],
};
const stored = {
  version: '4',
  apiCalls: [
    { id: 'a', name: 'First', token: '••••lear', headers: [{ name: 'X-A', value: '1' }] },
    { id: 'b', name: 'Second', followRedirects: true },
  ],
};
const [first, second] = sent.apiCalls;

it('is what was stored when nothing was typed since', () => {
  expect(rebaseEdits(sent, structuredClone(sent), stored)).toBe(stored);
});

it('puts a field that was typed since over what was stored, and nothing else', () => {
  const typed = { ...sent, apiCalls: [{ ...first, name: 'Renamed' }, second] };
  expect(rebaseEdits(sent, typed, stored)).toEqual({
    version: '4',
    apiCalls: [{ ...stored.apiCalls[0], name: 'Renamed' }, stored.apiCalls[1]],
  });
});

it('takes a box as empty that was emptied since', () => {
  const typed = { ...sent, apiCalls: [first, { id: 'new-1', name: 'Second' }] };
  expect(rebaseEdits(sent, typed, stored)).toEqual({
    version: '4',
    apiCalls: [stored.apiCalls[0], { id: 'b', name: 'Second', followRedirects: undefined }],
  });
});

it('knows calls by their ids, wherever they stand since, and takes new ones as they are', () => {
  const typed = { ...sent, apiCalls: [second, { id: 'new-2', name: 'Third' }, first] };
  expect(rebaseEdits(sent, typed, stored)).toEqual({
    version: '4',
    apiCalls: [stored.apiCalls[1], { id: 'new-2', name: 'Third' }, stored.apiCalls[0]],
  });
});

it('takes rows as they are typed when some came, went or were left out by the save', () => {
  const headers = [
    { name: 'X-A', value: '1' },
    { name: 'X-B', value: '2' },
  ];
  const typed = { ...sent, apiCalls: [{ ...first, headers }, second] };
  const added = rebaseEdits(sent, typed, stored) as typeof stored;
  expect(added.apiCalls[0]).toEqual({ ...stored.apiCalls[0], headers });
  const withoutRows = { ...stored, apiCalls: [{ ...stored.apiCalls[0], headers: [] }, stored.apiCalls[1]] };
  const changed = [{ name: 'X-A', value: '2' }];
  const filled = { ...sent, apiCalls: [{ ...first, headers: changed }, second] };
  const kept = rebaseEdits(sent, filled, withoutRows) as typeof stored;
  expect(kept.apiCalls[0]?.headers).toEqual(changed);
});

it('a checkbox that is stored as on is on beside what was typed', () => {
  const before = { name: 'a', steps: [{ enabled: 'on' }, {}] };
  const typed = { name: 'b', steps: [{ enabled: 'on' }, {}] };
  const kept = { name: 'a', steps: [{ enabled: true }, { enabled: false }], seconds: 30 };
  expect(rebaseEdits(before, typed, spellFields(kept))).toEqual({
    name: 'b',
    steps: [{ enabled: 'on' }, {}],
    seconds: '30',
  });
});

it('fields in another order are no edit', () => {
  const kept = { name: 'a', endpoint: { body: 'y', status: 'x' } };
  const before = { name: 'a', endpoint: { status: 'x', body: 'y' } };
  expect(rebaseEdits(before, { name: 'a', endpoint: { body: 'y', status: 'x' } }, kept)).toBe(kept);
});
