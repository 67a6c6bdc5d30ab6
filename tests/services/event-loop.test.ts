// Whoever gives way lets others finish what takes them several turns of the event loop and a write to the disk.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { yieldUntilIdle } from '~/services/event-loop';

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'wicked-give-way-'));
});

afterEach(() => rm(directory, { recursive: true, force: true }));

async function passTurns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await nextTurn();
}

it('lets work through that needs several turns for each time', async () => {
  const turns = 40;
  const given = { before: 0, writing: 0, after: 0 };
  const under: { way?: keyof typeof given | undefined } = { way: 'before' };
  const delivery = (async () => {
    await passTurns(turns);
    under.way = 'writing';
    await writeFile(join(directory, 'delivery'), 'accepted');
    under.way = 'after';
    await passTurns(turns);
    under.way = undefined;
  })();
  while (under.way) {
    given[under.way] += 1;
    await yieldUntilIdle();
  }
  await delivery;
  // Were one turn given each time, it would be as many times as turns. How long a disk takes is its own affair.
  expect(given.before + given.after).toBeLessThan(turns);
});

it('goes on though others are never idle', async () => {
  const over = new AbortController();
  const busy = (async () => {
    while (!over.signal.aborted) {
      const beganAt = performance.now();
      while (performance.now() - beganAt < 1);
      await nextTurn();
    }
  })();
  await yieldUntilIdle();
  over.abort();
  await busy;
});
