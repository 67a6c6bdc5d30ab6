// Runs comparisons one after the other in the same turn of the event loop until their filters have used many steps. Then other
// work gets a turn.
import { createWork, type FilterWork, maxFilterSteps } from '../filters/filtering';

/** The steps that one comparison may take. */
export type Steps = FilterWork;

/** A function that is awaited between comparisons, so that other work of this process gets a turn. */
export type Rest = () => Promise<void>;

/** After this many steps, other work gets a turn. The comparison that passes this limit may still take all of its own steps. */
const stepsOfTurn = maxFilterSteps / 4;

interface WorkTurns {
  /** Returns the steps of the next comparison. */
  take(): Steps;
  /** Checks whether this turn's comparisons took so many steps that other work comes first. If so, a new turn begins. */
  isOver(): boolean;
}

export function createWorkTurns(): WorkTurns {
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
export async function takeStepsInTurn(turns: WorkTurns, rest: Rest | undefined): Promise<Steps> {
  if (rest && turns.isOver()) await rest();
  return turns.take();
}
