import { describe, expect, test } from 'vitest';
import { runInTurns } from '~/services/event-loop';
import { createFairQueue, type FairQueue, type Place, type Waiter } from '~/services/limits/fair-queue';

/** Fills the queue; returns how many places it took, and what leaves them. */
function fill(queue: FairQueue, waiter: Waiter) {
  const places: Place[] = [];
  while (!queue.isFull(waiter)) places.push(queue.enter(waiter, 1));
  return { taken: places.length, leave: () => places.forEach((place) => place.leave()) };
}

/** Does work whose result has one byte for each character. */
const workAt = (queue: FairQueue, waiter: Waiter, work: () => Promise<string>) =>
  queue.enter(waiter, 1).do(work, (result) => result.length);

const at = (organizationId: string, integrationId = organizationId) => ({ organizationId, integrationId });

test('one piece of work is done after the other, and one that fails keeps none from its turn', async () => {
  const queue = createFairQueue(3);
  const order: string[] = [];
  function* work(name: string): Generator<void, string, void> {
    order.push(name);
    yield;
    order.push(name);
    return name;
  }
  const failing = workAt(queue, at('a'), () => Promise.reject(new Error('no')));
  const done = ['a', 'b'].map((name) => workAt(queue, at(name), () => runInTurns(work(name))));
  await expect(failing).rejects.toThrow('no');
  expect(await Promise.all(done)).toEqual(['a', 'b']);
  expect(order).toEqual(['a', 'a', 'b', 'b']);
});

test('organizations take turns, and of each its integrations', async () => {
  const queue = createFairQueue();
  const order: string[] = [];
  const add = (organization: string, integration: string) =>
    workAt(queue, at(organization, integration), async () => String(order.push(integration)));
  const asked = ['a1', 'a1', 'a1', 'a2', 'a2', 'b1', 'b1'].map((name) => add(name.charAt(0), name));
  await Promise.all(asked);
  expect(order).toEqual(['a1', 'a1', 'b1', 'a2', 'b1', 'a1', 'a2']);
});

describe('what waits of an organization', () => {
  test('leaves room for others, of its own integrations and of other organizations', () => {
    const queue = createFairQueue(64);
    const first = fill(queue, at('a', 'a1'));
    expect(first.taken).toBeGreaterThan(32);
    expect(queue.isFull(at('a', 'a2'))).toBe(false);
    const others = fill(queue, at('a', 'a2'));
    expect([others.taken > 0, queue.isFull(at('b'))]).toEqual([true, false]);
    const theirs = fill(queue, at('b'));
    expect([theirs.taken > 4, queue.isFull(at('c'))]).toEqual([true, false]);
    for (const { leave } of [first, others, theirs]) leave();
    expect(queue.isFull(at('a', 'a1'))).toBe(false);
  });

  test('is at last all that there is room for', async () => {
    const queue = createFairQueue(2);
    const large = queue.enter(at('a'), 5);
    await large.do(
      async () => '',
      () => 0,
    );
    expect(queue.isFull(at('b'))).toBe(true);
    large.leave();
    expect(queue.isFull(at('b'))).toBe(false);
  });
});

const made = (name: string, order: string[]) => async () => {
  order.push(name);
  return 'xx';
};

describe('a result that its owner still holds', () => {
  test('counts until the owner leaves, and no turn begins while too much is held', async () => {
    const queue = createFairQueue(64, 3);
    const order: string[] = [];
    const places = ['a', 'b', 'c', 'd'].map((name) => queue.enter(at(name), 1));
    const results = places.map((place, index) =>
      place.do(made('abcd'.charAt(index), order), ({ length }) => length),
    );
    await Promise.all(results.slice(0, 2));
    await new Promise(setImmediate);
    expect(order).toEqual(['a', 'b']);
    places[0]?.leave();
    await results[2];
    await new Promise(setImmediate);
    expect(order).toEqual(['a', 'b', 'c']);
    places[1]?.leave();
    await results[3];
  });

  test('is dropped by its next work, which cannot wait for itself', async () => {
    const queue = createFairQueue(64, 1);
    const order: string[] = [];
    const place = queue.enter(at('a'), 0);
    for (const name of ['first', 'again']) await place.do(made(name, order), ({ length }) => length);
    expect(order).toEqual(['first', 'again']);
  });

  test('of nothing keeps its place while others of the integration leave', async () => {
    const queue = createFairQueue(64);
    const [place, other] = [queue.enter(at('a'), 0), queue.enter(at('a'), 0)];
    other.leave();
    expect(await place.do(made('a', []), () => 0)).toBe('xx');
  });
});
