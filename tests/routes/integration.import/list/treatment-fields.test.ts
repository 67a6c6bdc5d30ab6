import { expect, it } from 'vitest';
import { beginList, findPlaces } from '~/routes/integration.import/list/page.server';
import {
  type ListState,
  readPlaces,
  readState,
  readView,
  writePlaces,
  writeState,
} from '~/routes/integration.import/list/state';
import { summarizeResult } from '~/routes/integration.import/preview.server';
import {
  chooseTreatments,
  readChanged,
  readListState,
  selectPlaces,
} from '~/routes/integration.import/list/treatment-fields';
import type { ComparedIntegration } from '~/services/imports/compare-integrations';

const about = { name: 'Orders', integrationId: null, message: null, differences: [], notes: [] };
const empty = readState('');

function choose(
  fields: [string, string][],
  place: number,
  {
    carried = empty,
    status = 'changed',
  }: { carried?: ListState; status?: ComparedIntegration['status'] } = {},
) {
  const form = new FormData();
  form.append('state', writeState(carried));
  for (const [name, value] of fields) form.append(name, value);
  return chooseTreatments(readListState(form), readChanged(form))({ ...about, key: String(place), status });
}

it('only what is selected is imported, and replaced only where the form says so', () => {
  const carried = { ...empty, new: [6], changed: [7, 8, 9], shown: [6, 7, 8, 9] };
  const fields: [string, string][] = [
    ['selected', '6'],
    ['selected', '7'],
    ['selected', '8'],
    ['changed', 'replace'],
    ['treatment:7', ''],
    ['treatment:8', 'copy'],
  ];
  expect([6, 7, 8, 9, 10].map((place) => choose(fields, place, { carried }))).toEqual([
    'create',
    'replace',
    'copy',
    'skip',
    'skip',
  ]);
  expect(choose([['selected', '7']], 7, { carried })).toBe('copy');
  expect(choose([['treatment:7', 'replace']], 7, { carried })).toBe('skip');
});

it('what the screen called new is created, whatever it is by now', () => {
  const carried = { ...empty, new: [7], selected: [7] };
  expect(choose([['changed', 'replace']], 7, { carried })).toBe('create');
  expect(
    choose(
      [
        ['selected', '3'],
        ['changed', 'replace'],
      ],
      3,
    ),
  ).toBe('create');
});

it('the choices of other pages stay, and those of the page are as its fields say', () => {
  const carried = {
    ...empty,
    changed: [0, 1, 2, 60],
    selected: [0, 1, 60],
    replace: [1, 60],
    copy: [0],
    shown: [0, 1, 2],
  };
  const form = new FormData();
  form.append('state', writeState(carried));
  for (const value of ['2', '1', 'odd', '-4']) form.append('selected', value);
  form.append('treatment:2', 'replace');
  form.append('treatment:1', '');
  expect(readListState(form)).toMatchObject({ selected: [1, 2, 60], replace: [2, 60], copy: [] });
});

it('a state is read as it was written, and what is odd is left out', () => {
  const places = Array.from({ length: 1000 }, (_, place) => place);
  const state: ListState = {
    ...empty,
    new: places.filter((place) => place !== 17),
    invalid: [17],
    selected: places.filter((place) => place % 2 === 0),
    view: { search: 'a & b', status: 'new', page: 3 },
  };
  const written = writeState(state);
  expect(readState(written)).toEqual(state);
  expect(written.length).toBeLessThan(2_500);
  expect(writePlaces([0, 1, 2, 9, 11, 12])).toBe('0-2.9.11-12');
  expect(readPlaces('0-2.x.9..5.4-10.-3.99999')).toEqual([0, 1, 2, 9, 10]);
  expect(readPlaces('0-9999.'.repeat(1_000))).toHaveLength(10_000);
  expect(readState('new=%&status=odd&page=-2').view).toEqual({ search: '', status: '', page: 1 });
});

it('a selection takes those that it names of what a search found', () => {
  const state = { ...empty, changed: [0, 3], new: [1, 2, 4], same: [5], selected: [2, 3] };
  const select = (among: number[], selection: 'new' | 'all' | 'none') =>
    selectPlaces(state, among, selection).selected;
  const all = [0, 1, 2, 3, 4, 5];
  expect(select(all, 'all')).toEqual([0, 1, 2, 3, 4]);
  expect(select(all, 'new')).toEqual([1, 2, 4]);
  expect(select(all, 'none')).toEqual([]);
  expect(select([0, 1, 5], 'all')).toEqual([0, 1, 2, 3]);
  expect(select([2, 4], 'none')).toEqual([3]);
});

it('a search finds words of names, in the order of the list, and what a form does not say stays', () => {
  const files = ['Orders new', 'Orders old', 'Items'].map((name) => ({ name }));
  const state = { ...empty, new: [0, 2, 7], changed: [1] };
  const find = (view: Partial<ListState['view']>) =>
    findPlaces({ ...state, view: { ...empty.view, ...view } }, files);
  expect(find({})).toEqual([1, 0, 2]);
  expect(find({ search: 'ORD ol' })).toEqual([1]);
  expect(find({ search: 'orders', status: 'new' })).toEqual([0]);
  const before = { search: 'orders', status: 'new', page: 2 } as const;
  expect(readView(new FormData(), before)).toEqual(before);
  expect(readView(new URLSearchParams('status=&page=1'), before)).toEqual({ ...before, status: '', page: 1 });
});

it('a list begins with what may need a decision, and selects what is new', () => {
  const compared = Array.from({ length: 300 }, (_, index): ComparedIntegration => {
    const notes = Array.from({ length: 7 }, () => ({ message: 'Enter the token' }));
    return { ...about, notes, key: String(index), status: index === 299 ? 'changed' : 'new' };
  });
  const { state, rows, pages, found, movedCount } = beginList('kept', compared);
  expect([rows.length, rows[0]?.place, rows[1]?.place, pages, found, movedCount]).toEqual([
    50,
    '299',
    '0',
    6,
    '0-299',
    0,
  ]);
  expect(rows.every(({ notes, noteCount }) => notes.length === 5 && noteCount === 7)).toBe(true);
  expect(readState(state)).toMatchObject({ changed: [299], selected: readPlaces('0-298') });
  expect(readState(state).shown).toEqual(readPlaces('0-48.299'));
});

it('a result counts and lists a page of all, with what failed first', () => {
  const imported = Array.from({ length: 300 }, (_, index) => ({
    key: String(index),
    name: `Integration ${index}`,
    outcome: index === 299 ? ('failed' as const) : ('created' as const),
    integrationId: null,
    message: null,
  }));
  const { counts, listed, pages } = summarizeResult(imported, 1);
  expect(counts).toEqual({ created: 299, replaced: 0, same: 0, skipped: 0, failed: 1 });
  expect([listed.length, listed[0]?.key, listed[1]?.key, pages]).toEqual([50, '299', '0', 6]);
  const last = summarizeResult(imported, 99);
  expect([last.page, last.listed.length, last.listed.at(-1)?.key]).toEqual([6, 50, '298']);
});
