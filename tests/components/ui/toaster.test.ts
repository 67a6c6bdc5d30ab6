import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createToaster } from '~/components/ui/toaster';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const saved = { id: 'saved', tone: 'success', title: 'Saved' } as const;

function startToaster(...carried: Parameters<typeof createToaster>) {
  const toaster = createToaster(...carried);
  toaster.resume();
  return toaster;
}

const states = (toaster: ReturnType<typeof createToaster>) =>
  toaster.list().map(({ id, dismissed }) => `${id} ${dismissed ? 'leaving' : 'shown'}`);

test('a toast leaves after 2000 ms and is removed 2000 ms later', () => {
  const toaster = startToaster();
  toaster.add(saved);
  vi.advanceTimersByTime(1999);
  expect(states(toaster)).toEqual(['saved shown']);
  vi.advanceTimersByTime(1);
  expect(states(toaster)).toEqual(['saved leaving']);
  vi.advanceTimersByTime(1999);
  expect(states(toaster)).toEqual(['saved leaving']);
  vi.advanceTimersByTime(1);
  expect(states(toaster)).toEqual([]);
});

test('a toast with a duration of its own stays for that long', () => {
  const toaster = startToaster();
  toaster.add({ ...saved, durationMs: 3000 });
  vi.advanceTimersByTime(2999);
  expect(states(toaster)).toEqual(['saved shown']);
  vi.advanceTimersByTime(1);
  expect(states(toaster)).toEqual(['saved leaving']);
});

test('a toast dismissed by hand is removed 2000 ms after that', () => {
  const toaster = startToaster();
  toaster.add({ ...saved, durationMs: 60_000 });
  vi.advanceTimersByTime(500);
  toaster.dismiss('saved');
  vi.advanceTimersByTime(1999);
  toaster.dismiss('saved'); // A second press does not start the delay again.
  expect(states(toaster)).toEqual(['saved leaving']);
  vi.advanceTimersByTime(1);
  expect(states(toaster)).toEqual([]);
});

test('while paused nothing leaves, and what remained of the time is kept', () => {
  const toaster = startToaster();
  toaster.add(saved);
  vi.advanceTimersByTime(1500);
  toaster.pause();
  vi.advanceTimersByTime(60_000);
  expect(states(toaster)).toEqual(['saved shown']);
  toaster.resume();
  vi.advanceTimersByTime(499);
  expect(states(toaster)).toEqual(['saved shown']);
  vi.advanceTimersByTime(1);
  expect(states(toaster)).toEqual(['saved leaving']);
});

test('a toast added while paused waits as well', () => {
  const toaster = startToaster();
  toaster.pause();
  toaster.add(saved);
  vi.advanceTimersByTime(60_000);
  expect(states(toaster)).toEqual(['saved shown']);
  toaster.resume();
  vi.advanceTimersByTime(2000);
  expect(states(toaster)).toEqual(['saved leaving']);
});

test('an update gives the toast its whole time again', () => {
  const toaster = startToaster();
  toaster.add(saved);
  vi.advanceTimersByTime(1900);
  toaster.update('saved', { title: 'Saved again' });
  vi.advanceTimersByTime(1900);
  expect(toaster.list()).toMatchObject([{ title: 'Saved again', dismissed: false }]);
  vi.advanceTimersByTime(100);
  expect(states(toaster)).toEqual(['saved leaving']);
});

test('a carried toast is listed at once but its time starts with the page', () => {
  const toaster = createToaster(saved);
  vi.advanceTimersByTime(60_000);
  expect(states(toaster)).toEqual(['saved shown']);
  toaster.resume();
  vi.advanceTimersByTime(2000);
  expect(states(toaster)).toEqual(['saved leaving']);
});

test('a toast pushed out by a sixth leaves no timer behind', () => {
  const toaster = startToaster();
  for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) toaster.add({ ...saved, id });
  expect(vi.getTimerCount()).toBe(5);
});

test('listeners are called until they leave, and ids are made when none is given', () => {
  const toaster = startToaster();
  const tell = vi.fn<() => void>();
  const leave = toaster.subscribe(tell);
  const id = toaster.add({ tone: 'success', title: 'Hello' });
  expect(tell).toHaveBeenCalledTimes(1);
  leave();
  toaster.remove(id);
  expect(tell).toHaveBeenCalledTimes(1);
  expect(toaster.add({ tone: 'success', title: 'Hello again' })).not.toBe(id);
  expect(toaster.list()).toHaveLength(1);
});
