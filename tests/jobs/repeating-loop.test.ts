import { EventEmitter, once } from 'node:events';
import { expect, test } from 'vitest';
import { createRepeatingLoop } from '~/jobs/repeating-loop';

test('a loop goes on after a turn that fails, and its end waits for the turn under way', async () => {
  const events = new EventEmitter();
  const errors: unknown[] = [];
  const ended: string[] = [];
  let turns = 0;
  async function turn(): Promise<number> {
    turns += 1;
    if (turns === 1) return 0;
    if (turns === 2) throw new Error('no network');
    const end = once(events, 'end');
    events.emit('third');
    await end;
    ended.push('turn');
    return 3_600_000;
  }
  const loop = createRepeatingLoop(turn, { onError: (error) => errors.push(error), restMs: 0 });
  const third = once(events, 'third');
  loop.start();
  await third;
  const stopped = loop.stop().then(() => ended.push('loop'));
  events.emit('end');
  await stopped;
  expect(errors).toEqual([new Error('no network')]);
  expect(ended).toEqual(['turn', 'loop']);
});
