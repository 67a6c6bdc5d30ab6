import { describe, expect, test } from 'vitest';
import { runInTurns } from '~/services/event-loop';
import { createFairQueue } from '~/services/limits/fair-queue';

function makeGate() {
  const gate: { release?: () => void } = {};
  const promise = new Promise<void>((resolve) => (gate.release = resolve));
  return { promise, release: () => gate.release?.() };
}

/** Fills the queue; returns how many it took, and what lets them go. */
function fill(queue: ReturnType<typeof createFairQueue>, waiter: ReturnType<typeof at>) {
  const { promise: released, release } = makeGate();
  let taken = 0;
  const done: Promise<void>[] = [];
  for (; !queue.isFull(waiter); taken += 1) done.push(queue.do(waiter, 1, () => released));
  return { taken, release, done: Promise.all(done) };
}

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
  const failing = queue.do(at('a'), 1, () => Promise.reject(new Error('no')));
  const done = ['a', 'b'].map((name) => queue.do(at(name), 1, () => runInTurns(work(name))));
  await expect(failing).rejects.toThrow('no');
  expect(await Promise.all(done)).toEqual(['a', 'b']);
  expect(order).toEqual(['a', 'a', 'b', 'b']);
});

test('organizations take turns, and of each its integrations', async () => {
  const queue = createFairQueue();
  const order: string[] = [];
  const add = (organization: string, integration: string) =>
    queue.do(at(organization, integration), 1, async () => void order.push(integration));
  const asked = ['a1', 'a1', 'a1', 'a2', 'a2', 'b1', 'b1'].map((name) => add(name.charAt(0), name));
  await Promise.all(asked);
  expect(order).toEqual(['a1', 'a1', 'b1', 'a2', 'b1', 'a1', 'a2']);
});

describe('what waits of an organization', () => {
  test('leaves room for others, of its own integrations and of other organizations', async () => {
    const queue = createFairQueue(64);
    const first = fill(queue, at('a', 'a1'));
    expect(first.taken).toBeGreaterThan(32);
    expect(queue.isFull(at('a', 'a2'))).toBe(false);
    const others = fill(queue, at('a', 'a2'));
    expect([others.taken > 0, queue.isFull(at('b'))]).toEqual([true, false]);
    const theirs = fill(queue, at('b'));
    expect([theirs.taken > 4, queue.isFull(at('c'))]).toEqual([true, false]);
    const all = [first, others, theirs];
    for (const { release } of all) release();
    await Promise.all(all.map(({ done }) => done));
    expect(queue.isFull(at('a', 'a1'))).toBe(false);
  });

  test('is at last all that there is room for', async () => {
    const queue = createFairQueue(2);
    const large = queue.do(at('a'), 5, async () => undefined);
    expect(queue.isFull(at('b'))).toBe(true);
    await large;
    expect(queue.isFull(at('b'))).toBe(false);
  });
});
