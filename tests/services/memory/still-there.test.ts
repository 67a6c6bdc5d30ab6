// Entries that a list still shows are not the first to be forgotten, and noting it keeps nobody waiting.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createMemoryPort } from '~/services/memory/run-memory';
import { digestKey } from '~/services/memory/sealed-memory';
import { createRunSetup } from '../runs/run-setup';

const dayMs = 24 * 60 * 60 * 1000;

async function createSeen(count: number) {
  const { context, seed } = await createRunSetup();
  const integrationId = await seed();
  const now = context.now();
  const add = context.db.sqlite.prepare('insert into seen_entries values (?, ?, ?, ?)');
  const keys = Array.from({ length: count }, (_, at) => `key ${at}`);
  const digestOf = (key: string) => digestKey({ integrationId, loopId: 'loop' }, key);
  for (const key of keys) add.run(integrationId, 'loop', digestOf(key), now - dayMs - 1);
  add.run(integrationId, 'loop', digestOf('gone'), now - dayMs - 1);
  add.run(integrationId, 'loop', digestOf('of today'), now - dayMs);
  const counting = context.db.sqlite.prepare('select count(*) from seen_entries where seen_at = ?').pluck();
  return {
    keys: [...keys, 'of today', 'new'],
    find: (loopKeys: string[], isTest: boolean) =>
      createMemoryPort(context, { integrationId, isTest }).findSeen('loop', loopKeys),
    countNoted: () => counting.get(now),
  };
}

test('those that were noted more than a day ago are noted anew, in batches', async () => {
  const { keys, find, countNoted } = await createSeen(1_700);
  const noted = new Set<unknown>();
  const state = { isOver: false };
  const done = find(keys, false).finally(() => (state.isOver = true));
  while (!state.isOver) {
    noted.add(countNoted());
    await nextTurn();
  }
  expect((await done).size).toBe(1_701);
  expect(countNoted()).toBe(1_700);
  expect(noted.size).toBeGreaterThan(2);
});

test('a test notes nothing', async () => {
  const { keys, find, countNoted } = await createSeen(3);
  expect((await find(keys, true)).size).toBe(4);
  expect(countNoted()).toBe(0);
});
