import type { Yield } from './yield-point';

/** For how long, in milliseconds, a page is rendered before other work of the process has its turn. */
const turnMs = 4;

/**
 * Cuts the rendering of one page into turns of the event loop: a page of fifty calls takes the processor as long as thousands
 * of deliveries do. React renders what was put off in its next turn, at its place; the page is the same.
 */
export function createYield(): Yield {
  let beganAt: number | undefined;
  let next: Promise<void> | undefined;
  return () => {
    // Something is rendered in each turn, however slow the machine is.
    beganAt ??= performance.now();
    if (performance.now() - beganAt < turnMs) return;
    // React takes up what waits for a promise by `setImmediate`, so the event loop turns between the two.
    next ??= Promise.resolve().then(() => {
      beganAt = undefined;
      next = undefined;
    });
    throw next;
  };
}
