import { expect, test } from 'vitest';
import { createFairSemaphore } from '~/outbound/fair-semaphore';

test('owners who wait are let in by turns, each no further than its own bound', async () => {
  const places = createFairSemaphore({ overall: 2, each: 1 });
  expect(await places.take('a')).toBe(true);
  expect(await places.take('b')).toBe(true);
  const order: string[] = [];
  const waiting = ['a1', 'a2', 'a3', 'c1', 'c2'].map(async (name) => {
    await places.take(name.slice(0, 1));
    order.push(name);
  });
  for (const owner of ['b', 'a', 'c', 'a', 'c', 'a', 'a']) {
    places.giveBack(owner);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all(waiting);
  expect(order).toEqual(['c1', 'a1', 'c2', 'a2', 'a3']);
});

test('who gives up waiting takes no place', async () => {
  const places = createFairSemaphore({ overall: 1, each: 1 });
  await places.take('a');
  const patience = new AbortController();
  const gone = places.take('a', patience.signal);
  const next = places.take('a');
  patience.abort();
  expect(await gone).toBe(false);
  places.giveBack('a');
  expect(await next).toBe(true);
  expect(await places.take('a', AbortSignal.abort())).toBe(false);
});
