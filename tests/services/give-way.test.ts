// Whoever gives way lets others finish what takes them several turns of the event loop and a write to the disk.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { giveWay } from '~/services/give-way';

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'wicked-give-way-'));
});

afterEach(() => rm(directory, { recursive: true, force: true }));

async function passTurns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await nextTurn();
}

it('lets work through that needs several turns for each time', async () => {
  const times = 20;
  let isDone = false;
  // Were one turn given each time, they would be too few on either side of the write.
  const delivery = passTurns(times * 2)
    .then(() => writeFile(join(directory, 'delivery'), 'accepted'))
    .then(() => passTurns(times * 2))
    .then(() => (isDone = true));
  for (let time = 0; time < times; time += 1) await giveWay();
  expect(isDone).toBe(true);
  await delivery;
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
  await giveWay();
  over.abort();
  await busy;
});
