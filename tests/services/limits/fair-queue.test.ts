import { describe, expect, test } from 'vitest';
import { runInTurns } from '~/services/event-loop';
import { createFairLine } from '~/services/limits/fair-line';

function makeGate() {
  const gate: { release?: () => void } = {};
  const promise = new Promise<void>((resolve) => (gate.release = resolve));
  return { promise, release: () => gate.release?.() };
}

/** Fills the line; returns how many it took, and what lets them go. */
function fill(line: ReturnType<typeof createFairLine>, waiter: ReturnType<typeof at>) {
  const { promise: released, release } = makeGate();
  let taken = 0;
  const done: Promise<void>[] = [];
  for (; !line.isFull(waiter); taken += 1) done.push(line.do(waiter, 1, () => released));
  return { taken, release, done: Promise.all(done) };
}

const at = (organizationId: string, integrationId = organizationId) => ({ organizationId, integrationId });

test('one piece of work is done after the other, and one that fails keeps none from its turn', async () => {
  const line = createFairLine(3);
  const order: string[] = [];
  function* work(name: string): Generator<void, string, void> {
    order.push(name);
    yield;
    order.push(name);
    return name;
  }
  const failing = line.do(at('a'), 1, () => Promise.reject(new Error('no')));
  const done = ['a', 'b'].map((name) => line.do(at(name), 1, () => runInTurns(work(name))));
  await expect(failing).rejects.toThrow('no');
  expect(await Promise.all(done)).toEqual(['a', 'b']);
  expect(order).toEqual(['a', 'a', 'b', 'b']);
});

test('organizations take turns, and of each its integrations', async () => {
  const line = createFairLine();
  const order: string[] = [];
  const add = (organization: string, integration: string) =>
    line.do(at(organization, integration), 1, async () => void order.push(integration));
  const asked = ['a1', 'a1', 'a1', 'a2', 'a2', 'b1', 'b1'].map((name) => add(name.charAt(0), name));
  await Promise.all(asked);
  expect(order).toEqual(['a1', 'a1', 'b1', 'a2', 'b1', 'a1', 'a2']);
});

describe('what waits of an organization', () => {
  test('leaves room for others, of its own integrations and of other organizations', async () => {
    const line = createFairLine(64);
    const first = fill(line, at('a', 'a1'));
    expect(first.taken).toBeGreaterThan(32);
    expect(line.isFull(at('a', 'a2'))).toBe(false);
    const others = fill(line, at('a', 'a2'));
    expect([others.taken > 0, line.isFull(at('b'))]).toEqual([true, false]);
    const theirs = fill(line, at('b'));
    expect([theirs.taken > 4, line.isFull(at('c'))]).toEqual([true, false]);
    const all = [first, others, theirs];
    for (const { release } of all) release();
    await Promise.all(all.map(({ done }) => done));
    expect(line.isFull(at('a', 'a1'))).toBe(false);
  });

  test('is at last all that there is room for', async () => {
    const line = createFairLine(2);
    const large = line.do(at('a'), 5, async () => undefined);
    expect(line.isFull(at('b'))).toBe(true);
    await large;
    expect(line.isFull(at('b'))).toBe(false);
  });
});
