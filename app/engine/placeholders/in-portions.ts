// Runs comparisons one after the other in the same turn of the event loop until their filters have used many steps. Then other
// work gets a turn.
import { createWork, type FilterWork, maxFilterSteps } from '../filters/filtering';

/** The steps that one comparison may take. */
export type Steps = FilterWork;

/** A function that is awaited between comparisons, so that other work of this process gets a turn. */
export type Rest = () => Promise<void>;

/** After this many steps, other work gets a turn. The comparison that passes this limit may still take all of its own steps. */
const stepsOfTurn = maxFilterSteps / 4;

export interface Portions {
  /** Returns the steps of the next comparison. */
  take(): Steps;
  /** Checks whether this turn's comparisons took so many steps that other work comes first. If so, a new turn begins. */
  isOver(): boolean;
}

export function createPortions(): Portions {
  let spentBefore = 0;
  let current: Steps | undefined;
  const spent = () => spentBefore + (current ? maxFilterSteps - current.left : 0);
  return {
    take() {
      spentBefore = spent();
      current = createWork();
      return current;
    },
    isOver() {
      if (spent() < stepsOfTurn) return false;
      spentBefore = 0;
      current = undefined;
      return true;
    },
  };
}

/** Waits until the next comparison may run, and returns its steps. Without `rest`, all comparisons run at once. */
export async function takeWhenRested(portions: Portions, rest: Rest | undefined): Promise<Steps> {
  if (rest && portions.isOver()) await rest();
  return portions.take();
}
