// Numbers the steps. The steps of a run count from 0; steps of a loop's items have far higher numbers. So logs can be read
// without them, later calls do not depend on the number of items, and each item finds its steps in any order of items.

/** The first number of steps that belong to items of loops. */
export const firstItemStep = 100_000_000;

/** The range of a run's steps without those of items: the first number, and the one after the last. */
export const outerSteps = { from: 0, to: firstItemStep } as const;

/** Returns the first step number of a loop's items; `step` is the loop's own. */
export function itemStepsOf(step: number): number {
  return (step + 1) * firstItemStep;
}

/** Returns the step itself, or for a step of an item, the step of its loop. */
function outerStepOf(step: number): number {
  return step < firstItemStep ? step : Math.floor(step / firstItemStep) - 1;
}

/** Compares two steps for their order in a log: the steps of a loop's items come right after the loop. */
export function compareSteps(a: { step: number }, b: { step: number }): number {
  return outerStepOf(a.step) - outerStepOf(b.step) || a.step - b.step;
}
