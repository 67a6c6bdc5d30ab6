// Comparisons run one after the other in the same turn of the event loop, until their filters have used many steps; then other
// work gets a turn.
import { createWork, type FilterWork, maxFilterSteps } from '../filters/filtering';

/** What one comparison may take. */
export type Steps = FilterWork;

/** Awaited between comparisons, so that other work of this process has a turn. */
export type Rest = () => Promise<void>;

/** Another comparison of the same turn may take all steps that there are; before it, others have taken less than these. */
const stepsOfTurn = maxFilterSteps / 4;

export interface Portions {
  /** The steps of the next comparison. */
  take(): Steps;
  /** Whether those before it took so much that others are to have a turn first. */
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

/** Waits until the next comparison may be made; returns its steps. Without `rest` all of them are made at once. */
export async function takeWhenRested(portions: Portions, rest: Rest | undefined): Promise<Steps> {
  if (rest && portions.isOver()) await rest();
  return portions.take();
}
