import { expect, test } from 'vitest';
import { getShownMs, type ListedToast, reduceToasts, type Toast } from '~/components/ui/toast-list';

const toast = (id: string): Toast => ({ id, tone: 'success', title: `Toast ${id}` });

function listOf(...ids: string[]) {
  return ids.reduce<ListedToast[]>((list, id) => reduceToasts(list, { type: 'add', toast: toast(id) }), []);
}

const ids = (list: ListedToast[]) => list.map(({ id }) => id);

test('the newest toast is first', () => {
  expect(ids(listOf('a', 'b', 'c'))).toEqual(['c', 'b', 'a']);
});

test('at most five are kept, the oldest goes', () => {
  expect(ids(listOf('a', 'b', 'c', 'd', 'e', 'f'))).toEqual(['f', 'e', 'd', 'c', 'b']);
});

test('a toast that is added again moves to the front instead of standing there twice', () => {
  expect(ids(listOf('a', 'b', 'a'))).toEqual(['a', 'b']);
});

test('a toast takes the place of the earlier one about the same thing, and of no other', () => {
  const shown = [
    toast('a'),
    { ...toast('orders deleted'), about: 'orders' },
    { ...toast('returns deleted'), about: 'returns' },
    { ...toast('orders restored'), about: 'orders' },
  ].reduce<ListedToast[]>((list, each) => reduceToasts(list, { type: 'add', toast: each }), []);
  expect(ids(shown)).toEqual(['orders restored', 'returns deleted', 'a']);
});

test('an update changes what one toast says and leaves its place', () => {
  const list = reduceToasts(listOf('a', 'b'), {
    type: 'update',
    id: 'a',
    change: { title: 'Done', tone: 'destructive' },
  });
  expect(ids(list)).toEqual(['b', 'a']);
  expect(list[1]).toMatchObject({ title: 'Done', tone: 'destructive' });
  expect(list[0]?.title).toBe('Toast b');
});

test('a dismissed toast is still listed, a removed one is not', () => {
  const dismissed = reduceToasts(listOf('a', 'b'), { type: 'dismiss', id: 'a' });
  expect(dismissed.map(({ id, dismissed: leaving }) => [id, leaving])).toEqual([
    ['b', false],
    ['a', true],
  ]);
  expect(ids(reduceToasts(dismissed, { type: 'remove', id: 'a' }))).toEqual(['b']);
});

test('unknown ids change nothing', () => {
  const list = listOf('a');
  expect(reduceToasts(list, { type: 'dismiss', id: 'x' })).toEqual(list);
  expect(reduceToasts(list, { type: 'remove', id: 'x' })).toEqual(list);
  expect(reduceToasts(list, { type: 'update', id: 'x', change: { title: 'no' } })).toEqual(list);
});

test('a long text is shown for as long as it takes to read, unless the toast has a duration', () => {
  const [tone, title] = ['destructive', 'Save failed'] as const;
  expect(getShownMs({ tone, title })).toBe(2000);
  expect(getShownMs({ tone, title, description: 'a'.repeat(69) })).toBe(2000);
  expect(getShownMs({ tone, title, description: 'a'.repeat(89) })).toBe(6000);
  expect(getShownMs({ tone, title, description: 'a'.repeat(89), durationMs: 3000 })).toBe(3000);
});
