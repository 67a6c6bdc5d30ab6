import type { Yield } from './yield-point';

/** How long a page is rendered before other work of the process has its turn, in milliseconds. */
const turnMs = 2.5;

/**
 * Cuts the rendering of one page into turns of the event loop: a page of fifty calls takes the processor as long as thousands
 * of deliveries do. React renders the suspended part in its next turn, at its place; the page is the same.
 *
 * @param onYield is called at the end of each turn but the last
 */
export function createYield(onYield?: () => void): Yield {
  // The frame of a page, which has no yield points, is part of the first turn.
  let beganAt: number | undefined = performance.now();
  let next: Promise<void> | undefined;
  return () => {
    // Each turn renders something, however slow the machine is.
    beganAt ??= performance.now();
    if (performance.now() - beganAt < turnMs) return;
    onYield?.();
    // React continues after the promise by `setImmediate`, so the event loop turns in between.
    next ??= Promise.resolve().then(() => {
      beganAt = undefined;
      next = undefined;
    });
    throw next;
  };
}
