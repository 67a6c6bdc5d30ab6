// How steps are numbered. Those of a run count from 0; what a loop does has numbers of its own far above, so that logs are read
// without it, calls behind it do not depend on how many items there were, and an item finds its steps whichever are run at once.

/** From this number on steps belong to items of loops. */
export const firstItemStep = 100_000_000;

/** The steps of a run without those of items: the first, and the one behind the last. */
export const outerSteps = { from: 0, to: firstItemStep } as const;

/** The number that the steps of a loop's items count from; `step` is the loop's own. */
export function itemStepsOf(step: number): number {
  return (step + 1) * firstItemStep;
}

/** The step of the run that a step is, or of the loop that it belongs to. */
export function outerStepOf(step: number): number {
  return step < firstItemStep ? step : Math.floor(step / firstItemStep) - 1;
}

/** Which of two steps comes first in a log: what a loop did stands right behind it. */
export function compareSteps(a: { step: number }, b: { step: number }): number {
  return outerStepOf(a.step) - outerStepOf(b.step) || a.step - b.step;
}
