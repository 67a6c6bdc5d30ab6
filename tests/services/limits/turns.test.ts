import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { yieldUntilIdle } from '~/services/event-loop';
import { createTurns } from '~/services/limits/turns';

/** Keeps the process busy for a while, in several turns of the event loop. */
async function work(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) {
    const end = performance.now() + 15;
    while (performance.now() < end);
    await nextTurn();
  }
}

test.each([
  ['', undefined],
  [', also when more may begin in idle time', yieldUntilIdle],
])(
  'while the process works, two of a key are under way at once, and others do not wait%s',
  async (_name, findIdle) => {
    const turns = createTurns(2, findIdle);
    const underWay = new Map<string, number>();
    const ended: string[] = [];
    let most = 0;
    const take = async (key: string, name: string) => {
      const end = await turns.take(key);
      underWay.set(key, (underWay.get(key) ?? 0) + 1);
      most = Math.max(most, underWay.get(key) ?? 0);
      await work();
      underWay.set(key, (underWay.get(key) ?? 0) - 1);
      ended.push(name);
      end();
    };
    const names = Array.from({ length: 12 }, (_, n) => `a${n}`);
    await Promise.all([...names.map((name) => take('a', name)), take('b', 'b')]);
    expect(most).toBe(2);
    expect(ended.indexOf('b')).toBeLessThan(3);
    expect(ended.filter((name) => name !== 'b')).toEqual(names);
  },
);
