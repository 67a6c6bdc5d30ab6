import type { Yield } from './yield-point';

/** How long a page is rendered before other work of the process has its turn, in milliseconds. */
const turnMs = 2.5;
/** The most that a page takes of a turn of the event loop, in milliseconds. */
const maxTurnMs = 7.5;
/**
 * What a page may take of the time that others took. At full load a turn takes them 20 ms and more. A page that rendered for 2.5 ms
 * after each of these would come late, and would make more turns longer.
 */
const shareOfOthers = 1 / 4;

interface RenderTurns {
  yieldPoint: Yield;
  /**
   * Whether a page that is rendered now may be written in the same turn of the event loop. To write and compress a long page takes
   * as long again as a turn of rendering.
   */
  hasRoom(): boolean;
}

/**
 * Cuts the rendering of one page into turns of the event loop: a page of fifty calls takes the processor as long as thousands
 * of deliveries do. React renders the suspended part in its next turn, at its place; the page is the same.
 *
 * Create it right before the page is rendered.
 *
 * @param now milliseconds of a clock that only goes forward
 */
export function createRenderTurns(now: () => number = () => performance.now()): RenderTurns {
  let beganAt: number | undefined;
  let allowedMs = turnMs;
  let yieldedAt: number | undefined;
  let next: Promise<void> | undefined;
  // React begins by `setImmediate`, too, right after this. The frame, which has no yield points, is part of the first turn. The
  // rest of the turn before is not: at full load it takes longer than a page may.
  setImmediate(() => {
    beganAt ??= now();
  });
  return {
    yieldPoint() {
      const at = now();
      // Each turn renders something, however slow the machine is.
      if (beganAt === undefined) {
        beganAt = at;
        const othersMs = at - (yieldedAt ?? at);
        allowedMs = Math.min(maxTurnMs, Math.max(turnMs, othersMs * shareOfOthers));
      }
      if (at - beganAt < allowedMs) return;
      // React continues after the promise by `setImmediate`, so the event loop turns in between.
      next ??= Promise.resolve().then(() => {
        beganAt = undefined;
        yieldedAt = now();
        next = undefined;
      });
      throw next;
    },
    hasRoom: () => yieldedAt === undefined || (beganAt !== undefined && now() - beganAt < turnMs),
  };
}
