// Lets other work run between two pieces of work that take milliseconds each. A delivery needs several turns of the event loop,
// with a write to the disk in between. If this waited for one turn only, a delivery would be delayed in each of them.
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/** The length of a rest, about as long as a write to the disk, in milliseconds. */
const restMs = 2;

/** The longest turn that counts as idle, in milliseconds. A turn in which something was done takes longer. */
const emptyTurnMs = 0.2;

/** The maximum number of turns to wait for. After them the work goes on even when the event loop is never idle. */
const maxTurns = 50;

/** Lets everybody else have one turn between two calls of one piece of work. Takes next to no time when nobody needs it. */
export async function yieldTurn(): Promise<void> {
  await nextTurn();
}

/** How long a piece of work may run between two turns, in milliseconds. */
const partMs = 5;

/** Does work that yields between its parts. Gives everybody else a turn whenever the work has run for `partMs`. */
export async function runInTurns<Result>(work: Generator<void, Result, void>): Promise<Result> {
  for (let beganAt = performance.now(); ;) {
    const { done, value } = work.next();
    if (done) return value;
    if (performance.now() - beganAt < partMs) continue;
    await yieldTurn();
    beganAt = performance.now();
  }
}

/** Rests, and waits until the event loop has had nothing to do for a turn. Returns false when it always had something to do. */
export async function yieldUntilIdle(): Promise<boolean> {
  await sleep(restMs);
  for (let turns = 0; turns < maxTurns; turns += 1) {
    const beganAt = performance.now();
    await nextTurn();
    if (performance.now() - beganAt < emptyTurnMs) return true;
  }
  return false;
}
