import { expect, test } from 'vitest';
import { createBufferedBodies } from '~/services/limits/buffered-bodies';

function createBodies() {
  let now = 0;
  const ended: string[] = [];
  const bodies = createBufferedBodies(100, () => now);
  return {
    begin: (name: string) => bodies.begin(() => void ended.push(name)),
    bytes: () => bodies.bytes(),
    advance: (ms: number) => void (now += ms),
    ended,
  };
}

test('bodies are taken until they are too many together, and again when some are done', () => {
  const { begin, bytes } = createBodies();
  const [a, b] = [begin('a'), begin('b')];
  expect([a.add(60), b.add(40), b.add(1)]).toEqual([true, true, false]);
  a.release();
  a.release();
  expect([bytes(), b.add(60), bytes()]).toEqual([40, true, 100]);
});

test('the one that has been on its way longest makes room, unless it only just began', () => {
  const { begin, bytes, advance, ended } = createBodies();
  const old = begin('old');
  expect(old.add(50)).toBe(true);
  advance(1_500);
  const young = begin('young');
  expect([young.add(50), begin('early').add(10), ended]).toEqual([true, false, []]);
  advance(500);
  expect([begin('late').add(10), ended]).toEqual([true, ['old']]);
  expect([old.add(1), bytes()]).toEqual([false, 60]);
});

test('nobody makes room for itself', () => {
  const { begin, advance, ended } = createBodies();
  const only = begin('only');
  only.add(90);
  advance(60_000);
  expect([only.add(20), ended]).toEqual([false, []]);
});
