import { expect, test } from 'vitest';
import { createShutdown } from '~/services/monitoring/shutdown';

const times = { notice: 20, checkAge: 30_000 };

test.each([
  ['at once when nobody asked whether the server is ready', undefined, 0],
  ['at once when the last check is old', 30_000, 0],
  ['after the notice when somebody asked lately', 29_999, times.notice],
])('the port may close %s', async (_when, checkAge, expected) => {
  let now = 1_000_000;
  const shutdown = createShutdown({ now: () => now }, times);
  if (checkAge !== undefined) {
    shutdown.noteCheck();
    now += checkAge;
  }
  expect(shutdown.hasBegun()).toBe(false);
  const isOver = Promise.race([
    shutdown.begin().then(() => true),
    // The turn of the event loop after this one.
    new Promise((resolve) => setImmediate(() => resolve(false))),
  ]);
  expect(shutdown.hasBegun()).toBe(true);
  expect(await isOver).toBe(expected === 0);
});
