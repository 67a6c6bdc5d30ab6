// Lets other work run between two pieces of work that take milliseconds each. A delivery needs several turns of the event loop,
// with a write to the disk in between. If this waited for one turn only, a delivery would be delayed in each of them.
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/** About as long as a write to the disk. Milliseconds. */
const restMs = 2;

/** A turn in which something was done took longer. Milliseconds. */
const emptyTurnMs = 0.2;

/** The work goes on after this time even when the event loop is never idle. */
const mostTurns = 50;

/** Between the calls of one piece of work: one turn for everybody else, which takes next to no time when nobody needs it. */
export async function giveTurn(): Promise<void> {
  await nextTurn();
}

/** So long others wait for a piece of work that is done in parts. Milliseconds. */
const partMs = 5;

/** Does work that yields between its parts, with a turn for everybody else whenever it has taken a while. */
export async function inTurns<Result>(work: Generator<void, Result, void>): Promise<Result> {
  for (let beganAt = performance.now(); ;) {
    const { done, value } = work.next();
    if (done) return value;
    if (performance.now() - beganAt < partMs) continue;
    await giveTurn();
    beganAt = performance.now();
  }
}

/** Rests, and waits until the event loop has had nothing to do for a turn. */
export async function giveWay(): Promise<void> {
  await sleep(restMs);
  for (let turns = 0; turns < mostTurns; turns += 1) {
    const beganAt = performance.now();
    await nextTurn();
    if (performance.now() - beganAt < emptyTurnMs) return;
  }
}
