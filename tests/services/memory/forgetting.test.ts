import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { clearMemory, forgetSeen } from '~/services/memory/memory';
import { createRunSetup, type RunSetup } from '../runs/run-setup';

const ways: [what: string, forget: (setup: RunSetup, id: string) => Promise<{ kind: string }>][] = [
  ['of one for each', ({ context, actor }, id) => forgetSeen(context, actor, id, { loopId: 'loop' })],
  ['all', ({ context, actor }, id) => clearMemory(context, actor, id)],
];

test.each(ways)('entries are forgotten in batches, so that nobody waits long: %s', async (_what, forget) => {
  const setup = await createRunSetup();
  const [id, other] = [await setup.seed(), await setup.seed()];
  const { sqlite } = setup.context.db;
  const add = sqlite.prepare('insert into seen_entries values (?, ?, ?, 1)');
  for (let at = 0; at < 1_700; at += 1) {
    add.run(id, 'loop', `digest ${at}`);
    add.run(other, 'loop', `digest ${at}`);
  }
  const counting = sqlite.prepare('select count(*) from seen_entries where integration_id = ?').pluck();
  const left = new Set<unknown>();
  const state = { isOver: false };
  const done = forget(setup, id).finally(() => (state.isOver = true));
  while (!state.isOver) {
    left.add(counting.get(id));
    await nextTurn();
  }
  expect((await done).kind).toBe('forgotten');
  expect(left.size).toBeGreaterThan(3);
  expect([counting.get(id), counting.get(other)]).toEqual([0, 1_700]);
});
